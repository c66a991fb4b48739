import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { createEncryption } from '../../platform/encryption.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeDevice, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { codePurpose, hashCode } from './codes.ts';
import { addRegistryRoutes } from './routes-registry.ts';

const database = testDatabase();
const clock = drivenClock(Date.now());
const encryption = createEncryption('a secret of at least thirty-two characters', codePurpose);
const changed: number[] = [];
let api: TestApi;
let oem: SignedIn;

beforeAll(async () => {
  const { db } = database;
  const catalogChanged = async ({ ids }: { ids: readonly number[] }) => {
    changed.push(...ids);
  };
  api = await testApi(db, (a) => addRegistryRoutes(a, { db, clock, encryption, catalogChanged }), { clock });
  oem = await signedIn(api.http, db, await makeUser(db, { is_oem: true }), new Date(clock.now()));
});
afterAll(async () => {
  await api.http.close();
});

const url = '/api/v1/oem/device-registry/';
const upload = (calls: SignedIn, text: string, query = '') => {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n';
  return api.http.inject({
    method: 'POST',
    url: `${url}import/${query}`,
    headers: { authorization: `JWT ${calls.token}`, 'content-type': 'multipart/form-data; boundary=b' },
    payload: `${head}${text}\r\n--b--\r\n`,
  });
};
const header = 'serial_number,code,device_type\n';

describe('the device registry', () => {
  it('is for OEM and super users', async () => {
    const manager = await signedIn(
      api.http,
      database.db,
      await makeUser(database.db, { is_accounts_management: true }),
    );
    expect((await manager.get(url)).statusCode).toBe(403);
    expect((await upload(manager, header)).statusCode).toBe(403);
  });

  // spec: decisions 8 Registry: POST oem/device-registry/import/ (multipart file)
  it('accepts nothing of a file with bad rows, names them, and accepts the good ones on request', async () => {
    const text = `${header}R1,1234,0300\nR2,,0300\nR3,1234,F500\n`;
    const refused = await upload(oem, text);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toEqual({
      file: ["1 of 3 rows can't be taken"],
      good: 2,
      bad: [{ line: 3, serial_number: 'R2', text: 'The code is missing' }],
    });
    expect((await oem.get(`${url}?search=R`)).json().count).toBe(0);
    expect((await upload(oem, text, '?take_good=true')).json()).toMatchObject({ added: 2, bad: [{ line: 3 }] });
    expect((await oem.get(`${url}?search=r1`)).json()).toMatchObject({
      count: 1,
      results: [{ serial_number: 'R1', device_type: '0300', device: null }],
    });
    expect((await upload(oem, text.replace('R2,,0300\n', ''))).json()).toMatchObject({ added: 0, unchanged: 2 });
  });

  it('stores codes encrypted: neither the database nor the audit has them as text', async () => {
    await upload(oem, `${header}SEALED1,supersecret,0300\n`);
    const row = await database.db
      .selectFrom('device_registry')
      .selectAll()
      .where('serial_number', '=', 'SEALED1')
      .executeTakeFirstOrThrow();
    expect(row.code_cipher.includes('supersecret')).toBe(false);
    expect(encryption.open(row.code_cipher)).toBe('supersecret');
    const audit = await database.db.selectFrom('audit').selectAll().where('subject', '=', 'device registry').execute();
    expect(audit.length).toBeGreaterThan(0);
    expect(JSON.stringify(audit)).not.toContain('supersecret');
  });

  it('gives a claimed unit another code at once, but never another type', async () => {
    const device = await makeDevice(database.db, { serial_number: 'CLAIMED1', device_type: '0300' });
    expect((await upload(oem, `${header}CLAIMED1,1234,F500\n`)).json().bad).toEqual([
      { line: 2, serial_number: 'CLAIMED1', text: "This unit is claimed as a WDC4: its type can't change" },
    ]);
    expect((await upload(oem, `${header}CLAIMED1,newcode,0300\n`)).json()).toMatchObject({ changed: 1 });
    expect(changed).toEqual([device.id]);
    const row = await database.db
      .selectFrom('device_registry')
      .select('code_hash')
      .where('serial_number', '=', 'CLAIMED1')
      .executeTakeFirstOrThrow();
    expect(row.code_hash.equals(hashCode(encryption, 'CLAIMED1', 'newcode'))).toBe(true);
    expect((await oem.get(`${url}?claimed=true`)).json()).toMatchObject({
      results: [{ serial_number: 'CLAIMED1', device: { id: device.id } }],
    });
  });

  it('accepts 5,000 units at once', async () => {
    const lines = Array.from({ length: 5_000 }, (_, i) => `BULK${i},code${i},0300`);
    expect((await upload(oem, header + lines.join('\n'))).json()).toMatchObject({ added: 5_000 });
  });
});
