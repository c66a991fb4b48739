import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PushReceiver } from '../features/contact-methods/testing/contact-methods.ts';
import { isSigned, Receiver } from '../notify/testing/webhooks.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { type MadeUser, makeUser } from '../platform/testing/factories.ts';
import { ContactRig } from './testing/contact-rig.ts';

const database = testDatabase();
let rig: ContactRig;
let receiver: Receiver;
let browser: PushReceiver;
let ann: MadeUser;
let ben: MadeUser;

beforeEach(async () => {
  await sql`delete from sms_gateway`.execute(database.db);
  await sql`update message set due_at = null where due_at is not null`.execute(database.db);
  rig = await ContactRig.make(database.db);
  [receiver, browser] = [await Receiver.start(), await PushReceiver.start()];
  [ann, ben] = [await rig.escalation.person('Ann'), await rig.escalation.person('Ben')];
});
afterEach(async () => {
  await rig.api.http.close();
  await receiver.stop();
  await browser.stop();
});

/** Ann at once, Ben after 5 minutes. */
const policy = () =>
  rig.escalation.policy({
    steps: [
      [0, [ann]],
      [5, [ben]],
    ],
  });
const states = async () => (await rig.sent()).map(({ method, state }) => `${method} ${state}`);
const withBrowser = (person = ann) => rig.method(person, 'push', JSON.stringify(browser.subscription));
const withWebhook = (person = ann) => rig.method(person, 'webhook', receiver.url);

describe('nothing is handed over', () => {
  it('by a method that is not verified, has ended, or takes more urgent events only', async () => {
    await policy();
    const [first, second, third] = [await withBrowser(), await withWebhook(), await rig.method(ann, 'sms', '+49151')];
    await sql`update contact_method set verified_at = null where id = ${first}`.execute(rig.db);
    await sql`update contact_method set ended_at = now() where id = ${second}`.execute(rig.db);
    await sql`update contact_method set least_priority = 1 where id = ${third}`.execute(rig.db);
    await rig.escalation.event();
    await rig.at(0);
    expect(await states()).toEqual([]);
  });

  it('of low and medium priority in quiet hours; of high priority always', async () => {
    await policy();
    await withWebhook();
    await sql`insert into quiet_hours values (${ann.id}, 0, 1439, 'UTC')`.execute(rig.db);
    const noon = new Date(rig.escalation.start).toISOString().slice(11, 16);
    if (noon === '23:59')
      await sql`update quiet_hours set begins = 1, ends = 0 where user_id = ${ann.id}`.execute(rig.db);
    await rig.escalation.event({ priority: 3 });
    await rig.at(0);
    expect(await states()).toEqual([]);
    await rig.escalation.event({ sensor: '5000', priority: 2 });
    await rig.at(0);
    expect(await states()).toEqual(['webhook delivered']);
  });

  it('after the acknowledgement', async () => {
    await policy();
    await withWebhook();
    const event = await rig.escalation.event();
    await rig.escalation.at(0);
    await rig.escalation.acknowledge(event, ben);
    await rig.send();
    expect(await states()).toEqual(['webhook cancelled']);
    expect(receiver.received).toEqual([]);
  });

  it('to somebody who may not open the device any more', async () => {
    await policy();
    await withWebhook();
    await rig.escalation.event();
    await rig.escalation.at(0);
    await sql`delete from membership where user_id = ${ann.id}`.execute(rig.db);
    await rig.send();
    expect(await rig.sent()).toMatchObject([
      { state: 'failed', error: 'The receiver no longer has access to the device' },
    ]);
  });
});

describe('a notification', () => {
  it('is sent, delivered when its worker says so, and acknowledges once', async () => {
    await policy();
    await withBrowser();
    await withBrowser(ben);
    const event = await rig.escalation.event();
    await rig.at(0);
    expect(await states()).toEqual(['push sent']);
    const shown = browser.shown(0);
    expect(shown).toMatchObject({ kind: 'event', url: `https://tocsin.example/acknowledge/${shown.token}` });
    expect(shown.title).toContain('Leg 1, Head bearing');
    expect(browser.received[0]?.headers).toMatchObject({ urgency: 'high', ttl: '600' });
    expect((await rig.post('messages/link/delivered/', { token: shown.token })).statusCode).toBe(204);
    expect(await states()).toEqual(['push delivered']);
    const pressed = await rig.post('messages/link/acknowledge/', { token: shown.token });
    expect(pressed.json().state).toBe('used');
    expect(await rig.acknowledgedBy(event)).toBe('Ann Test');
    expect(await states()).toEqual(['push acknowledged']);
    await rig.at(10);
    expect(browser.received).toHaveLength(1);
  });

  it.each([
    ['removed', sql`delete from contact_method`],
    ['held until its holder confirms it', sql`update contact_method set held_at = now()`],
  ])('acknowledges nothing once its method is %s', async (_what, end) => {
    await policy();
    await withBrowser();
    const event = await rig.escalation.event();
    await rig.at(0);
    const { token = '' } = browser.shown(0);
    await end.execute(rig.db);
    for (const call of ['', 'acknowledge/'])
      expect((await rig.post(`messages/link/${call}`, { token })).statusCode).toBe(404);
    const { rows } = await sql<{ acknowledged_at: number | null }>`select acknowledged_at from event
      where id = ${event}`.execute(rig.db);
    expect(rows).toEqual([{ acknowledged_at: null }]);
  });

  it('is refused a confirmation by a forged token', async () => {
    await policy();
    await withBrowser();
    await rig.escalation.event();
    await rig.at(0);
    const { token = '' } = browser.shown(0);
    const forged = `${token.split('.')[0]}.${'A'.repeat(43)}`;
    expect((await rig.post('messages/link/delivered/', { token: forged })).statusCode).toBe(404);
    expect(await states()).toEqual(['push sent']);
  });

  it.each([404, 410])('ends the browser at %i and moves the escalation on when nothing else reaches', async (code) => {
    await policy();
    const id = await withBrowser();
    browser.answer = { code };
    await rig.escalation.event();
    await rig.at(0);
    expect(await states()).toEqual(['push failed']);
    const { rows } = await sql<{ ended_at: Date | null }>`select ended_at from contact_method where id = ${id}`.execute(
      rig.db,
    );
    expect(rows[0]?.ended_at).not.toBeNull();
    const { rows: mails } = await sql<object>`select subject from mail where kind = 'other'
      and user_id = (select user_id from contact_method where id = ${id})`.execute(rig.db);
    expect(mails).toEqual([{ subject: expect.stringMatching(/^Browser notification ended: /) }]);
    // Her mail fails too: Ben is next without waiting for his minute.
    await rig.escalation.send('failed');
    await rig.at(1);
    expect(await rig.escalation.send()).toEqual(['Ben']);
  });

  it('is tried again when the push service is busy, never before it asks, and not once it is stale', async () => {
    await policy();
    await withBrowser();
    browser.answer = { code: 503, headers: { 'retry-after': '240' } };
    await rig.escalation.event();
    await rig.at(0);
    await rig.at(3);
    expect(await rig.sent()).toMatchObject([{ state: 'pending', attempts: 1, error: 'It answered 503' }]);
    await rig.at(4);
    expect(await rig.sent()).toMatchObject([{ state: 'pending', attempts: 2 }]);
    browser.answer = { code: 201 };
    await rig.at(11);
    expect(await rig.sent()).toMatchObject([{ state: 'failed', error: 'Stale, not sent' }]);
    expect(browser.received).toHaveLength(2);
  });
});

describe('a personal webhook', () => {
  it('gets the event, signed, and counts as delivered', async () => {
    await policy();
    await withWebhook();
    const event = await rig.escalation.event();
    await rig.at(0);
    expect(await states()).toEqual(['webhook delivered']);
    const [got] = receiver.received;
    expect(got && isSigned(got, 'whsec_mine', rig.clock.now())).toBe(true);
    expect(JSON.parse(got?.body ?? '{}')).toMatchObject({ kind: 'event', event, device: 'Leg 1', is_active: true });
  });

  it('is sent again under the same key when the process dies before that is written', async () => {
    await policy();
    await withWebhook();
    await rig.escalation.event();
    await rig.escalation.at(0);
    const dying = rig.newSender({
      injectFault: (point) => {
        if (point === 'message-taken') throw new Error('killed');
      },
    });
    await dying.startDue();
    await dying.idle();
    expect(await states()).toEqual(['webhook sending']);
    await rig.at(0.5);
    expect(receiver.received).toHaveLength(1);
    await rig.at(1.1);
    expect(await states()).toEqual(['webhook delivered']);
    const keys = receiver.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('is left to the process that claimed it since: what a slow one writes late changes nothing', async () => {
    await policy();
    await withWebhook();
    await rig.escalation.event();
    await rig.escalation.at(0);
    const slow = rig.newSender({
      handOver: async () => {
        await rig.at(1.1);
        return { kind: 'failed', error: 'late' };
      },
    });
    await slow.startDue();
    await slow.idle();
    expect(await states()).toEqual(['webhook delivered']);
  });

  it('that was being sent by a dead process when somebody acknowledged is not begun again', async () => {
    await policy();
    await withWebhook();
    const event = await rig.escalation.event();
    await rig.escalation.at(0);
    const dying = rig.newSender({
      injectFault: () => {
        throw new Error('killed');
      },
    });
    await dying.startDue();
    await dying.idle();
    await rig.escalation.acknowledge(event, ben);
    await rig.at(2);
    expect(await states()).toEqual(['webhook cancelled']);
    expect(receiver.received).toEqual([]);
  });

  it('is not sent twice by two processes', async () => {
    await policy();
    await withWebhook();
    await rig.escalation.event();
    await rig.escalation.at(0);
    const other = rig.newSender();
    await Promise.all([rig.sender.startDue(), other.startDue()]);
    await Promise.all([rig.sender.idle(), other.idle()]);
    expect(receiver.received).toHaveLength(1);
  });

  it('gets the events beyond ten in ten minutes together, a minute later', async () => {
    await policy();
    await withWebhook();
    for (let n = 0; n < 13; n++) await rig.escalation.event({ sensor: `40${10 + n}` });
    await rig.at(0);
    expect(receiver.received).toHaveLength(10);
    await rig.at(1);
    expect(receiver.received).toHaveLength(11);
    expect(JSON.parse(receiver.received[10]?.body ?? '{}')).toMatchObject({ kind: 'gathered', events: 3 });
    expect(new Set(await states())).toEqual(new Set(['webhook delivered']));
  });
});

describe('an SMS', () => {
  const number = '+4915123456789';
  let secret: string;

  beforeEach(async () => {
    const staff = await rig.calls(await makeUser(rig.db, { is_superuser: true }));
    const body = '{"to":"{{to}}","text":"{{text}}","ref":"{{id}}"}';
    const gateway = { url: receiver.url, body, id_field: 'sid', headers: [{ name: 'X-Key', value: 'k3y' }] };
    const made = await staff.put('/api/v1/sms-gateway/', gateway);
    expect(made.statusCode).toBe(200);
    secret = made.json().secret;
    expect(JSON.stringify((await staff.get('/api/v1/sms-gateway/')).json())).not.toMatch(/k3y|whsec/);
    receiver.answer = { code: 200, body: '{"sid":"SM77"}' };
  });

  const inbound = (body: object, bearer = secret) =>
    rig.post('sms-gateway/inbound/', body, { authorization: `Bearer ${bearer}` });
  const textSent = (n: number): string => JSON.parse(receiver.received.at(n)?.body ?? '{}').text;
  const codeIn = (n: number): string => /Reply (\d{6})/.exec(textSent(n))?.[1] ?? '';

  it('is handed to the gateway by its template and acknowledged by a reply with its code, once', async () => {
    await policy();
    await rig.method(ann, 'sms', number);
    const event = await rig.escalation.event();
    await rig.at(0);
    expect(await rig.sent()).toMatchObject([{ method: 'sms', state: 'sent', provider_id: 'SM77' }]);
    expect(JSON.parse(receiver.received[0]?.body ?? '{}')).toMatchObject({ to: number });
    expect(receiver.received[0]?.headers).toMatchObject({ 'x-key': 'k3y' });
    const reply = { from: '0049 151 23456789'.replace('00', '+'), text: `ok ${codeIn(0)}.` };
    expect((await inbound(reply)).json()).toEqual({ outcome: 'acknowledged' });
    expect(await rig.acknowledgedBy(event)).toBe('Ann Test');
    expect((await inbound(reply)).json()).toEqual({ outcome: 'ignored' });
    expect(await states()).toEqual(['sms acknowledged']);
  });

  it.each([
    ['from a stranger', { from: '+15550001' }],
    ['with another code', { text: '000000' }],
    ['with the code inside a longer number', { text: '1CODE' }],
    ['without a code', { text: 'yes' }],
  ])('is not acknowledged by a reply %s', async (_, over) => {
    await policy();
    await rig.method(ann, 'sms', number);
    const event = await rig.escalation.event();
    await rig.at(0);
    const reply = { from: number, text: 'CODE', ...over };
    const answer = await inbound({ ...reply, text: reply.text.replace('CODE', codeIn(0)) });
    expect(answer.json()).toEqual({ outcome: 'ignored' });
    expect(await rig.acknowledgedBy(event)).toBeNull();
  });

  it('is not acknowledged by a code that is older than a day, or by a call that the gateway did not sign', async () => {
    await policy();
    await rig.method(ann, 'sms', number);
    const event = await rig.escalation.event();
    await rig.at(0);
    expect((await inbound({ from: number, text: codeIn(0) }, 'another')).statusCode).toBe(400);
    rig.clock.advanceTo(rig.clock.now() + 24 * 3_600_000 + 1);
    expect((await inbound({ from: number, text: codeIn(0) })).json()).toEqual({ outcome: 'ignored' });
    expect(await rig.acknowledgedBy(event)).toBeNull();
  });

  it('lets nobody guess the code: after ten wrong ones the number is refused for an hour', async () => {
    await policy();
    await rig.method(ann, 'sms', number);
    const event = await rig.escalation.event();
    await rig.at(0);
    for (let n = 0; n < 10; n++) await inbound({ from: number, text: String(100_000 + n) });
    expect((await inbound({ from: number, text: codeIn(0) })).statusCode).toBe(429);
    expect(await rig.acknowledgedBy(event)).toBeNull();
  });

  it('is delivered or failed as the gateway reports, by its own id', async () => {
    await policy();
    await rig.method(ann, 'sms', number);
    await rig.escalation.event();
    await rig.at(0);
    expect((await inbound({ id: 'SM00', state: 'delivered' })).json()).toEqual({ outcome: 'ignored' });
    expect((await inbound({ id: 'SM77', state: 'queued' })).json()).toEqual({ outcome: 'ignored' });
    expect((await inbound({ id: 'SM77', state: 'Delivered' })).json()).toEqual({ outcome: 'noted' });
    expect(await states()).toEqual(['sms delivered']);
  });

  it('of a gateway that comes back after an outage is not sent when it is stale', async () => {
    await policy();
    await rig.method(ann, 'sms', number);
    receiver.answer = { code: 500 };
    for (let n = 0; n < 5; n++) await rig.escalation.event({ sensor: `50${10 + n}` });
    await rig.at(0);
    const before = receiver.received.length;
    receiver.answer = { code: 200 };
    await rig.at(11);
    expect(receiver.received).toHaveLength(before);
    const sent = (await rig.sent()).map(({ state, error }) => `${state} ${error}`);
    expect(sent).toEqual(Array.from({ length: 5 }, () => 'failed Stale, not sent'));
  });

  it('ends ten thousand stale ones without an attempt, and sends what is new', async () => {
    await policy();
    const method = await rig.method(ann, 'sms', number);
    const first = await rig.escalation.event();
    await rig.escalation.at(0);
    await sql`insert into message (client_id, event_id, user_id, user_name, method, cause_key, priority, due_at,
        created_at, contact_method_id)
      select client_id, event_id, user_id, user_name, method, cause_key || ' copy ' || n, priority, due_at, created_at,
        contact_method_id
      from message, generate_series(1, 9999) n where event_id = ${first} and method = 'sms'`.execute(rig.db);
    rig.clock.advanceTo(rig.clock.now() + 11 * 60_000);
    await rig.escalation.event({ sensor: '5010' });
    await rig.at(11);
    const { rows } = await sql<{ state: string; error: string; n: number }>`select state, error, count(*)::int as n
      from message where contact_method_id = ${method} group by 1, 2 order by 1`.execute(rig.db);
    expect(rows).toEqual([
      { state: 'failed', error: 'Stale, not sent', n: 10_000 },
      { state: 'sent', error: '', n: 1 },
    ]);
    expect(receiver.received).toHaveLength(1);
  });

  it('is answered and reported by gateways that post forms, call with a query, or sign in by Basic', async () => {
    await policy();
    const own = '+4915198765432';
    await rig.method(ann, 'sms', own);
    const event = await rig.escalation.event();
    await rig.at(0);
    const basic = (password: string) => ({
      authorization: `Basic ${Buffer.from(`gw:${password}`).toString('base64')}`,
    });
    const call = (method: 'GET' | 'POST', query: string, payload: string | null, password = secret) =>
      rig.api.http.inject({
        method,
        url: `/api/v1/sms-gateway/inbound/${query}`,
        headers: {
          ...basic(password),
          ...(payload === null ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(payload === null ? {} : { payload }),
      });
    expect((await call('GET', '?id=SM77&state=delivered', null, 'another')).statusCode).toBe(400);
    expect((await call('POST', '', 'id=SM77&state=delivered', 'another')).statusCode).toBe(400);
    expect((await call('POST', '', 'id=SM77&state=%00', secret)).statusCode).toBe(400);
    expect(await states()).toEqual(['sms sent']);
    expect((await call('GET', '?id=SM77&state=delivered', null)).json()).toEqual({ outcome: 'noted' });
    expect(await states()).toEqual(['sms delivered']);
    const reply = `from=${encodeURIComponent(own)}&text=${codeIn(0)}`;
    expect((await call('POST', '', reply)).json()).toEqual({ outcome: 'acknowledged' });
    expect(await rig.acknowledgedBy(event)).toBe('Ann Test');
  });
});
