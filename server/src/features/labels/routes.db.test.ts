import { maxLabels } from '@tocsin/contract/labels';
import { sql } from 'kysely';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeDevice, makeDevice, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { addLabelRoutes } from './index.ts';

const database = testDatabase();
let db: typeof database.db;
let now = Date.UTC(2026, 10, 27, 17, 32);
let api: TestApi;
let device: MadeDevice;
let petra: SignedIn;
let viewer: SignedIn;

beforeAll(async () => {
  db = database.db;
  const clock = { now: () => now, after: () => () => {} };
  api = await testApi(db, (a) => addLabelRoutes(a, { db, clock, publicUrl: 'https://tocsin.example' }));
});
afterAll(() => api.http.close());
beforeEach(async () => {
  device = await makeDevice(db, { title: 'Leg 2' });
  const as = async (role: 'User' | 'Engineer', first_name: string) =>
    signedIn(api.http, db, await makeUser(db, { on: { [device.siteId]: role }, first_name, last_name: 'Lind' }));
  [petra, viewer] = [await as('Engineer', 'Petra'), await as('User', 'Uma')];
});

const path = () => `/api/v1/locations/${device.siteId}/labels/`;
const print = (body: object = { format: 'a6', devices: [device.id] }, who = petra) => who.post(path(), body);
const codes = async (): Promise<string[]> => {
  const { rows } = await sql<{ code: string }>`select code from label order by printed_at, code`.execute(db);
  return rows.map(({ code }) => code);
};
const codeOf = async (): Promise<string> => {
  const { rows } = await sql<{ code: string }>`select code from label where device_id = ${device.id}`.execute(db);
  return rows[0]?.code ?? '';
};
const open = (code: string, who = viewer) => who.get(`/api/v1/labels/${code}/`);

/** A machine of the site's published drawing, as each version of the drawing stores it anew. */
const publish = async (
  name: string,
  sensors: readonly (readonly [device: number, sensor: string])[],
): Promise<number> => {
  const { rows } = await sql<{ tab: number; schema: number }>`with s as (
      insert into schema (site_id, name, is_published, published_at, modified_at)
        values (${device.siteId}, 'Head house', true, clock_timestamp(), now()) returning id)
    insert into schema_tab (schema_id, "position", name, document, modified_at)
      select id, 0, 'Head', '{}'::jsonb, now() from s returning id as tab, schema_id as schema`.execute(db);
  const { tab = 0, schema = 0 } = rows[0] ?? {};
  const machine = await sql<{ id: number }>`insert into schema_machine (tab_id, frontend_id, name)
    values (${tab}, 'leg', ${name}) returning id`.execute(db);
  const id = machine.rows[0]?.id ?? 0;
  for (const [index, [of, sensor]] of sensors.entries())
    await sql`insert into schema_sensor (schema_id, tab_id, machine_id, point, device_id, group_id, sensor_id)
      values (${schema}, ${tab}, ${id}, ${`p${index}`}, ${of}, '4', ${sensor})`.execute(db);
  return schema;
};

describe('printing', () => {
  it.each([
    ['a6', [105, 148], 1],
    ['l7165', [210, 297], 8],
    ['l7160', [210, 297], 21],
    ['l3474', [210, 297], 24],
  ] as const)('%s has sheets of %j mm for %i labels', async (format, size, perSheet) => {
    const others = await Promise.all(
      Array.from({ length: perSheet }, (_, n) => makeDevice(db, { site_id: device.siteId, title: `Leg ${n + 3}` })),
    );
    const sheet = await print({ format, devices: [device.id, ...others.map(({ id }) => id)] });
    expect(sheet.headers['content-type']).toBe('application/pdf');
    const pages = (await PDFDocument.load(sheet.rawPayload)).getPages();
    expect(pages.length).toBe(Math.ceil((perSheet + 1) / perSheet));
    const { width, height } = pages[0]?.getSize() ?? { width: 0, height: 0 };
    expect([width, height].map((points) => Math.round((points * 25.4) / 72))).toEqual(size);
  });

  it('gives a code once, random and 80 bits long, which stays the same when it is printed again', async () => {
    await print();
    const code = await codeOf();
    expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/);
    await print();
    expect(await codeOf()).toBe(code);
    expect(new Set(await codes()).size).toBe((await codes()).length);
  });

  it('says which labels were not scanned since they were printed', async () => {
    const listed = async () => (await petra.get(path())).json().results;
    expect(await listed()).toMatchObject([{ kind: 'device', title: 'Leg 2', printed_at: null, scanned_at: null }]);
    await print();
    await open(await codeOf());
    expect(await listed()).toMatchObject([{ scanned_at: new Date(now).toISOString(), scanned_by: 'Uma Lind' }]);
    now += 60_000;
    await print();
    expect(await listed()).toMatchObject([{ printed_at: new Date(now).toISOString(), scanned_at: null }]);
  });

  it('is refused to those who may not edit, without a choice, and for things of another site', async () => {
    expect((await print(undefined, viewer)).statusCode).toBe(403);
    const elsewhere = await makeDevice(db);
    for (const body of [
      { format: 'a6' },
      { format: 'a6', devices: [elsewhere.id] },
      { format: 'a6', machines: ['leg'] },
      { format: 'a5', devices: [device.id] },
      { format: 'a6', devices: Array.from({ length: maxLabels + 1 }, (_, n) => n + 1) },
    ])
      expect((await print(body)).statusCode).toBe(400);
    expect(await codeOf()).toBe('');
  });
});

describe('a code', () => {
  it('opens its device for everybody of the site, and answers alike for strangers and for what it never was', async () => {
    await print();
    const code = await codeOf();
    expect((await open(code)).json()).toMatchObject({ title: 'Leg 2', devices: [{ id: device.id, sensors: null }] });
    const other = await makeDevice(db);
    const stranger = await signedIn(api.http, db, await makeUser(db, { on: { [other.siteId]: 'Manager' } }));
    const [hidden, unknown] = [await open(code, stranger), await open('0000000000000000', stranger)];
    expect([hidden.statusCode, hidden.json().detail]).toEqual([404, unknown.json().detail]);
    expect([...Object.keys(hidden.json())]).toEqual([...Object.keys(unknown.json())]);
    await sql`update device set is_suspended = true where id = ${device.id}`.execute(db);
    expect((await open(code)).statusCode).toBe(404);
  });

  it('needs a session', async () => {
    await print();
    const answer = await api.http.inject({ url: `/api/v1/labels/${await codeOf()}/` });
    expect(answer.statusCode).toBe(401);
  });

  it('ends with its device, and its successor gets another', async () => {
    await print();
    const code = await codeOf();
    await sql`update device set removed_at = now() where id = ${device.id}`.execute(db);
    expect((await open(code)).statusCode).toBe(404);
    const next = await makeDevice(db, { site_id: device.siteId, title: 'Leg 2' });
    await print({ format: 'a6', devices: [next.id] });
    expect((await open(code)).statusCode).toBe(404);
    expect((await codes()).filter((one) => one === code)).toHaveLength(1);
  });

  it('of a machine follows the published drawing, and ends when it is drawn no more', async () => {
    const second = await makeDevice(db, { site_id: device.siteId, title: 'Leg 2, tail' });
    await publish('Bucket elevator', [
      [device.id, '4000'],
      [device.id, '4001'],
      [second.id, '4000'],
    ]);
    await print({ format: 'a6', machines: ['leg'] });
    const { rows } = await sql<{ code: string }>`select code from label where site_id = ${device.siteId}`.execute(db);
    const code = rows[0]?.code ?? '';
    expect((await open(code)).json()).toMatchObject({
      title: 'Bucket elevator',
      devices: [
        { id: device.id, sensors: ['4.4000', '4.4001'] },
        { id: second.id, sensors: ['4.4000'] },
      ],
    });
    await publish('Elevator 2', [[second.id, '4001']]);
    expect((await open(code)).json()).toMatchObject({ title: 'Elevator 2', devices: [{ id: second.id }] });
    const emptied = await publish('Gone', []);
    await sql`delete from schema_machine m using schema_tab t where t.id = m.tab_id and t.schema_id = ${emptied}`.execute(
      db,
    );
    expect((await open(code)).statusCode).toBe(404);
  });
});
