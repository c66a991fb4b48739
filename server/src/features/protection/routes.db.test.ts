import type { LiveDevice } from '@tocsin/contract/live';
import { sql } from 'kysely';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import type { Clock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeDevice, makeDevice, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { readLedger } from '../maintenance/index.ts';
import { addProtectionRoutes, loadSuspicion } from './index.ts';
import { writeSeen } from './store-seen.ts';
import { writeScan } from './store-suspicions.ts';
import { announce, evidence, liveDocument, sensorAt } from './testing/facts.ts';

const database = testDatabase();
let db: typeof database.db;
const dayMs = 86_400_000;
const start = Date.UTC(2026, 10, 20, 12);
let now = start;
const clock: Clock = { now: () => now, after: () => () => {} };
const documents = new Map<number, LiveDevice>();
let api: TestApi;
let device: MadeDevice;
let engineer: SignedIn;
let viewer: SignedIn;

beforeAll(async () => {
  db = database.db;
  api = await testApi(
    db,
    (a) =>
      addProtectionRoutes(a, {
        db,
        clock,
        live: (id) => documents.get(id),
        unevaluatedOf: (state) =>
          new Map(Object.entries(JSON.parse(state)).map(([id, at]) => [Number(id), Number(at)])),
        ledger: (siteId, now) => readLedger(db, siteId, now),
        peopleOf: async () => [{ id: engineer.userId, name: 'Dale Novak' }],
      }),
    { loaders: { suspicion: (id) => loadSuspicion(db, id) } },
  );
});
afterAll(async () => {
  await api.http.close();
});
beforeEach(async () => {
  now += 60_000;
  device = await makeDevice(db, { created_at: new Date(start - 10 * dayMs) });
  await announce(db, device.id, ['4000', '4001', '4002']);
  documents.set(device.id, liveDocument(device.id));
  const as = async (role: 'User' | 'Engineer') =>
    await signedIn(api.http, db, await makeUser(db, { on: { [device.siteId]: role } }));
  engineer = await as('Engineer');
  viewer = await as('User');
});

interface Row {
  readonly kind: string;
  readonly sensor_id: string | null;
  readonly device_id: number | null;
  readonly why: string;
  readonly who: string | null;
  readonly since: string | null;
  readonly until: string | null;
  readonly sensors: number;
  readonly suspicion: { readonly id: number } | null;
}
const list = async (query = '', who = viewer) => {
  now += 6_000;
  const answer = await who.get(`/api/v1/protection/${query}`);
  expect(answer.statusCode).toBe(200);
  return answer.json() as {
    count: number;
    total: number;
    results: Row[];
    by_site: object[];
    proven: Record<string, number | null>;
  };
};
const kinds = async (): Promise<string[]> => (await list()).results.map(({ kind }) => kind);
const suspect = async (path = '4.4000', over: { type?: string; unit?: string } = {}): Promise<number> => {
  const found = {
    path,
    kind: 'flat' as const,
    type: 'NUMERIC',
    unit: 'C',
    since: start - 5 * dayMs,
    evidence,
    ...over,
  };
  await writeScan(
    db,
    device.id,
    [found],
    { '4.4001': { movedAt: clock.now(), inactiveSince: null } },
    new Date(clock.now()),
  );
  const { rows } = await sql<{ id: number }>`select id from sensor_suspicion
    where device_id = ${device.id} and ended_at is null`.execute(db);
  return rows[0]?.id ?? 0;
};
const dismiss = (id: number, body: object, who = engineer) => who.post(`/api/v1/suspicions/${id}/dismiss/`, body);

describe('assigning an owner', () => {
  const assign = (body: object, who = engineer) => who.put(`/api/v1/devices/${device.id}/protection-owner/`, body);
  const ownerOf = async (kind: string): Promise<string | null | undefined> =>
    (await list(`?kind=${kind}`)).results[0]?.who;

  it('shows who looks after it, and lists it by their name', async () => {
    await suspect();
    expect(await ownerOf('suspected_dead')).toBeNull();
    const body = { sensor: '4.4000', kind: 'suspected_dead', owner: engineer.userId };
    expect((await assign(body)).json()).toEqual({ owner: { id: engineer.userId, name: 'Dale Novak' } });
    expect(await ownerOf('suspected_dead')).toBe('Dale Novak');
    expect((await list('?search=dale')).count).toBe(1);
    await assign({ ...body, owner: null });
    expect(await ownerOf('suspected_dead')).toBeNull();
    const { rows } = await sql<{ old: object; new: object }>`select old, new from audit
      where action = 'assign owner' and device_id = ${device.id} order by id`.execute(db);
    expect(rows).toEqual([
      { old: { owner: null }, new: { owner: 'Dale Novak' } },
      { old: { owner: 'Dale Novak' }, new: { owner: null } },
    ]);
  });
  it('holds for what stood then, and not for the same thing later', async () => {
    await writeSeen(db, device.id, [{ path: '4.4001', kind: 'disabled' }], new Date(now));
    documents.set(device.id, liveDocument(device.id, { sensors: [sensorAt('4001', 'Disabled', 'Disabled')] }));
    now += 1_000;
    await assign({ sensor: '4.4001', kind: 'disabled', owner: engineer.userId });
    expect(await ownerOf('disabled')).toBe('Dale Novak');
    await writeSeen(db, device.id, [], new Date(now));
    await writeSeen(db, device.id, [{ path: '4.4001', kind: 'disabled' }], new Date(now + 60_000));
    expect(await ownerOf('disabled')).toBeNull();
  });
  it('refuses people without access, and what somebody has taken on already', async () => {
    const body = { sensor: null, kind: 'offline', owner: 2_000_000 };
    expect((await assign(body)).json()).toEqual({ owner: ['This person has no access to the site.'] });
    expect((await assign({ ...body, kind: 'shelved' })).statusCode).toBe(400);
    expect((await assign({ ...body, owner: null }, viewer)).statusCode).toBe(403);
  });
});

describe('what is so by design', () => {
  const confirm = (body: object, who = engineer) => who.put(`/api/v1/devices/${device.id}/protection-design/`, body);
  const disabled = { sensors: ['4.4001'], kind: 'disabled', reason: 'No bearing fitted' };
  const disable = async (): Promise<void> => {
    await writeSeen(db, device.id, [{ path: '4.4001', kind: 'disabled' }], new Date(now));
    documents.set(device.id, liveDocument(device.id, { sensors: [sensorAt('4001', 'Disabled', 'Disabled')] }));
    now += 1_000;
  };
  const needing = async (): Promise<number> => {
    now += 6_000;
    return (await viewer.get('/api/v1/protection/count/')).json().needs_somebody;
  };

  it('needs a reason, a sensor of the device, a kind that can be meant so, and an Engineer', async () => {
    await disable();
    expect((await confirm({ ...disabled, reason: ' ' })).json()).toEqual({ reason: ['Please give a reason.'] });
    expect((await confirm({ ...disabled, sensors: ['4.4001', '4.9'] })).json()).toEqual({
      sensors: ['The device does not list this sensor.'],
    });
    expect((await confirm({ ...disabled, kind: 'offline' })).statusCode).toBe(400);
    expect((await confirm(disabled, viewer)).statusCode).toBe(403);
    expect(await needing()).toBe(1);
  });
  it('is listed with who confirmed it and why, and needs nobody until somebody takes that back', async () => {
    await disable();
    expect((await confirm(disabled)).json()).toEqual({ is_by_design: true });
    const { results, total } = await list();
    const { rows } = await sql<{ name: string }>`select user_name as name from protection_design`.execute(db);
    expect(results).toMatchObject([{ is_by_design: true, why: `By design (${rows[0]?.name}): No bearing fitted` }]);
    expect([total, await needing()]).toEqual([1, 0]);
    expect((await list('?is_by_design=false')).count).toBe(0);
    expect(await list('?is_by_design=true')).toMatchObject({ count: 1, by_design: { disabled: 1 } });
    await confirm({ ...disabled, reason: null });
    expect(await needing()).toBe(1);
  });
  it('holds until the sensor was enabled in between, or has another unit', async () => {
    await disable();
    await confirm(disabled);
    await announce(db, device.id, ['4000', '4001', '4002'], 'F');
    expect(await needing()).toBe(1);
    await confirm(disabled);
    expect(await needing()).toBe(0);
    await writeSeen(db, device.id, [], new Date(now));
    now += 60_000;
    await disable();
    expect(await needing()).toBe(1);
  });
  it('holds for a missing rule until one came and went', async () => {
    await sql`update device set device_type = '0005' where id = ${device.id}`.execute(db);
    await confirm({ sensors: ['4.4000', '4.4001', '4.4002'], kind: 'no_rules', reason: 'Only recorded' });
    expect(await needing()).toBe(0);
    await sql`insert into warning_rule (device_id, path, sign, value, delay_seconds, position, until)
      values (${device.id}, '4.4000', '>', 60, 10, 0, ${now + 1_000})`.execute(db);
    expect(await needing()).toBe(1);
  });
});

describe('dismissing a suspicion', () => {
  it('refuses a missing or empty reason by its field', async () => {
    const id = await suspect();
    for (const body of [{}, { reason: '  ' }]) {
      const answer = await dismiss(id, body);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({ reason: ['Please give a reason.'] });
    }
  });
  it("answers another client's suspicion like an unknown one", async () => {
    const id = await suspect();
    const stranger = await signedIn(
      api.http,
      db,
      await makeUser(db, { on: { [(await makeDevice(db)).siteId]: 'Manager' } }),
    );
    expect((await dismiss(id, { reason: 'known' }, stranger)).statusCode).toBe(404);
    expect((await dismiss(2_000_000, { reason: 'known' }, stranger)).statusCode).toBe(404);
    expect((await dismiss(id, { reason: 'known' }, viewer)).statusCode).toBe(403);
    expect(await kinds()).toEqual(['suspected_dead']);
  });
  it('refuses a suspicion about a sensor that was retyped or removed, and no longer lists it', async () => {
    const id = await suspect();
    await announce(db, device.id, ['4000', '4001'], 'F');
    expect(await kinds()).toEqual([]);
    expect((await dismiss(id, { reason: 'known' })).statusCode).toBe(404);
    await announce(db, device.id, ['4001']);
    expect(await kinds()).toEqual([]);
    await announce(db, device.id, ['4000']);
    expect(await kinds()).toEqual(['suspected_dead']);
  });
  it('hides it for 90 days with its reason on record, until then or until somebody lists it again', async () => {
    const id = await suspect();
    const answer = await dismiss(id, { reason: ' Spare input, wired in spring ' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().dismissed).toMatchObject({ reason: 'Spare input, wired in spring' });
    expect(await kinds()).toEqual([]);
    const dismissed = (await viewer.get('/api/v1/suspicions/?is_dismissed=true')).json();
    expect(dismissed.results).toMatchObject([{ id, sensor_id: '4.4000' }]);
    // The next night finds it again: it stays dismissed.
    expect(await suspect()).toBe(id);
    expect(await kinds()).toEqual([]);
    expect((await engineer.post(`/api/v1/suspicions/${id}/restore/`, {})).statusCode).toBe(200);
    expect(await kinds()).toEqual(['suspected_dead']);
    await dismiss(id, { reason: 'again' });
    const { rows } = await sql<{ action: string; new: { reason: string } }>`select action, new from audit
      where device_id = ${device.id} order by id`.execute(db);
    expect(rows.map(({ action }) => action)).toEqual(['dismiss suspicion', 'restore suspicion', 'dismiss suspicion']);
    expect(rows[0]?.new.reason).toBe('Spare input, wired in spring');
    const before = clock.now();
    now = before + 91 * dayMs;
    const late = await signedIn(api.http, db, await makeUser(db, { on: { [device.siteId]: 'User' } }));
    expect((await list('', late)).results.map(({ kind }) => kind)).toEqual(['suspected_dead']);
    now = before;
  });
});

describe('the entries', () => {
  it('say that everything protects', async () => {
    expect(await list()).toMatchObject({ count: 0, total: 0, results: [] });
  });
  it('show nothing of other sites of the client', async () => {
    const other = await makeDevice(db, { site_id: undefined });
    await announce(db, other.id, ['4000']);
    expect((await list()).results).toEqual([]);
    expect((await viewer.get(`/api/v1/protection/?location=${other.siteId}`)).json().count).toBe(0);
  });
  it('name a device that never reported, and one that is offline since its event', async () => {
    documents.delete(device.id);
    expect((await list()).results).toMatchObject([
      { kind: 'offline', sensor_id: null, sensors: 3, why: 'Never sent a frame' },
    ]);
    documents.set(device.id, liveDocument(device.id, { isOnline: false }));
    expect((await list()).results).toMatchObject([{ kind: 'offline', why: 'No frames' }]);
  });
  it('say until when a maintenance test runs at the latest', async () => {
    const at = now - 60_000;
    await sql`insert into maintenance_test (id, test_id, at, started_at, device_id, client_id, site_id, client_name,
        site_name, device_name, serial_number, group_id, group_name, sensor_id, sensor_name, step, user_name, comment)
      values (1, 1, ${at}, ${at}, ${device.id}, ${device.clientId}, ${device.siteId}, 'C', 'S', 'Leg 1', 'SN', '4',
        'Temperature', '4001', 'Tail bearing', 'maintenance_expect_alarm_on', 'Petra Lind', '')`.execute(db);
    const until = new Date(at + 540_000).toISOString();
    expect((await list()).results).toMatchObject([{ kind: 'in_test', sensor_id: '4.4001', who: 'Petra Lind', until }]);
  });
  it('list what is armed in a walk test, with its walker and until when at the latest', async () => {
    const until = now + 60_000;
    const walk = { id: 5, by: 'Petra Lind', since: now - 60_000, ends_at: until, armed: ['4.4001'] };
    documents.set(device.id, { ...liveDocument(device.id), walk });
    expect((await list()).results).toMatchObject([
      {
        kind: 'in_test',
        sensor_id: '4.4001',
        who: 'Petra Lind',
        why: 'Walk test in progress, no messages',
        until: new Date(until).toISOString(),
      },
    ]);
  });
  it('count a suspended device once, with who suspended it, and nothing below it', async () => {
    await suspect();
    await sql`update device set is_suspended = true where id = ${device.id}`.execute(db);
    await sql`insert into audit (user_name, action, subject, subject_id, client_id, site_id, device_id)
      values ('Ann Vole', 'suspend', 'device', ${String(device.id)}, ${device.clientId}, ${device.siteId}, ${device.id})`.execute(
      db,
    );
    const { results } = await list();
    expect(results).toMatchObject([{ kind: 'out_of_service', who: 'Ann Vole', sensors: 3, sensor_id: null }]);
    expect(results[0]?.until).not.toBeNull();
  });
  it('list disabled and unread sensors, but not inputs outside of the profile', async () => {
    documents.set(
      device.id,
      liveDocument(device.id, {
        sensors: [
          sensorAt('4000', 'Disabled', 'Disabled'),
          sensorAt('4001', 'Not Scanned', ''),
          sensorAt('4002', 'Disabled', 'System Selected Profile 0'),
        ],
      }),
    );
    // One missed scan is no failure.
    expect(await kinds()).toEqual(['disabled']);
    await writeSeen(db, device.id, [{ path: '4.4001', kind: 'not_scanned' }], new Date(now - 120_000));
    const { results, proven } = await list();
    expect(results.map(({ kind, sensor_id }) => [kind, sensor_id])).toEqual([
      ['not_scanned', '4.4001'],
      ['disabled', '4.4000'],
    ]);
    expect(proven.sensors).toBe(2);
  });
  it('list what was never tested once the interval is over, and a shelf with its end', async () => {
    await sql`update device set created_at = ${new Date(start - 400 * dayMs)} where id = ${device.id}`.execute(db);
    await sql`insert into shelf (id, device_id, client_id, site_id, client_name, site_name, device_name, group_id, sensor_id,
        title, covers_alarms, reason_code, reason, priority, started_at, first_from, until, user_name)
      values (1, ${device.id}, ${device.clientId}, ${device.siteId}, 'c', 's', 'd', '4', '4000', 'Bearing', false,
        'chattering', 'Mount loose', 'medium', ${start}, ${start}, ${start + 3_600_000}, 'Petra Lind')`.execute(db);
    const { results } = await list();
    const overdue = results.filter(({ kind }) => kind === 'overdue');
    expect(overdue).toHaveLength(3);
    expect(overdue[0]).toMatchObject({
      why: 'Never tested since 16 Oct 2025',
      period_from: new Date(start - 400 * dayMs).toISOString(),
      until: new Date(start - 35 * dayMs).toISOString(),
    });
    expect(results.find(({ kind }) => kind === 'shelved')).toMatchObject({
      why: 'Mount loose',
      who: 'Petra Lind',
      period_from: new Date(start).toISOString(),
    });
    const { results: shelved } = await list('?kind=shelved');
    expect(shelved).toHaveLength(1);
    // The shelved sensor is overdue, too: it needs somebody once.
    now += 6_000;
    expect((await list()).by_site).toMatchObject([{ count: 4, needs_somebody: 3 }]);
    const counted = (await viewer.get('/api/v1/protection/count/')).json();
    expect(counted).toMatchObject({ needs_somebody: 3, by_site: [{ id: device.siteId, count: 3 }] });
    const reasons = Object.values<number>(counted.by_kind).reduce((sum, count) => sum + count, 0);
    expect(reasons).toBe(4);
  });
  it('list a rule that lacks a value after ten minutes, and not one that is no longer in force', async () => {
    const { rows } = await sql<{
      id: number;
    }>`insert into warning_rule (device_id, path, sign, value, delay_seconds, position,
        kind, reference) values (${device.id}, '4.4000', '>', 10, 10, 0, 'difference', '4.4001') returning id`.execute(
      db,
    );
    const lacking = async (ms: number): Promise<string[]> => {
      const state = JSON.stringify({ [rows[0]?.id ?? 0]: now - ms });
      await sql`update device_latest set state = ${state} where device_id = ${device.id}`.execute(db);
      return await kinds();
    };
    expect(await lacking(9 * 60_000)).toEqual([]);
    expect(await lacking(11 * 60_000)).toEqual(['cannot_evaluate']);
    await sql`update warning_rule set until = ${now} where device_id = ${device.id}`.execute(db);
    expect(await lacking(11 * 60_000)).toEqual([]);
  });
  it('list sensors of an IE-Node without a rule', async () => {
    await sql`update device set device_type = '0005' where id = ${device.id}`.execute(db);
    await sql`insert into warning_rule (device_id, path, sign, value, delay_seconds, position)
      values (${device.id}, '4.4000', '>', 60, 10, 0)`.execute(db);
    const { results } = await list();
    expect(results.map(({ kind, sensor_id }) => [kind, sensor_id])).toEqual([
      ['no_rules', '4.4001'],
      ['no_rules', '4.4002'],
    ]);
  });
  it('refuse a wrong filter, and page', async () => {
    expect((await viewer.get('/api/v1/protection/?kind=unknown')).statusCode).toBe(400);
    await sql`update device set created_at = ${new Date(start - 400 * dayMs)} where id = ${device.id}`.execute(db);
    expect(await list('?limit=2&offset=2')).toMatchObject({ count: 3, total: 3, results: [{ kind: 'overdue' }] });
    expect((await list('?search=bearing%204001')).count).toBe(1);
  });
  it('count what was proven within 30 days, without a suspected sensor', async () => {
    await suspect();
    expect((await list()).proven).toMatchObject({ sensors: 3, moved: 1, not_proven: 2, share: 33, change: null });
  });
  it('are a CSV file and a PDF document', async () => {
    await suspect();
    now += 6_000;
    const csv = (await viewer.get('/api/v1/protection/export/')).body;
    expect(csv).toContain('suspected_dead');
    expect(csv).toContain('No change in 24 running hours; its neighbours moved between 20 °C and 31 °C');
    const pdf = (await viewer.get('/api/v1/protection/report/')).rawPayload;
    expect((await PDFDocument.load(pdf)).getPageCount()).toBe(1);
  });
  it('are one number for a wall', async () => {
    await suspect();
    now += 6_000;
    expect((await viewer.get(`/api/v1/protection/count/?location=${device.siteId}`)).json()).toEqual({
      count: 1,
      needs_somebody: 1,
      by_kind: { suspected_dead: 1 },
      by_site: [{ id: device.siteId, title: expect.any(String), count: 1 }],
      by_device: [{ id: device.id, count: 1, suspected_dead: 1 }],
    });
  });
});
