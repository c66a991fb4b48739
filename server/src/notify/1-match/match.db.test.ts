import { type RawBuilder, sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase } from '../../platform/testing/database.ts';
import { printedSeed, randomOf } from '../../platform/testing/random.ts';
import { startPending } from '../2-escalate/policies/start.ts';
import { askPending } from '../2-escalate/rules/rule-worker.ts';
import { queuePending } from '../4-deliver/webhook/queue-events.ts';
import { EscalationRig } from '../testing/escalations.ts';
import { SendingRig } from '../testing/rule-mails.ts';
import { enqueueForEvents } from './store-pending.ts';
import { randomPlant, staff } from './testing/random-plants.ts';
import { notifiedOf, type Plant } from './testing/reference-match.ts';

const database = testDatabase();
/** `PLANTS=5000` compares more of them. */
const count = Number(process.env.PLANTS ?? 200);
const now = Date.UTC(2026, 10, 20, 12);

/** Inserts rows as they are, ids included. */
async function insert(table: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns: RawBuilder<unknown> = sql.raw(Object.keys(first).join(', '));
  await sql`insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    database.db,
  );
}

const removedAt = (isRemoved: boolean): string | null => (isRemoved ? new Date(now).toISOString() : null);

const all = <K extends keyof Plant>(plants: readonly Plant[], key: K): Plant[K][number][] =>
  plants.flatMap((plant): Plant[K][number][] => [...plant[key]]);

async function storePlaces(plants: readonly Plant[]): Promise<void> {
  await insert(
    'client',
    all(plants, 'clients').map(({ id, isRemoved }) => {
      const row = { id, number: id, company: `Client ${id}`, is_active: true, is_2fa_required: false };
      return { ...row, removed_at: removedAt(isRemoved) };
    }),
  );
  await insert(
    'site',
    all(plants, 'sites').map(({ id, client: client_id, isRemoved, isSuspended: is_suspended }) => {
      return { id, client_id, title: `Site ${id}`, timezone: 'UTC', is_suspended, removed_at: removedAt(isRemoved) };
    }),
  );
  const devices = all(plants, 'devices');
  await insert(
    'device_registry',
    devices.map(({ id }) => ({ serial_number: `SN${id}`, code_cipher: '', code_hash: '', device_type: '0300' })),
  );
  await insert(
    'device',
    devices.map(({ id, site: site_id, isRemoved, isSuspended: is_suspended }) => {
      const row = { id, site_id, title: `Device ${id}`, serial_number: `SN${id}`, device_type: '0300', is_suspended };
      return { ...row, udf_id: `U${id}`, removed_at: removedAt(isRemoved) };
    }),
  );
  const at = new Date(now).toISOString();
  await insert(
    'out_of_service',
    all(plants, 'outOfService').map(({ device: device_id, path }) => {
      return { device_id, path, since: at, user_name: 'x', reason: '', review_at: at };
    }),
  );
}

async function storePeople(plants: readonly Plant[]): Promise<void> {
  const users = [
    ...plants.flatMap((plant) => plant.users.filter((user) => user.staff === 'none')),
    ...staff.map((person) => ({ ...person, isActive: true, clients: [], sites: [] })),
  ];
  await insert(
    'users',
    users.map(({ id, isActive: is_active, staff: kind }) => {
      const row = { id, username: `u${id}`, email: `u${id}@example.com`, is_active };
      return {
        ...row,
        is_superuser: kind === 'super',
        is_oem: kind === 'oem',
        is_accounts_management: kind === 'manager',
      };
    }),
  );
  await insert(
    'client_member',
    users.flatMap(({ id: user_id, clients }) =>
      clients.map(({ id: client_id, isManager: is_accounts_management }) => {
        return { user_id, client_id, is_accounts_management, is_active: true, visual_dashboard_enabled: true };
      }),
    ),
  );
  await insert(
    'membership',
    users.flatMap(({ id: user_id, sites }) =>
      sites.map((site_id) => ({ user_id, site_id, has_access: true, permission: 'User' })),
    ),
  );
}

async function storeSettings(plants: readonly Plant[]): Promise<void> {
  const rules = all(plants, 'rules');
  await insert(
    'email_rule',
    rules.map(({ id, owner: user_id, client: client_id, type: event_type, devices, isActive: is_active }) => {
      return { id, user_id, client_id, event_type, all_devices: devices === null, is_active };
    }),
  );
  await insert(
    'email_rule_device',
    rules.flatMap(({ id, devices }) => (devices ?? []).map((device) => ({ rule_id: id, device_id: device }))),
  );
  const steps = [{ after_minutes: 0, everybody: false, targets: [] }];
  await insert(
    'escalation_policy',
    all(plants, 'policies').map((policy) => {
      const { id, client: client_id, site: site_id, types: event_types, leastPriority: least_priority } = policy;
      const terms = { repeats: 0, repeat_after_minutes: 1, goes_on_after_clearing: policy.goesOn };
      const row = { id, client_id, site_id, title: `Policy ${id}`, event_types, least_priority };
      return { ...row, device_ids: policy.devices, steps, ...terms, created_at: new Date(now).toISOString() };
    }),
  );
  const webhooks = all(plants, 'webhooks');
  await insert(
    'webhook',
    webhooks.map((webhook) => {
      const { id, client: client_id, site: site_id, types: event_types, leastPriority: least_priority } = webhook;
      const row = {
        id,
        client_id,
        site_id,
        title: `Webhook ${id}`,
        url: 'https://a.example/',
        secret: '',
        event_types,
      };
      const isOn = { is_active: webhook.isActive, policies_only: webhook.isForPoliciesOnly };
      return { ...row, least_priority, format: 'tocsin', ...isOn, created_at: new Date(now).toISOString() };
    }),
  );
  for (const { id, hadByPolicy } of webhooks)
    for (const event of hadByPolicy)
      await sql`insert into webhook_delivery (webhook_id, event_id, event_type, subject, body, state, attempts,
          created_at, escalation_id, step)
        values (${id}, ${event}, 'alarm_on', '', '', 'delivered', 1, ${new Date(now)}, 0, 0)`.execute(database.db);
}

async function storeEvents(plants: readonly Plant[]): Promise<void> {
  await insert(
    'event',
    all(plants, 'events').map((event, index) => {
      const [groupId = null, sensorId = null] = event.sensor?.split('.') ?? [];
      const at = now + index;
      return {
        id: event.id,
        at,
        received_at: at,
        type: event.type,
        forebear_id: event.forebear,
        client_name: 'Client',
        site_name: 'Site',
        device_name: 'Device',
        content: '',
        device_id: event.device,
        client_id: event.client,
        site_id: event.site,
        group_id: groupId,
        sensor_id: sensorId,
        sensor_name: sensorId,
        is_active: event.isActive,
        is_late: false,
        is_notified: event.isNotified,
        is_test: event.isTest,
        is_shelved: event.isShelved,
        priority: event.priority,
        needs_acknowledgement: false,
        unshelved_at: event.how === 'unshelved' ? at : null,
        acknowledged_at: event.isAcknowledged ? at : null,
        acknowledged_by: event.isAcknowledged ? 'Ann' : null,
      };
    }),
  );
}

/** What the pipeline hands over in the transaction that stores the events. */
async function enqueue(plants: readonly Plant[]): Promise<void> {
  const events = all(plants, 'events');
  const stored = {
    events: events
      .filter(({ how }) => how === 'new')
      .map((event) => ({
        id: event.id,
        type: event.type,
        notified: event.isNotified,
        test: event.isTest,
        shelved: event.isShelved,
        forebearId: event.forebear,
      })),
    ends: [],
    changes: events.filter(({ how }) => how !== 'new').map(({ how: kind, id }) => ({ kind, id })),
  };
  const connection = await database.pool.connect();
  await enqueueForEvents(connection, stored as never);
  connection.release();
}

async function run(): Promise<void> {
  const rules = (await SendingRig.make(database.db)).dependencies;
  while (await askPending(rules));
  const { dependencies } = await EscalationRig.make(database.db);
  while (await startPending(dependencies));
  const deliveries = { db: database.db, clock: rules.clock, publicUrl: rules.publicUrl };
  while (await queuePending(deliveries));
}

/** By event the ids of what it went to, in order. */
async function found(statement: RawBuilder<{ event_id: number; id: number }>): Promise<ReadonlyMap<number, number[]>> {
  const { rows } = await statement.execute(database.db);
  const byEvent = Map.groupBy(rows, (row) => row.event_id);
  return new Map([...byEvent].map(([event, ids]) => [event, ids.map(({ id }) => id)]));
}

it('notifies exactly the e-mail rules, policies and webhooks of the stated rules, in random plants', async () => {
  const random = randomOf(printedSeed('match'));
  const plants = Array.from({ length: count }, (_, number) => randomPlant(number, random));
  await storePlaces(plants);
  await storePeople(plants);
  await storeSettings(plants);
  await storeEvents(plants);
  await enqueue(plants);
  await run();
  const rules = await found(sql`select event_id, rule_id as id from rule_mail where state <> 'dropped' order by 1, 2`);
  const policies = await found(sql`select ee.event_id, x.policy_id as id from escalation_event ee
    join escalation x on x.id = ee.escalation_id order by 1, 2`);
  const webhooks = await found(sql`select event_id, webhook_id as id from webhook_delivery
    where escalation_id is null order by 1, 2`);
  for (const plant of plants) {
    const expected = plant.events.map((event) => ({ event: event.id, ...notifiedOf(plant, event) }));
    const actual = plant.events.map(({ id }) => ({
      event: id,
      rules: rules.get(id) ?? [],
      policies: policies.get(id) ?? [],
      webhooks: webhooks.get(id) ?? [],
    }));
    expect(actual, JSON.stringify(plant)).toEqual(expected);
  }
  // The plants are neither silent nor all alike.
  const counts = [rules, policies, webhooks].map((of) => [...of.values()].flat().length);
  for (const notified of counts) expect(notified).toBeGreaterThan(count / 4);
});
