import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import type { Administration } from '../../pipeline/catalog.ts';
import { recorded } from '../../platform/audit.ts';
import { drivenClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { dieAtCommit } from '../../platform/testing/die-at-commit.ts';
import {
  type MadeDevice,
  makeDevice,
  makeSite,
  makeUser,
  type SignedIn,
  signedIn,
  type UserOverrides,
} from '../../platform/testing/factories.ts';
import { addOutOfServiceRoutes, createOutOfServiceRecords, createReview, enqueueReminders } from './index.ts';
import { sensorsOutOfService } from './store.ts';

const database = testDatabase();
const dayMs = 24 * 3_600_000;
/** 06:00 in Chicago. */
const start = Date.UTC(2026, 9, 20, 11);
const clock = drivenClock(start);
const records = createOutOfServiceRecords({ clock });
const review = (payload: { readonly id: number }) =>
  createReview({ db: database.db, clock, publicUrl: 'https://tocsin.example' })(payload);
const administered: Administration[] = [];
let api: TestApi;

beforeAll(async () => {
  const dependencies = {
    db: database.db,
    clock,
    records,
    sensorOf: async (_: number, ref: string) => (ref === '4.4000' ? { path: ref, name: 'Head bearing' } : undefined),
    catalogChanged: async () => {},
    administered: async (what: Administration) => void administered.push(what),
  };
  api = await testApi(database.db, (a) => addOutOfServiceRoutes(a, dependencies), { clock });
});
afterAll(async () => {
  await api.http.close();
});
beforeEach(() => {
  administered.length = 0;
});

const person = async (over: UserOverrides = {}): Promise<SignedIn> =>
  await signedIn(api.http, database.db, await makeUser(database.db, over), new Date(clock.now()));
const managerOf = (device: MadeDevice) => person({ on: { [device.siteId]: 'Manager' } });
const sensor = (device: MadeDevice, ref = '4.4000') => `/api/v1/devices/${device.id}/sensors/${ref}/out-of-service/`;
const auditOf = (device: MadeDevice) =>
  database.db
    .selectFrom('audit')
    .select(['action', 'subject_name', 'old', 'new'])
    .where('device_id', '=', device.id)
    .orderBy('id')
    .execute();
const rowId = async (device: MadeDevice): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select id from out_of_service where device_id = ${device.id}`.execute(
    database.db,
  );
  return rows[0]?.id ?? 0;
};
const mailsTo = async (email: string) =>
  (
    await sql<{ subject: string; text: string }>`select subject, text from mail where to_address = ${email}
      order by id`.execute(database.db)
  ).rows;
const jobAt = async (device: MadeDevice): Promise<string | undefined> => {
  const { rows } = await sql<{ run_at: Date }>`select run_at from graphile_worker.jobs
    where key = ${`out-of-service.review ${await rowId(device)}`}`.execute(database.db);
  return rows[0]?.run_at.toISOString();
};

describe('taking a sensor out of service', () => {
  it('is refused to people who do not manage the site, and for unknown sensors', async () => {
    const device = await makeDevice(database.db);
    const engineer = await person({ on: { [device.siteId]: 'Engineer' } });
    expect((await engineer.put(sensor(device), {})).statusCode).toBe(403);
    expect((await (await person()).put(sensor(device), {})).statusCode).toBe(404);
    const manager = await managerOf(device);
    expect((await manager.put(sensor(device, '4.9'), {})).statusCode).toBe(404);
    expect((await manager.put(sensor(device), { reason: 'x'.repeat(1001) })).json()).toHaveProperty('reason');
    for (const review_at of ['soon', '2026-10-19', '2027-01-19'])
      expect((await manager.put(sensor(device), { review_at })).json()).toHaveProperty('review_at');
    expect(await auditOf(device)).toEqual([]);
  });

  // meets: isa-18.2 11.9 out of service
  it('stores who, since when, why and until when; a second call extends it', async () => {
    const device = await makeDevice(database.db);
    const manager = await managerOf(device);
    const reply = await manager.put(sensor(device), { reason: ' Cable is loose ', review_at: '2026-11-02' });
    expect(reply.json()).toMatchObject({
      sensor: '4.4000',
      sensor_name: 'Head bearing',
      reason: 'Cable is loose',
      since: new Date(start).toISOString(),
      review_at: '2026-11-02T06:00:00.000Z',
      is_overdue: false,
    });
    expect(await jobAt(device)).toBe('2026-11-02T13:00:00.000Z');
    await manager.put(sensor(device), { reason: 'Part is ordered', review_at: '2026-11-05' });
    expect(await jobAt(device)).toBe('2026-11-05T13:00:00.000Z');
    const { results } = (await manager.get(`/api/v1/devices/${device.id}/sensors/out-of-service/`)).json();
    expect(results).toMatchObject([{ reason: 'Part is ordered', since: new Date(start).toISOString() }]);
    expect((await sensorsOutOfService(database.db, [device.id])).get(device.id)).toMatchObject([{ path: '4.4000' }]);
    expect((await auditOf(device)).map((row) => row.action)).toEqual(['take out of service', 'extend out of service']);
    expect(administered.map((what) => what.content)).toEqual([
      expect.stringMatching(/^Sensor 'Head bearing' taken out of service by /),
      expect.stringMatching(/^Sensor 'Head bearing' kept out of service by /),
    ]);
  });

  it('needs no body: no reason given, review in 7 days', async () => {
    const device = await makeDevice(database.db);
    const manager = await managerOf(device);
    expect((await manager.put(sensor(device))).json()).toMatchObject({
      reason: null,
      review_at: '2026-10-27T05:00:00.000Z',
    });
  });

  it('ends by the returning call, which does nothing the second time', async () => {
    const device = await makeDevice(database.db);
    const manager = await managerOf(device);
    await manager.put(sensor(device), { reason: 'Cable is loose' });
    administered.length = 0;
    expect((await manager.delete(sensor(device))).statusCode).toBe(204);
    expect((await manager.delete(sensor(device))).statusCode).toBe(204);
    expect(administered).toHaveLength(1);
    expect((await manager.get(`/api/v1/out-of-service/?device=${device.id}`)).json()).toEqual({
      count: 0,
      results: [],
    });
    expect((await auditOf(device)).at(-1)).toMatchObject({
      action: 'return to service',
      old: { reason: 'Cable is loose' },
    });
  });
});

describe('the list', () => {
  it('is paged, ordered by review date and shows nothing of other sites', async () => {
    const site = await makeSite(database.db);
    const first = await makeDevice(database.db, { site_id: site.id });
    const second = await makeDevice(database.db, { site_id: site.id });
    const manager = await managerOf(first);
    await manager.put(sensor(first), { review_at: '2026-11-05' });
    await manager.put(sensor(second), { review_at: '2026-11-02' });
    const at = { headers: { 'x-tocsin-selection': `${site.clientId},,` } };
    const page = (await manager.get('/api/v1/out-of-service/?limit=1', at)).json();
    expect(page).toMatchObject({ count: 2, results: [{ device: second.id }] });
    expect(page.results[0].permissions).toContain('site.suspend');
    const elsewhere = await makeDevice(database.db);
    expect((await (await managerOf(elsewhere)).get('/api/v1/out-of-service/')).json().count).toBe(0);
  });
});

describe('from the review date on', () => {
  it('the managers of the site get one mail a day, until it is extended', async () => {
    const site = await makeSite(database.db);
    const device = await makeDevice(database.db, { site_id: site.id, title: 'Leg 1' });
    const other = await makeDevice(database.db, { site_id: site.id, title: 'Leg 2' });
    const user = await makeUser(database.db, { on: { [site.id]: 'Manager' } });
    const manager = await signedIn(api.http, database.db, user, new Date(clock.now()));
    await makeUser(database.db, { on: { [site.id]: 'Engineer' } });
    await manager.put(sensor(device), { reason: 'Cable is loose', review_at: '2026-10-31' });
    await manager.put(sensor(other), { reason: 'Part is ordered', review_at: '2026-10-31' });
    const runAll = async () => {
      for (const one of [device, other, device]) await review({ id: await rowId(one) });
    };
    const { email } = user;
    clock.advanceTo(Date.UTC(2026, 9, 31, 11, 59));
    await runAll();
    expect(await mailsTo(email)).toEqual([]);
    clock.advanceTo(Date.UTC(2026, 9, 31, 12));
    await runAll();
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('Leg 1: Head bearing');
    expect(mail?.text).toContain('Part is ordered');
    // The clocks go back in the night: the next one comes after 25 hours.
    expect(await jobAt(device)).toBe('2026-11-01T13:00:00.000Z');
    clock.advanceTo(Date.UTC(2026, 10, 1, 12));
    await runAll();
    expect(await mailsTo(email)).toHaveLength(1);
    clock.advanceTo(Date.UTC(2026, 10, 1, 13));
    await runAll();
    expect(await mailsTo(email)).toHaveLength(2);
    const later = await signedIn(api.http, database.db, user, new Date(clock.now()));
    expect((await later.put(sensor(device), { review_at: '2026-11-20' })).statusCode).toBe(200);
    expect((await later.delete(sensor(other))).statusCode).toBe(204);
    clock.advanceTo(Date.UTC(2026, 10, 3, 13));
    await runAll();
    expect(await mailsTo(email)).toHaveLength(2);
  });

  it('two runs at the same time send one mail', async () => {
    const device = await makeDevice(database.db);
    const user = await makeUser(database.db, { on: { [device.siteId]: 'Manager' } });
    const by = { userId: null, name: 'Ann Vole', address: '' };
    await recorded(database.db, by, async (trx, note) => {
      await records.record(trx, { deviceId: device.id }, {}, by);
      note({ action: 'suspend', subject: 'device', old: null, new: { is_suspended: true } });
    });
    clock.advanceTo(clock.now() + 9 * dayMs);
    const id = await rowId(device);
    await Promise.all([review({ id }), review({ id })]);
    expect(await mailsTo(user.email)).toHaveLength(1);
  });

  it('a server that dies at the commit of a reminder leaves it to another, which mails once', async () => {
    const device = await makeDevice(database.db);
    const user = await makeUser(database.db, { on: { [device.siteId]: 'Manager' } });
    const by = { userId: null, name: 'Ann Vole', address: '' };
    await recorded(database.db, by, async (trx, note) => {
      await records.record(trx, { deviceId: device.id }, {}, by);
      note({ action: 'suspend', subject: 'device', old: null, new: { is_suspended: true } });
    });
    clock.advanceTo(clock.now() + 9 * dayMs);
    const id = await rowId(device);
    await dieAtCommit(database.pool, 'mail');
    await expect(review({ id })).rejects.toThrow();
    expect(await mailsTo(user.email)).toEqual([]);
    await review({ id });
    await review({ id });
    expect(await mailsTo(user.email)).toHaveLength(1);
  });

  it('reminds the managers of the site to which a device was moved, and nobody of a removed one', async () => {
    const device = await makeDevice(database.db);
    const { id: there } = await makeSite(database.db, { timezone: 'Europe/Berlin' });
    const before = await makeUser(database.db, { on: { [device.siteId]: 'Manager' } });
    const after = await makeUser(database.db, { on: { [there]: 'Manager' } });
    await (await managerOf(device)).put(sensor(device), {});
    await sql`update device set site_id = ${there} where id = ${device.id}`.execute(database.db);
    clock.advanceTo(clock.now() + 9 * dayMs);
    await review({ id: await rowId(device) });
    expect(await mailsTo(before.email)).toEqual([]);
    expect(await mailsTo(after.email)).toHaveLength(1);
    await sql`update device set removed_at = now() where id = ${device.id}`.execute(database.db);
    clock.advanceTo(clock.now() + 2 * dayMs);
    await review({ id: await rowId(device) });
    expect(await mailsTo(after.email)).toHaveLength(1);
    expect(await jobAt(device)).toBe(new Date(clock.now() + dayMs).toISOString());
  });

  it('rows of an upgrade are scheduled at the start', async () => {
    const device = await makeDevice(database.db);
    await sql`insert into out_of_service (device_id, since, user_name, reason, review_at)
      values (${device.id}, now(), '', '', '2027-03-14T06:00:00Z')`.execute(database.db);
    await enqueueReminders({ db: database.db, log: createLog('silent') });
    expect(await jobAt(device)).toBe('2027-03-14T12:00:00.000Z');
  });
});
