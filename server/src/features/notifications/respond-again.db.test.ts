import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadPerson } from '../../access/store.ts';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { dieAtCommit } from '../../platform/testing/die-at-commit.ts';
import { makeDevice, makeUser, signedIn } from '../../platform/testing/factories.ts';
import { addNotificationRoutes, createRespondAgain, createTakeBack } from './index.ts';
import { loadNotification } from './loader.ts';
import { eventFactory } from './testing/notifications.ts';

const database = testDatabase();
const start = Date.UTC(2026, 10, 20, 12);
const clock = drivenClock(start);
const makeEvent = eventFactory(database, start);
let api: TestApi;

beforeAll(async () => {
  const { db } = database;
  api = await testApi(
    db,
    (a) => addNotificationRoutes(a, { db, clock, zoneOf: async () => 'UTC', acknowledged: () => {} }),
    { clock, loaders: { notification: (id) => loadNotification(db, id) } },
  );
});
afterAll(async () => {
  await api.http.close();
});

/** An active alarm that a person has acknowledged, with what its job does and the mails that it sent. */
async function acknowledgedAlarm(minutes: number | null, bulk = false) {
  const { db } = database;
  const device = await makeDevice(db);
  const user = await makeUser(db, { on: { [device.siteId]: 'Engineer' } });
  const who = await signedIn(api.http, db, user, new Date(clock.now()));
  const id = await makeEvent(device, { type: 'alarm_on', active: true });
  await sql`update event set respond_within_minutes = ${minutes} where id = ${id}`.execute(db);
  if (bulk) await who.post('/api/v1/notifications/acknowledge/', { ids: [id], comment: '' });
  else await who.post(`/api/v1/notifications/${id}/acknowledge/`, { comment: 'on my way' });
  const jobs = async () => {
    const { rows } = await sql<{ run_at: Date }>`select run_at from graphile_worker.jobs
      where key = ${`notifications.respond-again ${id}`}`.execute(db);
    return rows.map((row) => row.run_at.getTime() - clock.now());
  };
  const run = createRespondAgain({ db, clock, publicUrl: 'https://tocsin.example', loadPerson });
  const due = () => run({ event: id, at: clock.now(), user: user.id });
  /** What comes after the reminder: payloads and how many minutes ahead. */
  const followUps = async () => {
    const { rows } = await sql<{ run_at: Date; payload: object }>`select j.run_at, p.payload from graphile_worker.jobs j
      join graphile_worker._private_jobs p on p.id = j.id where j.key = ${`notifications.take-back ${id}`}`.execute(db);
    return rows.map(({ run_at, payload }) => ({ minutes: (run_at.getTime() - clock.now()) / 60_000, payload }));
  };
  const escalated: number[] = [];
  const changed: number[] = [];
  const takeBack = createTakeBack({
    db,
    clock,
    escalate: async (_trx, eventId) => void escalated.push(eventId),
    changed: async (ids) => void changed.push(...ids),
  });
  const followUp = async () => {
    for (const { payload } of await followUps()) await takeBack(payload);
  };
  const acknowledged = async () =>
    (await sql<{ by: string | null }>`select acknowledged_by as by from event where id = ${id}`.execute(db)).rows[0]
      ?.by;
  const mails = async () =>
    (await sql<{ subject: string }>`select subject from mail where to_address = ${user.email}`.execute(db)).rows;
  return { db, device, user, id, who, jobs, due, mails, followUps, followUp, escalated, changed, acknowledged };
}

it('schedules nothing without a time to respond', async () => {
  expect(await (await acknowledgedAlarm(null)).jobs()).toEqual([]);
});

it.each([false, true])(
  'mails who acknowledged it once when it is still active at the end of its time (bulk: %s)',
  async (bulk) => {
    const { jobs, due, mails, who, id } = await acknowledgedAlarm(15, bulk);
    expect(await jobs()).toEqual([15 * 60_000]);
    // A later comment neither moves it nor adds another.
    await who.post(`/api/v1/notifications/${id}/acknowledge/`, { comment: 'part is ordered' });
    expect(await jobs()).toEqual([15 * 60_000]);
    await Promise.all([due(), due()]);
    await due();
    expect(await mails()).toEqual([{ subject: expect.stringMatching(/^STILL ACTIVE: /) }]);
  },
);

it.each([
  ['has ended', 'update event set is_active = false where id = $id'],
  ['is shelved', 'update event set is_shelved = true where id = $id'],
  ['needs a new acknowledgement', 'update event set acknowledged_at = null where id = $id'],
  ['is of a suspended device', 'update device set is_suspended = true where id = $device'],
  ['is of a removed device', 'update device set removed_at = now() where id = $device'],
])('mails nothing when it %s', async (_, change) => {
  const { db, device, id, due, mails } = await acknowledgedAlarm(15);
  await sql.raw(change.replace('$id', String(id)).replace('$device', String(device.id))).execute(db);
  await due();
  expect(await mails()).toEqual([]);
});

it('gives its person five minutes to comment, then takes the acknowledgement back and escalates once', async () => {
  const { id, due, followUps, followUp, escalated, changed, acknowledged, db } = await acknowledgedAlarm(15);
  await due();
  const by = await acknowledged();
  expect(await followUps()).toMatchObject([{ minutes: 5 }]);
  await followUp();
  await followUp();
  expect(await acknowledged()).toBeNull();
  expect(escalated).toEqual([id]);
  expect(changed).toEqual([id]);
  const { rows } = await sql`select user_name, old, new from audit
    where action = 'take back acknowledgement' and subject_id = ${String(id)}`.execute(db);
  expect(rows).toEqual([
    {
      user_name: 'Time to respond',
      old: { acknowledged_by: by, comment: 'on my way' },
      new: { acknowledged_by: null, reason: expect.stringContaining('15 min') },
    },
  ]);
});

it('gives the time to respond once more after a comment on the reminder, with another mail', async () => {
  const { id, who, due, followUp, escalated, jobs, mails, acknowledged, db, user } = await acknowledgedAlarm(15);
  await due();
  await who.post(`/api/v1/notifications/${id}/acknowledge/`, { comment: 'leg is stopped, electrician is on it' });
  await followUp();
  expect(await acknowledged()).not.toBeNull();
  expect(escalated).toEqual([]);
  expect(await jobs()).toEqual([15 * 60_000]);
  const run = createRespondAgain({ db, clock, publicUrl: 'https://tocsin.example', loadPerson });
  await run({ event: id, at: clock.now(), user: user.id, round: 1 });
  expect(await mails()).toHaveLength(2);
  await followUp();
  expect(escalated).toEqual([id]);
});

it('escalates at once when its person has lost their access', async () => {
  const { id, db, user, due, followUps, followUp, mails, escalated } = await acknowledgedAlarm(15);
  await sql`update membership set has_access = false where user_id = ${user.id}`.execute(db);
  await due();
  expect(await mails()).toEqual([]);
  expect(await followUps()).toMatchObject([{ minutes: 0 }]);
  await followUp();
  expect(escalated).toEqual([id]);
});

it.each([
  ['has ended', 'update event set is_active = false where id = $id'],
  ['is shelved', 'update event set is_shelved = true where id = $id'],
  ['was acknowledged anew', 'update event set acknowledged_at = acknowledged_at + 1 where id = $id'],
  ['is of a suspended device', 'update device set is_suspended = true where id = $device'],
  ['is of a removed device', 'update device set removed_at = now() where id = $device'],
])('keeps the acknowledgement when its alarm %s after the reminder', async (_, change) => {
  const { db, device, id, due, followUp, escalated, changed, acknowledged } = await acknowledgedAlarm(15);
  await due();
  await sql.raw(change.replace('$id', String(id)).replace('$device', String(device.id))).execute(db);
  await followUp();
  expect(await acknowledged()).not.toBeNull();
  expect([escalated, changed]).toEqual([[], []]);
});

it('mails once when its server dies at the commit and another repeats the job', async () => {
  const { due, mails } = await acknowledgedAlarm(15);
  await dieAtCommit(database.pool, 'mail');
  await expect(due()).rejects.toThrow();
  expect(await mails()).toEqual([]);
  await due();
  await due();
  expect(await mails()).toHaveLength(1);
});
