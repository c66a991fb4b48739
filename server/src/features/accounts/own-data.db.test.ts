import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApi } from '../../access/testing.ts';
import { recorded } from '../../platform/audit.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeClient, makeSite, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { accountsApi } from './testing/accounts.ts';

const database = testDatabase();
let api: TestApi;
beforeAll(async () => {
  api = await accountsApi(database.db);
});
afterAll(() => api.http.close());
const url = '/api/v1/accounts/own-data/';

/** The files of a ZIP archive as our writer makes it: local headers one after the other. */
function unpack(archive: Buffer): Record<string, string> {
  const files: Record<string, string> = {};
  for (let at = 0; archive.readUInt32LE(at) === 0x04034b50; ) {
    const packed = archive.readUInt32LE(at + 18);
    const nameLength = archive.readUInt16LE(at + 26);
    const name = archive.toString('latin1', at + 30, at + 30 + nameLength);
    const start = at + 30 + nameLength + archive.readUInt16LE(at + 28);
    files[name] = inflateRawSync(archive.subarray(start, start + packed)).toString('utf8');
    at = start + packed;
  }
  return files;
}
const filesOf = async (person: SignedIn) => unpack((await person.get(url)).rawPayload);

it('is refused to nobody signed in', async () => {
  expect((await api.http.inject({ url })).statusCode).toBe(401);
});

it('holds what is stored about the person and nothing of another', async () => {
  const { db } = database;
  const client = await makeClient(db);
  const site = await makeSite(db, { client_id: client.id });
  const on = { [site.id]: 'Manager' as const };
  const ann = await makeUser(db, { on, first_name: 'Ann', last_name: 'Vole', email: 'ann@own.example' });
  const bob = await makeUser(db, { on, first_name: 'Bobby', last_name: 'Secret', email: 'bob@other.example' });
  const about = { action: 'change', subject: 'person', subjectId: bob.id, subjectName: 'Bobby Secret' };
  const byAnn = { userId: ann.id, name: 'Ann Vole', address: '192.0.2.1' };
  // Ann changed what is Bob's, and Bob what is Ann's.
  await recorded(db, byAnn, async (_trx, note) =>
    note({ ...about, old: { phone: '555-0199' }, new: { email: 'bob@other.example' } }),
  );
  const byBob = { userId: bob.id, name: 'Bobby Secret', address: '192.0.2.2' };
  await recorded(db, byBob, async (_trx, note) =>
    note({ ...about, subjectId: ann.id, subjectName: 'Ann Vole', old: { phone: '1' }, new: { phone: '555-0142' } }),
  );
  await recorded(db, byAnn, async (_trx, note) =>
    note({ ...about, subjectId: ann.id, subjectName: 'Ann Vole', old: { phone: '2' }, new: { phone: '555-0143' } }),
  );
  const anns = await signedIn(api.http, db, ann);
  const bobs = await signedIn(api.http, db, bob);

  const files = await filesOf(anns);
  expect(JSON.parse(files['profile.json'] ?? '')).toMatchObject([{ email: 'ann@own.example', last_name: 'Vole' }]);
  expect(JSON.parse(files['sites.json'] ?? '')).toMatchObject([{ permission: 'Manager' }]);
  expect(JSON.parse(files['actions.json'] ?? '')).toHaveLength(2);
  expect(JSON.parse(files['changes_of_profile.json'] ?? '')).toMatchObject([{ new: { phone: '555-0143' } }]);
  const text = Object.values(files).join('\n');
  for (const foreign of ['Bobby', 'bob@other', '555-0199', '192.0.2.2']) expect(text).not.toContain(foreign);
  expect(text).not.toContain('password_hash');
  expect(Object.values(await filesOf(bobs)).join('\n')).not.toContain('ann@own.example');
});
