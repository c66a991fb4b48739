import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PushReceiver } from '../features/contact-methods/testing/contact-methods.ts';
import { isSigned, Receiver } from '../notify/testing/webhooks.ts';
import { testDatabase } from '../platform/testing/database.ts';
import type { MadeUser, SignedIn } from '../platform/testing/factories.ts';
import { ContactRig } from './testing/contact-rig.ts';

const database = testDatabase();
const path = '/api/v1/contact-methods/';
let rig: ContactRig;
let receiver: Receiver;
let browser: PushReceiver;
let ann: MadeUser;
let me: SignedIn;

beforeEach(async () => {
  await sql`delete from sms_gateway`.execute(database.db);
  rig = await ContactRig.make(database.db);
  [receiver, browser] = [await Receiver.start(), await PushReceiver.start()];
  ann = await rig.escalation.person('Ann');
  me = await rig.calls(ann);
});
afterEach(async () => {
  await rig.api.http.close();
  await receiver.stop();
  await browser.stop();
});

const addWebhook = (url = receiver.url) => me.post(path, { kind: 'webhook', url });
const addBrowser = () => me.post(path, { kind: 'push', title: 'Firefox', subscription: browser.subscription });
const listed = async () => (await me.get(path)).json().results;
const codeSent = (n = -1): string => JSON.parse(receiver.received.at(n)?.body ?? '{}').verification_code;

describe('refused', () => {
  it.each([
    ['another address than http', { kind: 'webhook', url: 'ftp://x.example/' }, 400],
    ['an address with a password', { kind: 'webhook', url: 'https://a:b@x.example/' }, 400],
    ['http to a private address that no setting names', { kind: 'webhook', url: 'http://10.0.0.1/' }, 400],
    ['a number without a country code', { kind: 'sms', number: '0151 234567' }, 400],
    ['a number while no gateway is connected', { kind: 'sms', number: '+49 151 234567' }, 409],
    ['another kind', { kind: 'fax', number: '+49 151 234567' }, 400],
  ])('%s', async (_, body, status) => {
    expect((await me.post(path, body)).statusCode).toBe(status);
    expect(await listed()).toEqual([]);
  });

  it('a subscription whose keys are none', async () => {
    const subscription = { ...browser.subscription, keys: { p256dh: 'AAAA', auth: 'AAAA' } };
    expect((await me.post(path, { kind: 'push', title: 'Firefox', subscription })).statusCode).toBe(400);
  });

  it('methods of others, which answer like unknown ones', async () => {
    const { id } = (await addWebhook()).json();
    const other = await rig.calls(await rig.escalation.person('Ben'));
    expect((await other.get(path)).json().results).toEqual([]);
    expect((await other.patch(`${path}${id}/`, { title: 'Mine' })).statusCode).toBe(404);
    expect((await other.post(`${path}${id}/test/`, {})).statusCode).toBe(404);
    expect((await other.post(`${path}${id}/code/`, {})).statusCode).toBe(404);
    expect((await other.post(`${path}${id}/verify/`, { code: codeSent() })).statusCode).toBe(404);
    expect((await other.delete(`${path}${id}/`)).statusCode).toBe(404);
    expect(await listed()).toHaveLength(1);
  });

  it('the right code after five wrong ones, until a new one is sent', async () => {
    const { id } = (await addWebhook()).json();
    const wrong = codeSent() === '000000' ? '000001' : '000000';
    for (let n = 0; n < 5; n++) expect((await me.post(`${path}${id}/verify/`, { code: wrong })).statusCode).toBe(400);
    expect((await me.post(`${path}${id}/verify/`, { code: codeSent() })).statusCode).toBe(400);
    await me.post(`${path}${id}/code/`, {});
    expect((await me.post(`${path}${id}/verify/`, { code: codeSent() })).statusCode).toBe(200);
  });

  it('a code that is older than 15 minutes', async () => {
    const { id } = (await addWebhook()).json();
    rig.clock.advanceTo(rig.clock.now() + 15 * 60_000 + 1);
    expect((await me.post(`${path}${id}/verify/`, { code: codeSent() })).statusCode).toBe(400);
  });

  it('a test of a method that is not verified, and more than ten messages in an hour', async () => {
    const { id } = (await addWebhook()).json();
    expect((await me.post(`${path}${id}/test/`, {})).statusCode).toBe(409);
    for (let n = 0; n < 9; n++) expect((await me.post(`${path}${id}/code/`, {})).statusCode).toBe(200);
    const answer = await me.post(`${path}${id}/code/`, {});
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(receiver.received).toHaveLength(10);

    const before = await listed();
    expect((await addBrowser()).statusCode).toBe(429);
    expect(await listed()).toEqual(before);
  });

  it('a browser verified by a code, or by a forged token', async () => {
    const { id } = (await addBrowser()).json();
    expect((await me.post(`${path}${id}/verify/`, { code: '123456' })).statusCode).toBe(400);
    const forged = `${id}.${'A'.repeat(43)}`;
    expect((await rig.post('contact-methods/confirm/', { token: forged, is_pressed: true })).statusCode).toBe(404);
    expect((await listed())[0].state).toBe('unverified');
  });

  it('quiet hours without a zone, and without length', async () => {
    for (const quiet_hours of [
      { begins: '22:00', ends: '06:00', timezone: 'Mars/Base' },
      { begins: '22:00', ends: '22:00', timezone: 'UTC' },
      { begins: '25:00', ends: '06:00', timezone: 'UTC' },
    ])
      expect((await me.put('/api/v1/quiet-hours/', { quiet_hours })).statusCode).toBe(400);
  });
});

describe('a method', () => {
  it('is verified by the code that was sent there, signed with a secret that is shown once', async () => {
    const made = (await addWebhook()).json();
    expect(made).toMatchObject({ kind: 'webhook', state: 'unverified', title: '127.0.0.1', sent: { is_sent: true } });
    const [got] = receiver.received;
    expect(got && isSigned(got, made.secret, rig.clock.now())).toBe(true);
    const verified = await me.post(`${path}${made.id}/verify/`, { code: codeSent() });
    expect(verified.json()).toMatchObject({ state: 'verified', confirmed_at: new Date(rig.clock.now()).toISOString() });
    expect(JSON.stringify(await listed())).not.toContain(made.secret);
    const { rows } = await sql<{ row: string }>`select m::text as row from contact_method m`.execute(database.db);
    expect(rows[0]?.row).not.toContain('127.0.0.1:');
  });

  it('is verified by pressing the notification in its browser', async () => {
    await addBrowser();
    const { token, kind } = browser.shown(0);
    expect(kind).toBe('check');
    expect((await rig.post('contact-methods/confirm/', { token })).statusCode).toBe(204);
    expect((await listed())[0].state).toBe('unverified');
    expect((await rig.post('contact-methods/confirm/', { token, is_pressed: true })).statusCode).toBe(204);
    expect((await listed())[0]).toMatchObject({ state: 'verified', is_silent: false });
    rig.clock.advanceTo(rig.clock.now() + 9 * 86_400_000);
    me = await rig.calls(ann);
    expect((await listed())[0].is_silent).toBe(true);
  });

  it('is the same one when the browser subscribes again', async () => {
    const first = (await addBrowser()).json();
    const again = (await addBrowser()).json();
    expect(again.id).toBe(first.id);
    expect(await listed()).toHaveLength(1);
  });

  it('of mail is tested, at most ten times an hour, and confirmed by an opened link', async () => {
    for (let n = 0; n < 10; n++) expect((await me.post(`${path}test-email/`, {})).json()).toEqual({ is_queued: true });
    expect((await me.post(`${path}test-email/`, {})).statusCode).toBe(429);
    const { rows } = await sql<{ to_address: string; subject: string }>`select to_address, subject from mail
      where user_id = ${ann.id}`.execute(database.db);
    expect(rows).toHaveLength(10);
    expect(rows[0]).toEqual({ to_address: ann.email, subject: 'Tocsin: test message' });
    expect((await me.get(path)).json().email_confirmed_at).toBeNull();
    await rig.escalation.policy({ steps: [[0, [ann]]] });
    await rig.escalation.event();
    await rig.escalation.at(0);
    await sql`update message set opened_at = ${new Date(rig.clock.now())} where user_id = ${ann.id}`.execute(
      database.db,
    );
    expect((await me.get(path)).json().email_confirmed_at).toBe(new Date(rig.clock.now()).toISOString());
  });

  it('has its failure on it, and ends when its receiver says so', async () => {
    const id = await rig.method(ann, 'push', JSON.stringify(browser.subscription));
    browser.answer = { code: 403 };
    expect((await me.post(`${path}${id}/test/`, {})).json()).toEqual({ is_sent: false, error: 'It answered 403' });
    expect((await listed())[0]).toMatchObject({ state: 'verified', error: 'It answered 403' });
    browser.answer = { code: 410 };
    await me.post(`${path}${id}/test/`, {});
    expect((await listed())[0]).toMatchObject({ state: 'ended', error: 'The browser has ended its subscription' });
    expect((await me.post(`${path}${id}/test/`, {})).statusCode).toBe(409);
  });

  it('leaves rows in the audit log that tell no address', async () => {
    const { id } = (await addWebhook()).json();
    await me.patch(`${path}${id}/`, { title: 'Pager', least_priority: 'high' });
    await me.put('/api/v1/quiet-hours/', { quiet_hours: { begins: '22:00', ends: '06:00', timezone: 'UTC' } });
    await me.delete(`${path}${id}/`);
    const { rows } = await sql<{ action: string; old: object; new: object }>`select action, old, new from audit
      where user_id = ${ann.id} and subject = 'contact method' order by id`.execute(database.db);
    expect(rows.map(({ action }) => action)).toEqual(['create', 'change', 'change', 'remove']);
    expect(rows[1]?.new).toEqual({ title: 'Pager', least_priority: 2 });
    expect(JSON.stringify(rows)).not.toContain('/hook');
  });
});
