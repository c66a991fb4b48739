import { expect, it } from 'vitest';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeUser } from '../../platform/testing/factories.ts';
import { isPassword } from './passwords.ts';
import { findAccount } from './store.ts';
import { findLink, insertLink } from './store-links.ts';
import { createFirstUser, createSuperuser } from './superuser.ts';

const database = testDatabase();
const at = new Date('2026-11-21T12:00:00Z');

it('makes the first super user of an empty database with a generated password, and no second one', async () => {
  const given: { email: string; password: string }[] = [];
  const make = (email: string) =>
    createFirstUser(database.db, { email, password: null }, at, (generated) => given.push(generated));
  expect(await make('first@plant.example')).toBe(true);
  expect(await make('second@plant.example')).toBe(false);
  expect(given).toEqual([{ email: 'first@plant.example', password: expect.any(String) }]);
  const account = await findAccount(database.db, 'first@plant.example');
  expect(await isPassword(account?.passwordHash, given[0]?.password ?? '')).toBe(true);
});

it('makes an existing person a super user, with the new password', async () => {
  const id = await createSuperuser(database.db, 'FIRST@plant.example', 'Another-Horse-9', at);
  const account = await findAccount(database.db, 'first@plant.example');
  expect(account?.id).toBe(id);
  expect(await isPassword(account?.passwordHash, 'Another-Horse-9')).toBe(true);
});

it('ends sessions, API keys and mailed links of the former password', async () => {
  const { db } = database;
  const user = await makeUser(db);
  const values = { token_hash: Buffer.from('one'), user_id: user.id, address: '', created_at: at, used_at: at };
  await db.insertInto('session').values(values).execute();
  const dates = { created_at: at, expires_at: new Date(at.getTime() + 3600_000) };
  const link = await insertLink(db, { kind: 'email', nonce: Buffer.alloc(16), user_id: user.id, ...dates });
  await createSuperuser(db, user.email, 'Another-Horse-9', at);
  const session = await db.selectFrom('session').select('ended_at').where('user_id', '=', user.id).executeTakeFirst();
  expect(session?.ended_at).toEqual(at);
  expect(await findLink(db, link.id, at)).toBeUndefined();
});
