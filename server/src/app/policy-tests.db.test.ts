import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestReminder } from '../features/escalation/index.ts';
import { managersOfServed } from '../features/on-call/index.ts';
import { isSigned, Receiver } from '../notify/testing/webhooks.ts';
import { createLog } from '../platform/log.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { type MadeUser, makeUser, type SignedIn } from '../platform/testing/factories.ts';
import { ContactRig } from './testing/contact-rig.ts';

const database = testDatabase();
let rig: ContactRig;
let receiver: Receiver;
let ann: MadeUser;
let ben: MadeUser;
let manager: SignedIn;
let policy: number;

beforeEach(async () => {
  rig = await ContactRig.make(database.db);
  receiver = await Receiver.start();
  [ann, ben] = [await rig.escalation.person('Ann'), await rig.escalation.person('Ben')];
  manager = await rig.calls(await makeUser(rig.db, { on: { [rig.escalation.device.siteId]: 'Manager' } }));
  policy = await rig.escalation.policy({
    steps: [
      [0, [ann]],
      [5, [ben]],
    ],
  });
});
afterEach(async () => {
  await Promise.all([rig.api.http.close(), receiver.stop()]);
});

const path = () => `/api/v1/escalation-policies/${policy}/tests/`;
const start = async (who = manager) => (await who.post(path(), {})).json();
const read = async (id: number) => (await manager.get(`${path()}${id}/`)).json();
/** Link tokens of what Ann's webhook got. */
const tokens = (): string[] =>
  receiver.received.map(({ body }) => JSON.parse(body).url.split('/acknowledge/')[1]).filter(Boolean);

describe('refused', () => {
  it('to whoever may not change the policy, and to people of another client as if there were none', async () => {
    const reader = await rig.calls(ann);
    expect((await reader.post(path(), {})).statusCode).toBe(403);
    expect((await reader.get(path())).json()).toEqual({ count: 0, results: [] });
    const stranger = await rig.calls(await makeUser(rig.db, { is_superuser: false }));
    expect((await stranger.post(path(), {})).statusCode).toBe(404);
    expect((await stranger.get(path())).statusCode).toBe(404);
    const test = await start();
    expect((await reader.post(`${path()}${test.id}/cancel/`, {})).statusCode).toBe(403);
    expect((await stranger.get(`${path()}${test.id}/`)).statusCode).toBe(404);
  });

  it('while one is running, of another policy, and to be cancelled when it is over', async () => {
    const test = await start();
    expect((await manager.post(path(), {})).statusCode).toBe(409);
    const other = await rig.escalation.policy({ steps: [[0, [ann]]] });
    expect((await manager.get(`/api/v1/escalation-policies/${other}/tests/${test.id}/`)).statusCode).toBe(404);
    expect((await manager.post(`${path()}${test.id}/cancel/`, {})).json().state).toBe('cancelled');
    expect((await manager.post(`${path()}${test.id}/cancel/`, {})).statusCode).toBe(409);
    expect((await manager.post(path(), {})).statusCode).toBe(201);
  });
});

describe('a live-fire test', () => {
  it('notifies step by step as an alarm does, says in every message that it is a test, and writes no event', async () => {
    await rig.method(ann, 'webhook', receiver.url);
    const test = await start();
    await rig.at(0);
    const [got] = receiver.received;
    expect(got && isSigned(got, 'whsec_mine', rig.clock.now())).toBe(true);
    expect(JSON.parse(got?.body ?? '{}')).toMatchObject({
      title: 'TEST: Test of the escalation policy “Night”',
      is_test: true,
      policy_test: test.id,
      event: null,
    });
    const { rows: mails } = await sql<{ subject: string; text: string }>`select subject, text from mail
      where user_id = ${ann.id}`.execute(rig.db);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe('TEST: escalation policy “Night”');
    expect(mails[0]?.text).toContain('Nothing happened at your plant');
    expect(await rig.escalation.sentAt(4)).toEqual(['Ann']);
    expect(await rig.escalation.sentAt(5)).toEqual(['Ben']);
    const { escalation } = await read(test.id);
    expect(escalation.receipts.map(({ name, method }: Record<string, string>) => `${name} ${method}`)).toEqual([
      'Ann Test email',
      'Ann Test webhook',
      'Ben Test email',
    ]);
    expect(escalation.receipts.every(({ is_test }: { is_test: boolean }) => is_test)).toBe(true);
    const { rows } = await sql`select 1 from event where client_id = ${rig.escalation.device.clientId}`.execute(rig.db);
    expect(rows).toEqual([]);
  });

  it('ends with the acknowledgement by a link: nothing follows, and the record says who and when', async () => {
    await rig.method(ann, 'webhook', receiver.url);
    const test = await start();
    await rig.at(0);
    const [token = ''] = tokens();
    const shown = (await rig.post('messages/link/', { token })).json();
    expect(shown).toMatchObject({
      is_test: true,
      state: 'open',
      event: { what: 'Test of the escalation policy “Night”' },
    });
    const done = (await rig.post('messages/link/acknowledge/', { token, comment: 'Awake' })).json();
    expect(done).toMatchObject({ state: 'used', acknowledged: { by: 'Ann Test' } });
    expect(await rig.escalation.sentAt(10)).toEqual([]);
    expect((await read(test.id)).test).toMatchObject({ state: 'acknowledged', ended_by: 'Ann Test', comment: 'Awake' });
    expect((await manager.get('/api/v1/escalation-policies/')).json().results).toMatchObject([{ running_test: null }]);
  });

  it('is not acknowledged by somebody who lost their access since', async () => {
    await rig.method(ann, 'webhook', receiver.url);
    const test = await start();
    await rig.at(0);
    await sql`delete from membership where user_id = ${ann.id}`.execute(rig.db);
    await sql`delete from client_member where user_id = ${ann.id}`.execute(rig.db);
    expect((await rig.post('messages/link/acknowledge/', { token: tokens()[0] })).statusCode).toBe(404);
    expect((await read(test.id)).test.state).toBe('running');
  });

  it('stands as unanswered when its rounds are over, without a red line and without a mail', async () => {
    const test = await start();
    for (const minute of [0, 5, 15]) await rig.escalation.sentAt(minute);
    expect((await read(test.id)).test).toMatchObject({ state: 'unanswered', ended_by: null });
    expect((await manager.get('/api/v1/escalations/unanswered/')).json().count).toBe(0);
    const [row] = (await manager.get('/api/v1/escalation-policies/')).json().results;
    expect(row.tested_at).not.toBeNull();
  });

  it('sends nothing more once it is cancelled, or its policy is gone', async () => {
    const test = await start();
    await rig.escalation.at(0);
    await manager.post(`${path()}${test.id}/cancel/`, {});
    expect(await rig.escalation.sentAt(20)).toEqual([]);
    const next = await start();
    await sql`delete from escalation_policy where id = ${policy}`.execute(rig.db);
    expect(await rig.escalation.sentAt(30)).toEqual([]);
    const { rows } = await sql`select state from policy_test where id = ${next.id}`.execute(rig.db);
    expect(rows).toEqual([{ state: 'cancelled' }]);
  });

  it('changes nothing about a real alarm of the same people at the same moment', async () => {
    await start();
    const event = await rig.escalation.event();
    await rig.escalation.at(0);
    expect((await rig.escalation.send()).sort()).toEqual(['Ann', 'Ann']);
    await rig.escalation.acknowledge(event, ann);
    expect(await rig.escalation.sentAt(5)).toEqual(['Ben']);
  });
});

describe('a policy that nobody tested for 90 days', () => {
  const dayMs = 86_400_000;
  const remind = (days: number) =>
    createTestReminder({
      log: createLog('silent'),
      db: rig.db,
      clock: { now: () => rig.escalation.start + days * dayMs, after: () => () => {} },
      publicUrl: 'https://tocsin.example',
      managersOf: managersOfServed,
    })();
  const mailsTo = async (person: MadeUser): Promise<string[]> => {
    const { rows } = await sql<{ subject: string }>`select subject from mail where to_address = ${person.email}
      and kind = 'other' order by id`.execute(rig.db);
    return rows.map(({ subject }) => subject);
  };

  it('is mailed to its managers once in 90 days, all of one client in one mail, and not once it is tested', async () => {
    const boss = await makeUser(rig.db, { on: { [rig.escalation.device.siteId]: 'Manager' } });
    await rig.escalation.policy({ title: 'Days', steps: [[0, [ann]]] });
    await remind(89);
    expect(await mailsTo(boss)).toEqual([]);
    await remind(90);
    await remind(91);
    expect(await mailsTo(boss)).toEqual(['2 escalation policies are due for a test']);
    expect(await mailsTo(ann)).toEqual([]);
    await start();
    for (const minute of [0, 5, 15]) await rig.escalation.sentAt(minute);
    await sql`update policy_test set ended_at = ${new Date(rig.escalation.start + 100 * dayMs)}`.execute(rig.db);
    await remind(180);
    expect(await mailsTo(boss)).toEqual([
      '2 escalation policies are due for a test',
      'An escalation policy is due for a test',
    ]);
  });
});
