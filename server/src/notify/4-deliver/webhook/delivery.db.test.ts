import type { WebhookFormat } from '@tocsin/contract/webhooks';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { managersOfServed } from '../../../features/on-call/index.ts';
import { findWebhook } from '../../../features/webhooks/store.ts';
import { type DrivenClock, drivenClock } from '../../../platform/clock.ts';
import { createEncryption } from '../../../platform/encryption.ts';
import { createLog } from '../../../platform/log.ts';
import { createNetworks } from '../../../platform/outbound-post.ts';
import { testDatabase } from '../../../platform/testing/database.ts';
import { type MadeDevice, makeDevice } from '../../../platform/testing/factories.ts';
import { isSigned, Receiver } from '../../testing/webhooks.ts';
import { queuePending } from './queue-events.ts';
import { attempt, type DeliveryDependencies } from './send-delivery.ts';
import { claimDue, type DueDelivery, endDelivery } from './store-deliveries.ts';

const database = testDatabase();
const encryption = createEncryption('a secret of at least thirty-two characters', 'webhooks');
const secret = 'whsec_test';
const limits = { all: 10, webhook: 4, host: 8, client: 8 };
const idle = { webhook: [], host: [], client: [] };
const hour = 3_600_000;

let clock: DrivenClock;
let receiver: Receiver;
let device: MadeDevice;
let dependencies: DeliveryDependencies;
let nextEvent = 1;
/** Deliveries of which the escalations were told that they have failed. */
const failed: string[] = [];

beforeEach(async () => {
  await sql`delete from webhook`.execute(database.db);
  await sql`delete from pending_event`.execute(database.db);
  clock = drivenClock(Date.UTC(2026, 10, 20, 12));
  receiver = await Receiver.start();
  device = await makeDevice(database.db);
  dependencies = {
    db: database.db,
    clock,
    log: createLog('silent'),
    encryption,
    publicUrl: 'https://tocsin.example',
    isPrivateAllowed: createNetworks(['127.0.0.0/8']),
    timeout: () => new AbortController().signal,
    random: () => 0,
    failed: async (_trx, ids) => void failed.push(...ids),
    managersOf: managersOfServed,
  };
  failed.length = 0;
});
afterEach(() => receiver.stop());

interface WebhookOver {
  readonly url?: string;
  readonly types?: readonly string[];
  readonly least?: number;
  readonly site?: number | null;
  readonly client?: number;
  readonly format?: WebhookFormat;
  readonly credential?: string;
}
async function makeWebhook(over: WebhookOver = {}): Promise<number> {
  const closed = over.credential === undefined ? null : encryption.close(over.credential);
  const { rows } = await sql<{ id: number }>`insert into webhook (client_id, site_id, title, url, secret, credential,
      event_types, least_priority, format, created_at)
    values (${over.client ?? device.clientId}, ${over.site ?? null}, 'Plant', ${over.url ?? receiver.url},
      ${encryption.close(secret)}, ${closed}, ${over.types ?? ['alarm_on', 'alarm_off']}, ${over.least ?? 4},
      ${over.format ?? 'tocsin'}, now()) returning id`.execute(database.db);
  return rows[0]?.id ?? 0;
}

async function event(over: { type?: string; priority?: number | null; forebear?: number } = {}): Promise<number> {
  const id = nextEvent++;
  const { type = 'alarm_on', priority = 2, forebear = null } = over;
  await sql`insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name,
      device_name, group_id, sensor_id, sensor_name, content, value, forebear_id, is_active, is_late, is_notified,
      is_test, priority)
    values (${id}, ${clock.now()}, ${clock.now()}, ${device.id}, ${device.clientId}, ${device.siteId}, ${type},
      'Prairie <Grain>', 'North', 'Leg 1', '4', '4000', 'Bearing "left"', 'Absolute', 84.5, ${forebear}, true, false,
      true, false, ${priority})`.execute(database.db);
  await sql`insert into pending_event (event_id, audience) values (${id}, 'webhooks')`.execute(database.db);
  return id;
}

const claim = (
  within: Parameters<typeof claimDue>[1]['limits'],
  underWay: Parameters<typeof claimDue>[1]['underWay'],
): Promise<DueDelivery[]> => {
  const now = dependencies.clock.now();
  return claimDue(database.db, { limits: within, underWay, now: new Date(now), leaseUntil: new Date(now + 60_000) });
};

/** Queues what is pending and attempts what is due, once. */
async function round(signal = new AbortController().signal): Promise<number> {
  while (await queuePending(dependencies));
  const due = await claim(limits, idle);
  await Promise.all(due.map((one) => attempt(dependencies, one, signal)));
  return due.length;
}

interface Row {
  readonly state: string;
  readonly attempts: number;
  readonly response_code: number | null;
  readonly error: string | null;
  readonly due_at: Date | null;
}
const log = async (): Promise<Row[]> =>
  (
    await sql<Row>`select state, attempts, response_code, error, due_at from webhook_delivery order by created_at, id`.execute(
      database.db,
    )
  ).rows;

describe('what a webhook is about', () => {
  it('sends nothing of other clients, sites, types, of lower priority, or of what is suspended', async () => {
    const other = await makeDevice(database.db);
    await makeWebhook({ client: other.clientId });
    await makeWebhook({ site: other.siteId });
    await makeWebhook({ types: ['warning_on'] });
    await makeWebhook({ least: 1 });
    await event();
    expect(await round()).toBe(0);
    await makeWebhook();
    await sql`update site set is_suspended = true where id = ${device.siteId}`.execute(database.db);
    await event();
    expect(await round()).toBe(0);
    expect(receiver.received).toEqual([]);
    expect((await sql`select 1 from pending_event`.execute(database.db)).rows).toEqual([]);
  });

  it('sends an end with the priority of its beginning', async () => {
    await makeWebhook({ least: 2 });
    const low = await event({ priority: 3 });
    const high = await event({ priority: 2 });
    await event({ type: 'alarm_off', priority: null, forebear: low });
    await event({ type: 'alarm_off', priority: null, forebear: high });
    await round();
    expect(receiver.received.map(({ body }) => JSON.parse(body).status).sort()).toEqual(['firing', 'resolved']);
    expect(new Set(receiver.received.map(({ body }) => JSON.parse(body).condition)).size).toBe(1);
  });

  it('sends what is critical before what has waited longer', async () => {
    await makeWebhook();
    await event({ priority: 4 });
    await event({ priority: 2 });
    const urgent = await event({ priority: 1 });
    await queuePending(dependencies);
    const [first] = await claim({ ...limits, all: 1 }, idle);
    expect(first?.event_id).toBe(urgent);
    const rest = await claim(limits, idle);
    expect(rest.map(({ event_id: id }) => id).toSorted()).toEqual([urgent - 2, urgent - 1]);
  });

  it('counts events beyond a full queue instead of storing them', async () => {
    const id = await makeWebhook();
    await sql`insert into webhook_delivery (webhook_id, event_id, event_type, subject, body, state, created_at, due_at)
      select ${id}, 1, 'alarm_on', '', '{}', 'pending', now(), '2100-01-01' from generate_series(1, 999)`.execute(
      database.db,
    );
    await event();
    await event();
    expect(await round()).toBe(1);
    const { rows } = await sql<{ dropped: number }>`select dropped from webhook`.execute(database.db);
    expect(rows).toEqual([{ dropped: 1 }]);
  });
});

describe('an acknowledgement', () => {
  const acknowledge = (id: number) =>
    sql`update event set acknowledged_by = 'Sam Ortega', acknowledged_at = ${clock.now()}
      where device_id = ${device.id} and id = ${id}`.execute(database.db);
  const actions = () => receiver.received.map(({ body }) => JSON.parse(body).event_action);

  it('is sent once to PagerDuty, for what it got and what still goes on', async () => {
    await makeWebhook({ format: 'pagerduty', credential: 'R0UT1NG', least: 2 });
    const told = await event();
    const cleared = await event();
    const unknown = await event({ priority: 3 });
    await round();
    await sql`update event set is_active = false where id = ${cleared}`.execute(database.db);
    for (const id of [told, cleared, unknown]) await acknowledge(id);
    await acknowledge(told);
    await round();
    await round();
    expect(actions()).toEqual(['trigger', 'trigger', 'acknowledge']);
    const keys: string[] = receiver.received.map(({ body }) => JSON.parse(body).dedup_key);
    // Deliveries of one round go at the same time.
    expect(keys.slice(0, 2).toSorted()).toEqual([`tocsin-${told}`, `tocsin-${cleared}`].toSorted());
    expect(keys[2]).toBe(`tocsin-${told}`);
    expect((await log()).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
  });

  it('is not sent to receivers without a word for it, nor after it was taken back', async () => {
    await makeWebhook();
    const pagerDuty = await makeWebhook({ format: 'pagerduty', credential: 'R0UT1NG' });
    const id = await event();
    await round();
    await acknowledge(id);
    await sql`update event set acknowledged_by = null, acknowledged_at = null where id = ${id}`.execute(database.db);
    expect(await round()).toBe(0);
    await sql`update webhook set is_active = false where id = ${pagerDuty}`.execute(database.db);
    await acknowledge(id);
    expect(await round()).toBe(0);
    expect(receiver.received).toHaveLength(2);
  });
});

describe('a delivery', () => {
  it.each<WebhookFormat>(['tocsin', 'cloudevents', 'alertmanager', 'slack'])(
    'is signed in the format %s',
    async (format) => {
      await makeWebhook({ format, credential: 'Bearer abc' });
      await event();
      await round();
      const [got] = receiver.received;
      expect(got && isSigned(got, secret, clock.now())).toBe(true);
      expect(got && isSigned(got, 'whsec_other', clock.now())).toBe(false);
      expect(got && isSigned({ ...got, body: `${got.body} ` }, secret, clock.now())).toBe(false);
      expect(got?.headers).toMatchObject({ authorization: 'Bearer abc', 'tocsin-event': 'alarm_on' });
      expect(await log()).toMatchObject([{ state: 'delivered', attempts: 1, response_code: 200, error: null }]);
    },
  );

  it("carries PagerDuty's routing key in the body, which is not stored with it", async () => {
    await makeWebhook({ format: 'pagerduty', credential: 'R0UT1NG' });
    await event();
    await round();
    const [got] = receiver.received;
    expect(JSON.parse(got?.body ?? '{}').routing_key).toBe('R0UT1NG');
    expect(got?.headers.authorization).toBeUndefined();
    expect(got && isSigned(got, secret, clock.now())).toBe(true);
    const { rows } = await sql<{ body: string }>`select body from webhook_delivery`.execute(database.db);
    expect(rows[0]?.body).not.toContain('R0UT1NG');
  });

  it('goes again under the same key when the process dies before it is marked', async () => {
    await makeWebhook();
    await event();
    await queuePending(dependencies);
    const [due] = await claim(limits, idle);
    if (!due) throw new Error('nothing was due');
    const killed = () => {
      throw new Error('killed');
    };
    const dying = { ...dependencies, db: new Proxy(database.db, { get: killed }) };
    await expect(attempt(dying, due, dependencies.timeout())).rejects.toThrow();
    expect(await round()).toBe(0);
    clock.advanceTo(clock.now() + 61_000);
    expect(await round()).toBe(1);
    const keys = receiver.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([due.id, due.id]);
    expect(await log()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  it('is left to the process that claimed it since: what a slow one writes late changes nothing', async () => {
    await makeWebhook();
    await event();
    await queuePending(dependencies);
    const [slow] = await claim(limits, idle);
    if (!slow) throw new Error('nothing was due');
    clock.advanceTo(clock.now() + 61_000);
    const [next] = await claim(limits, idle);
    if (!next) throw new Error('the lease did not end');
    const at = new Date(clock.now());
    expect(await endDelivery(database.db, slow, 'failed', { code: 500, error: 'late' }, at)).toBe(false);
    expect(await log()).toMatchObject([{ state: 'sending', error: null }]);
    expect(await endDelivery(database.db, next, 'delivered', { code: 200, error: null }, at)).toBe(true);
    expect(await log()).toMatchObject([{ state: 'delivered', error: null }]);
  });

  it('is retried with growing pauses and given up after 24 hours', async () => {
    await makeWebhook();
    receiver.answer = { code: 500, body: 'x'.repeat(100_000) };
    await event();
    const pauses: number[] = [];
    const begun = clock.now();
    for (let n = 0; n < 40; n++) {
      await round();
      const [row] = await log();
      if (!row?.due_at) break;
      pauses.push((row.due_at.getTime() - clock.now()) / 1000);
      clock.advanceTo(row.due_at.getTime());
    }
    expect(pauses.slice(0, 7)).toEqual([5, 30, 120, 600, 1800, 3600, 3600]);
    expect(clock.now() - begun).toBeGreaterThan(23 * hour);
    expect(clock.now() - begun).toBeLessThanOrEqual(24 * hour);
    expect(await log()).toMatchObject([
      { state: 'failed', response_code: 500, error: 'It answered 500', due_at: null },
    ]);
  });

  it('shows since when its receiver takes nothing, and why, until it takes something', async () => {
    const id = await makeWebhook();
    const failing = async () => {
      const row = await findWebhook(database.db, id);
      return { since: row?.failing_since?.getTime() ?? null, why: row?.last_error };
    };
    await event();
    await round();
    expect(await failing()).toEqual({ since: null, why: null });
    clock.advanceTo(clock.now() + hour);
    const begun = clock.now();
    receiver.answer = { code: 500 };
    await event();
    await round();
    clock.advanceTo(clock.now() + hour);
    receiver.answer = { code: 404 };
    await event();
    await round();
    expect(await failing()).toEqual({ since: begun, why: 'It answered 404' });
    receiver.answer = { code: 200 };
    clock.advanceTo(clock.now() + hour);
    await event();
    await round();
    expect(await failing()).toEqual({ since: null, why: null });
  });

  it.each([429, 503])('waits for as long as an answer %i asks, with all that follows', async (code) => {
    await makeWebhook();
    receiver.answer = { code, headers: { 'retry-after': '3000' } };
    await event();
    await round();
    await event();
    clock.advanceTo(clock.now() + hour / 2);
    expect(await round()).toBe(0);
    receiver.answer = { code: 200 };
    clock.advanceTo(clock.now() + hour / 2);
    expect(await round()).toBe(2);
    expect((await log()).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  });

  it('is held back for an hour at most, whatever the receiver asks, and the webhook says until when', async () => {
    const id = await makeWebhook();
    const begun = clock.now();
    receiver.answer = { code: 429, headers: { 'retry-after': '864000' } };
    await event();
    await round();
    expect(await log()).toMatchObject([{ state: 'pending', attempts: 1, due_at: new Date(begun + hour) }]);
    expect((await findWebhook(database.db, id))?.paused_until).toEqual(new Date(begun + hour));
    receiver.answer = { code: 200 };
    clock.advanceTo(begun + hour);
    expect(await round()).toBe(1);
    expect(await log()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  it('turns the webhook off at 410, with a row in the audit log', async () => {
    await makeWebhook();
    receiver.answer = { code: 410 };
    await event();
    await event();
    await round();
    expect((await log()).map(({ state }) => state)).toEqual(['failed', 'failed']);
    const { rows } = await sql<object>`select is_active, turned_off_at from webhook`.execute(database.db);
    expect(rows).toEqual([{ is_active: false, turned_off_at: new Date(clock.now()) }]);
    const audit = await sql<object>`select user_name, action, new from audit where subject = 'webhook'`.execute(
      database.db,
    );
    expect(audit.rows).toMatchObject([{ user_name: 'Tocsin', action: 'change', new: { is_active: false } }]);
    await event();
    expect(await round()).toBe(0);
  });

  it('follows no redirect, also not to a private address', async () => {
    await makeWebhook();
    receiver.answer = { code: 307, headers: { location: 'http://169.254.169.254/latest/meta-data' } };
    await event();
    await round();
    expect(receiver.received).toHaveLength(1);
    expect(await log()).toMatchObject([
      { state: 'pending', response_code: 307, error: 'It redirects (307), and redirects are not followed' },
    ]);
  });

  it('ends with an error when the receiver hangs', async () => {
    await makeWebhook();
    receiver.answer = null;
    await event();
    const timeout = new AbortController();
    const running = round(timeout.signal);
    while (receiver.received.length === 0) await new Promise((resolve) => setImmediate(resolve));
    timeout.abort();
    await running;
    expect(await log()).toMatchObject([{ state: 'pending', response_code: null, error: 'It did not answer in time' }]);
  });

  it.each([
    ['http://10.1.2.3/', 'Without https, only addresses in WEBHOOK_NETWORKS are allowed'],
    ['https://10.1.2.3/', 'It leads to a private address that WEBHOOK_NETWORKS does not allow'],
    ['https://[::ffff:10.1.2.3]/', 'It leads to a private address that WEBHOOK_NETWORKS does not allow'],
  ])('does not reach %s', async (url, error) => {
    await makeWebhook({ url });
    await event();
    await round();
    expect(await log()).toMatchObject([{ state: 'pending', error }]);
  });

  it('tells a name within our network from one that does not exist neither with https nor without', async () => {
    for (const scheme of ['https', 'http'])
      for (const name of ['localhost', `${'x'.repeat(64)}.example`]) await makeWebhook({ url: `${scheme}://${name}/` });
    dependencies = { ...dependencies, isPrivateAllowed: createNetworks([]) };
    await event();
    await round();
    const errors = (await log()).map(({ error }) => error);
    expect(errors.toSorted()).toEqual([
      ...Array.from({ length: 2 }, () => 'Its name is unknown or leads to an address that is not allowed'),
      ...Array.from({ length: 2 }, () => 'Without https, only addresses in WEBHOOK_NETWORKS are allowed'),
    ]);
  });

  it('reaches loopback only when WEBHOOK_NETWORKS names it, also by a name', async () => {
    dependencies = { ...dependencies, isPrivateAllowed: createNetworks([]) };
    await makeWebhook();
    await makeWebhook({ url: receiver.url.replace('127.0.0.1', 'localhost') });
    await event();
    await round();
    expect(receiver.received).toEqual([]);
    expect((await log()).map(({ error }) => error)).toEqual([
      'Without https, only addresses in WEBHOOK_NETWORKS are allowed',
      'Without https, only addresses in WEBHOOK_NETWORKS are allowed',
    ]);
  });

  it('takes no more places of one webhook, host or client than allowed', async () => {
    await makeWebhook();
    for (let n = 0; n < 8; n++) await event();
    await queuePending(dependencies);
    expect(await claim(limits, idle)).toHaveLength(4);
    expect(await claim({ ...limits, webhook: 9, host: 3 }, idle)).toHaveLength(3);
    const busy = { ...idle, client: [{ key: String(device.clientId), count: 8 }] };
    expect(await claim({ ...limits, webhook: 9 }, busy)).toEqual([]);
  });
});
