import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { codePurpose, encryptCode } from '../features/devices/index.ts';
import { createEncryption } from '../platform/encryption.ts';
import { createTestDatabase, dropTestDatabase, testDatabase } from '../platform/testing/database.ts';
import { makeDevice, makeUser } from '../platform/testing/factories.ts';
import { acceptSecret, checkSecret } from './secret-check.ts';

const mine = 'the secret of this installation, 1';
const other = 'another secret, of somebody else, 2';
const refused = /^TOCSIN_SECRET is not the secret .*accept-secret/;

const withCodes = async (secrets: readonly string[]) => {
  const database = await createTestDatabase();
  for (const [n, secret] of secrets.entries()) {
    await makeDevice(database.db, { serial_number: `S${n}` });
    const { cipher, hash } = encryptCode(createEncryption(secret, codePurpose), `S${n}`, 'code');
    await sql`update device_registry set code_cipher = ${cipher}, code_hash = ${hash}
      where serial_number = ${`S${n}`}`.execute(database.db);
  }
  return database;
};

it('adopts the first secret of an empty database, and no other one afterwards', async () => {
  const database = await createTestDatabase();
  await checkSecret(database.db, mine);
  await checkSecret(database.db, mine);
  await expect(checkSecret(database.db, other)).rejects.toThrow(refused);
  await dropTestDatabase(database);
});

it('recognizes the secret of an earlier version by the values it encrypted', async () => {
  const database = await withCodes([mine, mine, other]);
  await expect(checkSecret(database.db, other)).rejects.toThrow(refused);
  await checkSecret(database.db, mine);
  await expect(checkSecret(database.db, other)).rejects.toThrow(refused);
  await dropTestDatabase(database);
});

it('refuses one of two simultaneous first starts with different secrets', async () => {
  const database = await createTestDatabase();
  const starts = await Promise.allSettled([checkSecret(database.db, mine), checkSecret(database.db, other)]);
  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await dropTestDatabase(database);
});

it('adopts another secret on request, and removes second factors that can no longer be verified', async () => {
  const database = await withCodes([mine]);
  const { db } = database;
  await checkSecret(db, mine);
  const { id } = await makeUser(db);
  const secret = createEncryption(mine, 'accounts').close('SECRET');
  await sql`insert into two_factor (user_id, secret, created_at) values (${id}, ${secret}, now())`.execute(db);
  expect(await acceptSecret(db, other)).toBe(1);
  await checkSecret(db, other);
  await expect(checkSecret(db, mine)).rejects.toThrow(refused);
  await dropTestDatabase(database);
});

const shared = testDatabase();
it('gives every database an id of its own', async () => {
  const { rows } = await shared.pool.query('select id::text from installation');
  expect(rows).toEqual([{ id: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
});
