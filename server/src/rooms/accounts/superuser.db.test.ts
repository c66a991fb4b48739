import { expect, it } from 'vitest';
import { testDatabase } from '../../base/testing/database.ts';
import { isPassword } from './passwords.ts';
import { findAccount } from './store.ts';
import { createFirstUser, createSuperuser } from './superuser.ts';

const database = testDatabase();
const at = new Date('2026-11-21T12:00:00Z');

it('makes the first super user of an empty database with a generated password, and no second one', async () => {
  const first = await createFirstUser(database.db, { email: 'first@plant.example', password: null }, at);
  expect(first?.email).toBe('first@plant.example');
  const account = await findAccount(database.db, 'first@plant.example');
  expect(await isPassword(account?.passwordHash, first?.generatedPassword ?? '')).toBe(true);
  expect(await createFirstUser(database.db, { email: 'second@plant.example', password: null }, at)).toBeNull();
});

it('makes a super user of somebody who is known, with the new password', async () => {
  const id = await createSuperuser(database.db, 'FIRST@plant.example', 'Another-Horse-9', at);
  const account = await findAccount(database.db, 'first@plant.example');
  expect(account?.id).toBe(id);
  expect(await isPassword(account?.passwordHash, 'Another-Horse-9')).toBe(true);
});
