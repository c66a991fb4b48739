import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { managersOfServed } from '../features/on-call/index.ts';
import { advanceAfterFailedMessages } from '../notify/2-escalate/policies/store-escalations.ts';
import { deliverDue, isSigned, Receiver } from '../notify/testing/webhooks.ts';
import { createLog } from '../platform/log.ts';
import { createNetworks } from '../platform/outbound-post.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { type MadeUser, makeDevice, makeUser, type SignedIn } from '../platform/testing/factories.ts';
import { ContactRig } from './testing/contact-rig.ts';
import { webhookEncryption } from './webhooks.ts';

const database = testDatabase();
const encryption = webhookEncryption('a secret of at least thirty-two characters');
let rig: ContactRig;
let receiver: Receiver;
let ann: MadeUser;
let boss: MadeUser;
let manager: SignedIn;
let pager: number;

const target = (id: number, kind: 'person' | 'webhook' = 'webhook') => ({ kind, id, name: `${kind} ${id}` });
const makeWebhook = async (over: { readonly only?: boolean; readonly client?: number } = {}): Promise<number> => {
  const { rows } = await sql<{ id: number }>`insert into webhook (client_id, title, url, secret, event_types,
      least_priority, format, policies_only, created_at)
    values (${over.client ?? rig.escalation.device.clientId}, 'PagerDuty', ${receiver.url}, ${encryption.close('whsec')},
      '{alarm_on,alarm_off}', 4, 'tocsin', ${over.only ?? true}, now()) returning id`.execute(rig.db);
  return rows[0]?.id ?? 0;
};

beforeEach(async () => {
  await sql`delete from webhook`.execute(database.db);
  rig = await ContactRig.make(database.db);
  receiver = await Receiver.start();
  ann = await rig.escalation.person('Ann');
  boss = await makeUser(rig.db, { on: { [rig.escalation.device.siteId]: 'Manager' } });
  manager = await rig.calls(boss);
  pager = await makeWebhook();
});
afterEach(async () => {
  await Promise.all([rig.api.http.close(), receiver.stop()]);
});

const dependencies = () => ({
  db: rig.db,
  clock: rig.clock,
  log: createLog('silent'),
  encryption,
  publicUrl: 'https://tocsin.example',
  isPrivateAllowed: createNetworks(['127.0.0.0/8']),
  timeout: () => new AbortController().signal,
  random: () => 0,
  failed: (trx: Parameters<typeof advanceAfterFailedMessages>[0], deliveryIds: readonly string[]) =>
    advanceAfterFailedMessages(trx, { deliveryIds }),
  managersOf: managersOfServed,
});
/** Moves both clocks, runs the engine, and attempts what is due. */
const at = async (minutes: number): Promise<void> => {
  await rig.at(minutes);
  await deliverDue(dependencies());
};
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body));
const states = async (): Promise<string[]> => {
  const { rows } = await sql<{ state: string }>`select state from webhook_delivery order by number`.execute(rig.db);
  return rows.map((row) => row.state);
};
const whoKnows = async (event: number) => (await manager.get(`/api/v1/notifications/${event}/escalation/`)).json();
const mails = async (userId: number): Promise<string[]> => {
  const { rows } = await sql<{
    subject: string;
  }>`select subject from mail where user_id = ${userId} order by id`.execute(rig.db);
  return rows.map(({ subject }) => subject);
};

describe('a policy', () => {
  const post = (id: number) =>
    manager.post(
      '/api/v1/escalation-policies/',
      {
        title: 'Night',
        location: rig.escalation.device.siteId,
        event_types: ['alarm_on'],
        steps: [{ after_minutes: 0, targets: [{ kind: 'webhook', id }] }],
      },
      { headers: { 'x-tocsin-selection': `${rig.escalation.device.clientId},,` } },
    );

  it('is refused with a webhook of another client, of another site, or none at all', async () => {
    const other = await makeDevice(rig.db);
    const foreign = await makeWebhook({ client: other.clientId });
    const elsewhere = await makeWebhook();
    const { rows } = await sql<{ id: number }>`insert into site (client_id, title, timezone, address)
      select client_id, 'South', timezone, address from site where id = ${rig.escalation.device.siteId}
      returning id`.execute(rig.db);
    await sql`update webhook set site_id = ${rows[0]?.id} where id = ${elsewhere}`.execute(rig.db);
    for (const id of [foreign, elsewhere, 999_999_999]) {
      const answer = await post(id);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().steps).toEqual(['Select webhooks that cover the same site, or its whole client.']);
    }
  });

  it('names its webhook, and says when that is off', async () => {
    const { id, steps } = (await post(pager)).json();
    expect(steps[0].targets).toEqual([{ kind: 'webhook', id: pager, name: 'PagerDuty', gap: null }]);
    await sql`update webhook set is_active = false where id = ${pager}`.execute(rig.db);
    const off = (await manager.get(`/api/v1/escalation-policies/${id}/`)).json();
    expect(off.steps[0].targets[0].gap).toBe('deactivated');
  });
});

describe('a step with a webhook', () => {
  it('sends a signed message that names the policy, and stands in who knows as delivered', async () => {
    await rig.escalation.policyOf([[0, [target(pager), target(ann.id, 'person')]]]);
    const event = await rig.escalation.event();
    await at(0);
    const [got] = receiver.received;
    expect(got && isSigned(got, 'whsec', rig.clock.now())).toBe(true);
    expect(bodies()).toMatchObject([{ event, type: 'alarm_on', policy: 'Night', is_test: false }]);
    const { receipts } = await whoKnows(event);
    expect(receipts).toHaveLength(2);
    expect(receipts).toContainEqual(
      expect.objectContaining({ name: 'PagerDuty', webhook: pager, method: 'webhook', state: 'delivered', step: 0 }),
    );
  });

  it('reaches somebody by the webhook alone: the next step keeps its time', async () => {
    await rig.escalation.policyOf([
      [0, [target(pager)]],
      [5, [target(ann.id, 'person')]],
    ]);
    await rig.escalation.event();
    await at(1);
    expect(await mails(ann.id)).toHaveLength(0);
    await at(5);
    expect(await mails(ann.id)).toHaveLength(1);
  });

  it.each([
    ['off', 'deactivated'],
    ['removed', 'removed'],
  ])('whose webhook is %s is a gap, and the next step follows at once', async (how, gap) => {
    await rig.escalation.policyOf([
      [0, [target(pager)]],
      [5, [target(ann.id, 'person')]],
    ]);
    if (how === 'off') await sql`update webhook set is_active = false where id = ${pager}`.execute(rig.db);
    else await sql`delete from webhook where id = ${pager}`.execute(rig.db);
    const event = await rig.escalation.event();
    await at(0);
    expect(await mails(ann.id)).toHaveLength(1);
    const [escalation] = (await whoKnows(event)).escalations;
    expect(escalation.steps[0].gaps).toMatchObject([{ kind: 'webhook', id: pager, gap }]);
  });

  it('goes on at once when the receiver is gone for good, and the managers are mailed once', async () => {
    await rig.escalation.policyOf([
      [0, [target(pager)]],
      [60, [target(ann.id, 'person')]],
    ]);
    await rig.escalation.event();
    await rig.escalation.event({ sensor: '4001' });
    receiver.answer = { code: 410 };
    await at(0);
    await at(1);
    expect(await states()).toEqual(['failed', 'failed']);
    expect(await mails(ann.id)).toHaveLength(2);
    expect(await mails(boss.id)).toEqual(['Webhook “PagerDuty” was turned off']);
  });

  it('sends one message when two policies name the webhook in the same minute', async () => {
    for (const title of ['Night', 'Day']) await rig.escalation.policyOf([[0, [target(pager)]]], { title });
    await rig.escalation.event();
    await at(0);
    expect(bodies()).toHaveLength(1);
  });

  it('is not repeated to the webhook when everybody must acknowledge and somebody has', async () => {
    const ben = await rig.escalation.person('Ben');
    await rig.escalation.policyOf(
      [[0, [target(pager), target(ann.id, 'person'), target(ben.id, 'person')], 'everybody']],
      { repeats: 1 },
    );
    const event = await rig.escalation.event();
    await at(0);
    await rig.escalation.acknowledge(event, ann);
    await at(30);
    expect(bodies()).toHaveLength(1);
    expect(await mails(ben.id)).toHaveLength(2);
  });
});

describe('the acknowledgement', () => {
  it('cancels a delivery that is not begun', async () => {
    await rig.escalation.policyOf([[0, [target(pager)]]]);
    const event = await rig.escalation.event();
    await rig.at(0);
    await rig.escalation.acknowledge(event, ann);
    expect(await deliverDue(dependencies())).toBe(0);
    expect(await states()).toEqual(['cancelled']);
  });

  it('lets one that is under way end, and has it not tried again', async () => {
    await rig.escalation.policyOf([[0, [target(pager)]]]);
    const event = await rig.escalation.event();
    await rig.at(0);
    receiver.answer = null;
    const timeout = new AbortController();
    const running = deliverDue(dependencies(), timeout.signal);
    while (receiver.received.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await rig.escalation.acknowledge(event, ann);
    timeout.abort();
    await running;
    expect(await states()).toEqual(['cancelled']);
    await at(10);
    expect(receiver.received).toHaveLength(1);
  });

  it('ends one that a process began and did not live to finish', async () => {
    await rig.escalation.policyOf([[0, [target(pager)]]]);
    const event = await rig.escalation.event();
    await rig.at(0);
    await sql`update webhook_delivery set state = 'sending', attempts = 1`.execute(rig.db);
    await rig.escalation.acknowledge(event, ann);
    await at(10);
    expect(receiver.received).toHaveLength(0);
    expect(await states()).toEqual(['cancelled']);
  });
});

describe('a webhook that serves policies alone', () => {
  const pend = (event: number) =>
    sql`insert into pending_event (event_id, audience) values (${event}, 'webhooks')`.execute(rig.db);
  const clearing = async (of: number): Promise<number> => {
    const end = await rig.escalation.event({ type: 'alarm_off' });
    await sql`update event set forebear_id = ${of} where id = ${end}`.execute(rig.db);
    return end;
  };

  it('gets no event by itself, and the end of what a policy sent', async () => {
    await rig.escalation.policyOf([[5, [target(pager)]]]);
    const event = await rig.escalation.event();
    await pend(event);
    await at(0);
    expect(bodies()).toEqual([]);
    await at(5);
    await pend(await clearing(event));
    await at(6);
    expect(bodies()).toMatchObject([{ type: 'alarm_on', policy: 'Night' }, { type: 'alarm_off' }]);
  });

  it('gets no end of what it never got', async () => {
    const event = await rig.escalation.event();
    await pend(await clearing(event));
    await at(1);
    expect(bodies()).toEqual([]);
  });
});

it('is part of a live-fire test, with a message that says so', async () => {
  const policy = await rig.escalation.policyOf([[0, [target(pager), target(ann.id, 'person')]]]);
  const test = (await manager.post(`/api/v1/escalation-policies/${policy}/tests/`, {})).json();
  await at(0);
  expect(bodies()).toMatchObject([{ event: null, is_test: true, policy: 'Night' }]);
  expect(bodies()[0].summary).toBe('TEST: Test of the escalation policy “Night”. Nothing happened.');
  const { escalation } = (await manager.get(`/api/v1/escalation-policies/${policy}/tests/${test.id}/`)).json();
  expect(escalation.receipts).toContainEqual(
    expect.objectContaining({ name: 'PagerDuty', state: 'delivered', is_test: true }),
  );
});
