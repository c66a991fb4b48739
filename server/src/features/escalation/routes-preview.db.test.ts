import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadPerson } from '../../access/store.ts';
import { type TestApi, testApi } from '../../access/testing.ts';
import { dutyHolders } from '../../notify/3-resolve/holders.ts';
import { readRoster } from '../../notify/3-resolve/store-roster.ts';
import { webhooksById } from '../../notify/3-resolve/store-webhooks.ts';
import type { PolicyFields } from '../../notify/policy-fields.ts';
import type { Clock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import {
  type MadeDevice,
  type MadeUser,
  makeDevice,
  makeUser,
  type SignedIn,
  signedIn,
} from '../../platform/testing/factories.ts';
import { addPreviewRoutes } from './index.ts';
import { insertPolicy } from './store.ts';

const database = testDatabase();
let db: typeof database.db;
const now = '2026-11-01T08:00:00.000Z';
const clock: Clock = { now: () => Date.parse(now), after: () => () => {} };
let api: TestApi;
let device: MadeDevice;
let ann: MadeUser;
let bob: MadeUser;
let viewer: SignedIn;

beforeAll(async () => {
  db = database.db;
  const dependencies = {
    db,
    clock,
    rosterOf: (ids: readonly number[]) => readRoster(db, ids, (id) => loadPerson(db, id)),
    holdersOf: (ids: readonly number[], from: number, to: number) => dutyHolders(db, ids, from, to),
    webhooksOf: (ids: readonly number[]) => webhooksById(db, ids),
    kindsFor: async () => () => [],
    sensorOf: async (_: number, ref: string) =>
      ref === '4.4000' ? { path: ref, name: 'Head bearing left', priority: 'low' as const } : undefined,
  };
  api = await testApi(db, (a) => addPreviewRoutes(a, dependencies));
});
afterAll(async () => {
  await api.http.close();
});
beforeEach(async () => {
  device = await makeDevice(db, { title: 'Leg 3' });
  const on = { [device.siteId]: 'User' as const };
  ann = await makeUser(db, { on, first_name: 'Ann', last_name: 'Vole' });
  bob = await makeUser(db, { on, first_name: 'Bob', last_name: 'Hart' });
  viewer = await signedIn(api.http, db, ann);
});

const path = '/api/v1/on-call/preview/';
const preview = async (query = '', who = viewer) => await who.get(`${path}?device=${device.id}${query}`);
const person = ({ id }: MadeUser) => ({ kind: 'person' as const, id, name: 'then' });
const rotation = (id: number) => ({ kind: 'rotation' as const, id, name: 'Nights' });
const step = (after_minutes: number, ...targets: { kind: 'person' | 'rotation'; id: number; name: string }[]) => ({
  after_minutes,
  everybody: false,
  targets,
});
const policy = (over: Partial<PolicyFields> & Pick<PolicyFields, 'steps'>, siteId: number | null = device.siteId) =>
  db.transaction().execute((trx) =>
    insertPolicy(
      trx,
      { clientId: device.clientId, siteId },
      {
        title: 'Night alarms',
        event_types: ['alarm_on'],
        least_priority: 4,
        device_ids: null,
        repeats: 0,
        repeat_after_minutes: 10,
        goes_on_after_clearing: true,
        ...over,
      },
      new Date(now),
    ),
  );
/** A daily rotation in the time of Berlin; hands over at 06:00. */
const makeRotation = async (...people: MadeUser[]): Promise<number> => {
  const { rows } = await sql<{ id: number }>`insert into rotation
      (client_id, site_id, title, timezone, handover_time, start_day, created_at)
    values (${device.clientId}, null, 'Nights', 'Europe/Berlin', '06:00', '2026-10-01', now()) returning id`.execute(
    db,
  );
  const id = rows[0]?.id ?? 0;
  for (const [position, { id: userId }] of people.entries())
    await sql`insert into rotation_person (rotation_id, position, user_id, user_name)
      values (${id}, ${position}, ${userId}, 'then')`.execute(db);
  return id;
};
interface Shown {
  readonly at: string;
  readonly people: readonly { readonly name: string; readonly method: string | null }[];
  readonly gaps: readonly { readonly name: string; readonly gap: string }[];
}
const lines = (steps: readonly Shown[]): string[] =>
  steps.map(({ at, people, gaps }) =>
    [
      at.slice(11, 16),
      ...people.map(({ name, method }) => (method === null ? `(${name})` : name)),
      ...gaps.map(({ name, gap }) => `${name}!${gap}`),
    ].join(' '),
  );

describe('the preview', () => {
  it('is refused to strangers, and for what does not exist', async () => {
    const stranger = await signedIn(api.http, db, await makeUser(db));
    expect((await preview('', stranger)).statusCode).toBe(404);
    expect((await viewer.get(`${path}?device=2000000000`)).statusCode).toBe(404);
    expect((await viewer.get(path)).statusCode).toBe(400);
    for (const wrong of [
      '&sensor=9.9',
      '&event_type=device_offline&sensor=4.4000',
      '&event_type=alarm_off',
      '&at=noon',
      '&priority=urgent',
    ])
      expect((await preview(wrong)).statusCode, wrong).toBe(400);
    expect((await preview('&sensor=9.9')).json()).toMatchObject({ sensor: ['The device has no such sensor.'] });
  });

  it('names nobody where no policy is about the event', async () => {
    await policy({ steps: [step(0, person(ann))], event_types: ['device_offline'] });
    await policy({ steps: [step(0, person(ann))], device_ids: [2_000_000_000] });
    await policy({ steps: [step(0, person(ann))], least_priority: 1 });
    expect((await preview()).json()).toMatchObject({ at: now, device_name: 'Leg 3', priority: 'high', policies: [] });
  });

  it("holds the sensor's priority, or the one asked for, against the least priority of a policy", async () => {
    await policy({ steps: [step(0, person(ann))], least_priority: 2 });
    expect((await preview()).json().steps).toHaveLength(1);
    expect((await preview('&sensor=4.4000')).json()).toMatchObject({ priority: 'low', steps: [] });
    expect((await preview('&sensor=4.4000&priority=critical')).json().steps).toHaveLength(1);
    expect((await preview('&sensor=4.4000&event_type=sensor_disappeared')).json().priority).toBe('medium');
  });

  it('names whom e-mail rules and webhooks tell without a policy, when, and nobody twice', async () => {
    const rule = (owner: MadeUser, type: string, after: number | null, alternative = '') =>
      sql`insert into email_rule (user_id, client_id, event_type, contact_when, x, all_devices, send_to_alternative,
          alternative_contact)
        values (${owner.id}, ${device.clientId}, ${type}, ${after === null ? 0 : 2}, ${after}, true,
          ${alternative !== ''}, ${alternative})`.execute(db);
    await rule(ann, 'alarm', null);
    await rule(ann, 'alarm', null);
    await rule(bob, 'alarm', 15, 'gate@plant.example');
    await rule(bob, 'online_status', null);
    await rule(await makeUser(db), 'alarm', null);
    await sql`insert into webhook (client_id, title, url, secret, event_types, least_priority, format, created_at)
      values (${device.clientId}, 'Control room', 'https://hooks.example/x', 's', '{alarm_on}', 4, 'plain', now())`.execute(
      db,
    );
    const told = async (type: string) => (await preview(`&event_type=${type}`)).json().told;
    const mail = { method: 'email', is_alternative: false, after_minutes: 0 };
    expect(await told('alarm_on')).toEqual([
      { ...mail, name: 'Ann Vole' },
      { ...mail, method: 'webhook', name: 'Control room' },
      { ...mail, name: 'Bob Hart', after_minutes: 15, is_alternative: true },
    ]);
    expect(await told('device_offline')).toEqual([{ ...mail, name: 'Bob Hart' }]);
    expect(await told('warning_on')).toEqual([]);
    // Of a maintenance test: rules of that type alone, no policy and no webhook.
    await policy({ steps: [step(0, person(ann))] });
    expect(await told('alarm_on&is_test=true')).toEqual([]);
    await rule(bob, 'maintenance', null);
    const test = (await preview('&is_test=true')).json();
    expect([test.told, test.steps]).toEqual([[{ ...mail, name: 'Bob Hart' }], []]);
    await sql`update device set is_suspended = true where id = ${device.id}`.execute(db);
    expect(await told('alarm_on')).toEqual([]);
  });

  it('shows the steps of all policies in the order of time, with each round', async () => {
    await policy({ steps: [step(0, person(ann)), step(10, person(bob))], repeats: 1, repeat_after_minutes: 5 });
    await policy({ title: 'Everywhere', steps: [step(10, person(bob), person(ann))] }, null);
    const reply = (await preview('&at=2026-11-01T23:55:00Z')).json();
    expect(lines(reply.steps)).toEqual([
      '23:55 Ann Vole',
      '00:05 Bob Hart',
      '00:05 (Bob Hart) Ann Vole',
      '00:10 Ann Vole',
      '00:20 Bob Hart',
    ]);
    expect(reply.policies).toMatchObject([
      { title: 'Night alarms', over_at: '2026-11-02T00:25:00.000Z' },
      { title: 'Everywhere', over_at: '2026-11-02T00:15:00.000Z' },
    ]);
  });

  it('finds whoever has the duty when the step comes, across a handover and an override', async () => {
    const nights = await makeRotation(bob, ann);
    await policy({
      steps: [step(0, rotation(nights)), step(10, rotation(nights)), step(20, rotation(nights), person(ann))],
    });
    await sql`insert into rotation_override (rotation_id, user_id, user_name, starts_at, ends_at, created_at, created_by)
      values (${nights}, ${ann.id}, 'then', '2026-11-02T05:15:00Z', '2026-11-02T06:00:00Z', now(), 'x')`.execute(db);
    // 06:00 in Berlin is 05:00 UTC after the clocks were set back.
    const reply = (await preview('&at=2026-11-02T04:55:00Z')).json();
    expect(lines(reply.steps)).toEqual(['04:55 Ann Vole', '05:05 Bob Hart', '05:15 Ann Vole']);
    expect(reply.steps[2].people).toMatchObject([{ rotations: ['Nights'], method: 'email' }]);
  });

  it('names each gap, and goes on at once after a step that reaches nobody', async () => {
    const empty = await makeRotation();
    const gone = await makeUser(db, { on: { [device.siteId]: 'User' }, first_name: 'Cy', last_name: 'Gone' });
    const stranger = await makeUser(db, { first_name: 'Di', last_name: 'Far' });
    await sql`update users set removed_at = now() where id = ${gone.id}`.execute(db);
    await policy({
      steps: [step(0, rotation(empty)), step(10, person(gone), person(stranger)), step(20, person(bob))],
      repeats: 1,
    });
    expect(lines((await preview()).json().steps)).toEqual([
      '08:00 Nights!removed',
      '08:00 Cy Gone!removed Di Far!no_access',
      '08:00 Bob Hart',
      '08:30 Nights!removed',
      '08:30 Cy Gone!removed Di Far!no_access',
      '08:30 Bob Hart',
    ]);
  });
});
