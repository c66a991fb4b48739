import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import {
  type MadeDevice,
  makeDevice,
  makeSite,
  makeUser,
  type SignedIn,
  signedIn,
  type UserOverrides,
} from '../../platform/testing/factories.ts';
import { addShelfRoutes, loadShelf, type ShelvesPort } from './index.ts';

const database = testDatabase();
const start = Date.UTC(2026, 10, 20, 12);
const clock = drivenClock(start);
let api: TestApi;
let nextId = 1;
const hour = 3_600_000;

/** The pipeline's answers, with the rows that it would write. */
const pipeline: ShelvesPort = {
  async start(deviceId, { target, ...asked }) {
    const { rows } = await sql<{ id: number }>`select id from shelf where device_id = ${deviceId} and ended_at is null
      and (group_id, sensor_id, rule_id) is not distinct from
        (${target.groupId}::text, ${target.sensorId}::text, ${target.ruleId}::int)`.execute(database.db);
    if (rows[0]) return { kind: 'exists', id: rows[0].id };
    const device = devices.get(deviceId);
    if (!device) return undefined;
    const id = await storeShelf(device, { ...target, at: clock.now(), until: asked.until, firstFrom: asked.firstFrom });
    return { kind: 'done', id };
  },
  async extend(_device, id, until) {
    await sql`update shelf set until = ${until} where id = ${id}`.execute(database.db);
    return { kind: 'done', id };
  },
  async end(_device, id, by) {
    const { rows } = await sql`update shelf set ended_at = ${clock.now()}, ended_by = ${by}, end_reason = 'ended'
      where id = ${id} and ended_at is null returning id`.execute(database.db);
    return rows.length > 0 ? { kind: 'done', id } : { kind: 'ended' };
  },
};
const devices = new Map<number, MadeDevice>();
const newDevice = async (over: Parameters<typeof makeDevice>[1] = {}): Promise<MadeDevice> => {
  const device = await makeDevice(database.db, over);
  devices.set(device.id, device);
  return device;
};

beforeAll(async () => {
  const dependencies = {
    db: database.db,
    clock,
    shelves: pipeline,
    pathOf: async (_device: number, ref: string) => (ref === '4.4000' ? ref : undefined),
    pathOfRule: (_device: number, rule: number) => (rule === 5 ? '4.4000' : undefined),
  };
  const loaders = { shelf: (id: number) => loadShelf(database.db, id) };
  api = await testApi(database.db, (a) => addShelfRoutes(a, dependencies), { clock, loaders });
});
afterAll(async () => {
  await api.http.close();
});

const person = async (over: UserOverrides = {}): Promise<SignedIn> =>
  await signedIn(api.http, database.db, await makeUser(database.db, over));

interface Over {
  readonly at?: number;
  readonly endedAt?: number;
  readonly groupId?: string | null;
  readonly sensorId?: string | null;
  readonly ruleId?: number | null;
  readonly until?: number;
  readonly firstFrom?: number | null;
}
async function storeShelf(device: MadeDevice, over: Over = {}): Promise<number> {
  const id = nextId++;
  const at = over.at ?? start;
  const { groupId = '4', sensorId = '4000', ruleId = null, until = at + hour, firstFrom } = over;
  await sql`insert into shelf (id, device_id, client_id, site_id, client_name, site_name, device_name, group_id,
      sensor_id, rule_id, title, covers_alarms, reason_code, reason, priority, started_at, first_from, until, user_name, ended_at,
      end_reason)
    values (${id}, ${device.id}, ${device.clientId}, ${device.siteId}, 'Company', 'North elevator', 'Leg 1', ${groupId},
      ${sensorId}, ${ruleId}, 'Head bearing left', false, 'chattering', 'Loose cable', 'medium', ${at}, ${firstFrom ?? at}, ${until},
      'Ann Vole', ${over.endedAt ?? null}, ${over.endedAt === undefined ? null : 'expired'})`.execute(database.db);
  return id;
}
const list = (who: SignedIn, query = '') => who.get(`/api/v1/shelves/${query}`);
const ids = (answer: { json(): { results: { id: number }[] } }) => answer.json().results.map((row) => row.id);

describe('the list refuses', () => {
  it('anonymous callers', async () => {
    expect((await api.http.inject('/api/v1/shelves/')).statusCode).toBe(401);
  });

  it.each(['?limit=-1', '?is_active=perhaps', '?device=x'])('%s', async (query) => {
    expect((await list(await person(), query)).statusCode).toBe(400);
  });
});

describe('the list of shelves', () => {
  it('shows those of the sites that the person sees, newest first', async () => {
    const device = await makeDevice(database.db);
    const other = await makeDevice(database.db, { site_id: (await makeSite(database.db)).id });
    const older = await storeShelf(device, { at: start - 60_000, endedAt: start });
    const newer = await storeShelf(device);
    await storeShelf(other);
    const user = await person({ on: { [device.siteId]: 'User' } });

    const all = await list(user);
    expect(ids(all)).toEqual([newer, older]);
    expect(all.json()).toMatchObject({
      count: 2,
      results: [
        {
          device: device.id,
          device_name: 'Leg 1',
          location: device.siteId,
          sensor: '4.4000',
          node: null,
          title: 'Head bearing left',
          reason_code: 'chattering',
          shelved_by: 'Ann Vole',
          is_active: true,
          ended_at: null,
          permissions: ['device.see', 'device.open', 'device.shelve'],
        },
        { is_active: false, end_reason: 'expired' },
      ],
    });
    expect(ids(await list(user, '?is_active=true'))).toEqual([newer]);
    expect(ids(await list(user, '?is_active=false'))).toEqual([older]);
    expect(ids(await list(user, `?device=${device.id}&limit=1&offset=1`))).toEqual([older]);
    expect(ids(await list(user, `?location=${other.siteId}`))).toEqual([]);
  });

  it('names a node and a whole device as such', async () => {
    const device = await makeDevice(database.db);
    await storeShelf(device, { at: start - 1, sensorId: null });
    await storeShelf(device, { groupId: null, sensorId: null });
    const results = (await list(await person({ on: { [device.siteId]: 'Manager' } }))).json().results;
    expect(results).toMatchObject([
      { sensor: null, node: null },
      { sensor: null, node: '4' },
    ]);
  });

  it('leaves out suspended devices except for OEM users', async () => {
    const device = await makeDevice(database.db, { is_suspended: true });
    const id = await storeShelf(device);
    expect(ids(await list(await person({ on: { [device.siteId]: 'Manager' } })))).toEqual([]);
    const query = `?device=${device.id}&all_clients=true`;
    expect(ids(await list(await person({ is_oem: true }), query))).toEqual([id]);
  });
});

const asked = { sensor: '4.4000', reason_code: 'chattering', reason: 'Loose cable', minutes: 60 };
const shelve = (who: SignedIn, device: MadeDevice, over: object = {}) =>
  who.post('/api/v1/shelves/', { device: device.id, ...asked, ...over });
const inHours = (hours: number) => ({ minutes: undefined, until: new Date(clock.now() + hours * hour).toISOString() });
const on = async (device: MadeDevice, role: 'User' | 'Engineer' | 'Manager') =>
  await person({ on: { [device.siteId]: role } });

describe('shelving refuses', () => {
  it.each([
    ['reason', { reason: '  ' }],
    ['reason', { reason: undefined }],
    ['reason_code', { reason_code: 'bored' }],
    ['until', { minutes: undefined }],
    ['until', { until: '2026-11-20T13:00:00Z' }],
    ['until', { minutes: undefined, until: '2026-11-20T11:00:00Z' }],
    ['until', { minutes: undefined, until: 'tomorrow' }],
    ['minutes', { minutes: 0 }],
    ['sensor', { sensor: '4.9999' }],
    ['sensor', { node: '4' }],
    ['rule', { sensor: null, rule: 6 }],
    ['covers_alarms', { sensor: null, rule: 5, covers_alarms: true }],
  ])('%s of %j', async (field, over) => {
    const device = await newDevice();
    const answer = await shelve(await on(device, 'Manager'), device, over);
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, [field]]);
  });

  it.each([
    ['User', 8],
    ['Engineer', 24],
    ['Manager', 7 * 24],
  ] as const)('a %s more than %i hours', async (role, most) => {
    const device = await newDevice();
    const who = await on(device, role);
    const answer = await shelve(who, device, inHours(most + 0.1));
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { until: [expect.stringContaining('at most')] }]);
    expect((await shelve(who, device, inHours(most))).statusCode).toBe(201);
  });

  it('a User the whole device, and everybody a device that they do not see', async () => {
    const device = await newDevice();
    const whole = { sensor: null };
    expect((await shelve(await on(device, 'User'), device, whole)).statusCode).toBe(403);
    expect((await shelve(await on(device, 'Engineer'), device, whole)).statusCode).toBe(201);
    expect((await shelve(await on(await newDevice(), 'Manager'), device)).statusCode).toBe(404);
  });

  it('a second shelf for the same thing, with the one that there is', async () => {
    const device = await newDevice();
    const who = await on(device, 'User');
    const first = await shelve(who, device);
    const second = await shelve(who, device, { covers_alarms: true });
    expect([second.statusCode, second.json()]).toMatchObject([409, { existing: { id: first.json().id } }]);
  });
});

describe('the limit of the role', () => {
  // meets: isa-18.2 11.7 shelving
  it('counts from the first start over extensions, of whoever started it', async () => {
    const device = await newDevice();
    const user = await on(device, 'User');
    const { id } = (await shelve(user, device, inHours(6))).json();
    clock.advanceTo(clock.now() + 5 * hour);
    const extend = (who: SignedIn, hours: number) => who.post(`/api/v1/shelves/${id}/extend/`, inHours(hours));
    expect((await extend(user, 4)).statusCode).toBe(400);
    expect((await extend(user, 3)).statusCode).toBe(200);
    expect((await extend(await on(device, 'Engineer'), 19)).json()).toMatchObject({
      id,
      first_from: expect.any(String),
    });
  });

  it('counts over renewals within an hour, of a part or of the whole too', async () => {
    const device = await newDevice();
    const user = await on(device, 'User');
    const { id } = (await shelve(user, device, inHours(7))).json();
    clock.advanceTo(clock.now() + 5 * hour);
    expect((await user.post(`/api/v1/shelves/${id}/end/`)).json()).toMatchObject({
      is_active: false,
      ended_by: expect.stringContaining('Person'),
    });
    clock.advanceTo(clock.now() + 0.5 * hour);
    expect((await shelve(user, device, inHours(3))).statusCode).toBe(400);
    expect((await shelve(user, device, { sensor: null, rule: 5, ...inHours(3) })).statusCode).toBe(400);
    expect((await shelve(user, device, inHours(2))).statusCode).toBe(201);
  });

  it('begins anew after an hour', async () => {
    const device = await newDevice();
    const user = await on(device, 'User');
    const { id } = (await shelve(user, device, inHours(8))).json();
    clock.advanceTo(clock.now() + 7 * hour);
    await user.post(`/api/v1/shelves/${id}/end/`);
    clock.advanceTo(clock.now() + 1.1 * hour);
    expect((await shelve(user, device, inHours(8))).statusCode).toBe(201);
  });
});

describe('a shelf', () => {
  it('that has ended is neither extended nor ended again', async () => {
    const device = await newDevice();
    const user = await on(device, 'User');
    const { id } = (await shelve(user, device)).json();
    await user.post(`/api/v1/shelves/${id}/end/`);
    expect((await user.post(`/api/v1/shelves/${id}/end/`)).statusCode).toBe(409);
  });

  it('of another tenant does not exist', async () => {
    const device = await newDevice();
    const { id } = (await shelve(await on(device, 'User'), device)).json();
    const stranger = await on(await newDevice(), 'Manager');
    expect((await stranger.post(`/api/v1/shelves/${id}/end/`)).statusCode).toBe(404);
    expect((await stranger.post('/api/v1/shelves/999999/end/')).statusCode).toBe(404);
  });

  it('leaves a row in the audit log with its reason, its extension and its end', async () => {
    const device = await newDevice();
    const user = await on(device, 'Engineer');
    const { id } = (await shelve(user, device)).json();
    await user.post(`/api/v1/shelves/${id}/extend/`, { minutes: 120 });
    await user.post(`/api/v1/shelves/${id}/end/`);
    const rows = await database.db
      .selectFrom('audit')
      .select(['action', 'old', 'new'])
      .where('subject', '=', 'shelf')
      .where('subject_id', '=', String(id))
      .orderBy('id')
      .execute();
    expect(rows).toMatchObject([
      { action: 'shelve', old: null, new: { sensor: '4.4000', reason: 'Loose cable', reason_code: 'chattering' } },
      { action: 'extend shelf', old: { until: expect.any(String) }, new: { until: expect.any(String) } },
      { action: 'end shelf', old: { is_active: true }, new: { is_active: false } },
    ]);
  });
});
