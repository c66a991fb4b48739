import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readHead } from '../platform/backup/restore.ts';
import { createLog } from '../platform/log.ts';
import { claimMails } from '../platform/mail/store.ts';
import { migrate } from '../platform/migrate.ts';
import { createTestDatabase, dropTestDatabase, type TestDatabase } from '../platform/testing/database.ts';
import { claimDirect } from './4-deliver/store-direct.ts';
import { claimDue } from './4-deliver/webhook/store-deliveries.ts';

const backup = join(import.meta.dirname, '../../versions/v2.0.0.tocsin');
const log = createLog('silent');
const messageStates = ['pending', 'sending', 'sent', 'delivered', 'opened', 'acknowledged', 'failed', 'cancelled'];
const deliveryStates = ['pending', 'sending', 'delivered', 'failed', 'cancelled'];
const mailStates = ['queued', 'sent', 'failed', 'mailbox', 'cancelled'];
const isOpen = (state: string): boolean => state === 'pending' || state === 'sending';
const idOf = (index: number): string => `00000000-0000-4000-8000-00000000000${index}`;
let database: TestDatabase;
const query = async (text: string): Promise<Record<string, unknown>[]> => (await database.pool.query(text)).rows;

/** What 2.0.0 leaves behind when it stops in the middle of everything. */
beforeAll(async () => {
  database = await createTestDatabase('template1');
  const { migrations } = await readHead(backup);
  await migrate(database.pool, log, { only: new Set(migrations) });
  await query(`insert into pending_rule_event (event_id, again, attempts, retry_at)
    values (1, false, 0, null), (2, true, 3, '2026-11-20T12:00:00Z')`);
  await query(`insert into pending_escalation (event_id, at, attempts, retry_at)
    values (1, '2026-11-20T11:00:00Z', 1, '2026-11-20T11:00:02Z')`);
  await query('insert into pending_webhook_event (event_id, again) values (2, true), (1, false)');
  await query(`insert into users (id, username, email) values (1, 'ann@example.com', 'ann@example.com')`);
  await query(`insert into client (id, number, company) values (1, 1, 'Prairie Grain')`);
  await query(`insert into contact_method (id, user_id, kind, title, address, address_hash, created_at)
    overriding system value values (1, 1, 'webhook', 'Mine', '', '', now())`);
  for (const [index, state] of messageStates.entries())
    await query(`insert into message (client_id, event_id, user_id, user_name, method, contact_method_id, cause_key,
        priority, state, attempts, due_at, created_at)
      values (1, 1, 1, 'Ann', 'webhook', ${index === 1 ? 'null' : 1}, '${state}', 2, '${state}', 1,
        ${isOpen(state) ? `'2026-11-20T12:00:00Z'` : 'null'}, '2026-11-20T11:00:00Z')`);
  await query(`insert into webhook (id, client_id, title, url, secret, event_types, least_priority, format, created_at)
    overriding system value values (1, 1, 'x', 'https://a.example/', '', '{alarm_on}', 4, 'tocsin', now())`);
  for (const [index, state] of deliveryStates.entries())
    await query(`insert into webhook_delivery (id, webhook_id, event_id, event_type, subject, body, state, attempts,
        created_at, due_at)
      values ('${idOf(index)}', 1, 1, 'alarm_on', '', '${state}', '${state}', 1, '2026-11-20T11:00:00Z',
        ${isOpen(state) ? `'2026-11-20T12:00:00Z'` : 'null'})`);
  for (const state of mailStates)
    await query(`insert into mail (message_id, kind, to_address, subject, html, text, state, created_at)
      values ('<${state}@tocsin>', 'alarm', 'ann@example.com', '', '', '', '${state}', '2026-11-20T11:00:00Z')`);
  await migrate(database.pool, log);
});
afterAll(() => dropTestDatabase(database));

it('carries over which events somebody has yet to be asked about, in their order', async () => {
  const rows = await query(`select event_id, audience, is_again, attempts, retry_at from pending_event order by id`);
  const retryAt = new Date('2026-11-20T12:00:00Z');
  expect(rows).toEqual([
    { event_id: 1, audience: 'rules', is_again: false, attempts: 0, retry_at: null },
    { event_id: 2, audience: 'rules', is_again: true, attempts: 3, retry_at: retryAt },
    { event_id: 1, audience: 'policies', is_again: false, attempts: 1, retry_at: new Date('2026-11-20T11:00:02Z') },
    { event_id: 2, audience: 'webhooks', is_again: true, attempts: 0, retry_at: null },
    { event_id: 1, audience: 'webhooks', is_again: false, attempts: 0, retry_at: null },
  ]);
  const [policies] = await query(`select at from pending_event where audience = 'policies'`);
  expect(policies).toEqual({ at: new Date('2026-11-20T11:00:00Z') });
});

it('keeps mails, messages and deliveries of every state: none is lost', async () => {
  const states = async (table: string) =>
    (await query(`select state from ${table} order by created_at, ctid`)).map(({ state }) => state);
  expect(await states('message')).toEqual(messageStates);
  expect(await states('webhook_delivery')).toEqual(deliveryStates);
  const mails = ['cancelled', 'failed', 'mailbox', 'pending', 'sent'];
  expect((await states('mail')).toSorted()).toEqual(mails);
});

it('sends a mail that was queued or in hand, and no other', async () => {
  const [now, leaseUntil] = [new Date('2026-11-20T12:00:01Z'), new Date('2026-11-20T12:04:01Z')];
  const mails = await claimMails(database.db, { now, leaseUntil, limit: 16, perHost: 4, sender: 'tocsin mail test' });
  expect(mails.map(({ message_id: id, lease }) => ({ id, lease }))).toEqual([{ id: '<queued@tocsin>', lease: 1 }]);
});

it('sends what was pending, and once more what was being sent, under the same keys; nothing else', async () => {
  const times = { now: new Date('2026-11-20T12:00:01Z'), leaseUntil: new Date('2026-11-20T12:01:00Z') };
  const messages = await claimDirect(database.db, { ...times, limit: 32, busy: [], staleBefore: new Date(0) });
  expect(messages.map(({ lease, attempts }) => ({ lease, attempts }))).toEqual([
    { lease: 1, attempts: 2 },
    { lease: 1, attempts: 2 },
  ]);
  const kept = await query(`select cause_key from message where state = 'sending' order by id`);
  expect(kept).toEqual([{ cause_key: 'pending' }, { cause_key: 'sending' }]);
  const limits = { all: 50, webhook: 50, host: 50, client: 50 };
  const deliveries = await claimDue(database.db, { ...times, limits, underWay: { webhook: [], host: [], client: [] } });
  expect(deliveries.map(({ id, body }) => ({ id, body })).toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
    { id: idOf(0), body: 'pending' },
    { id: idOf(1), body: 'sending' },
  ]);
  expect(await claimDirect(database.db, { ...times, limit: 32, busy: [], staleBefore: new Date(0) })).toEqual([]);
});
