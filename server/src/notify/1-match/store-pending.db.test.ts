import { expect, it } from 'vitest';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeClient } from '../../platform/testing/factories.ts';
import { enqueueForEvents } from './store-pending.ts';

const database = testDatabase();
const event = { id: 7, type: 'alarm_on', notified: true, test: false, shelved: false, forebearId: null };
const stored = {
  events: [
    event,
    { ...event, id: 8, notified: false },
    { ...event, id: 9, test: true },
    { ...event, id: 10, shelved: true },
    { ...event, id: 11, type: 'alarm_off', shelved: true, forebearId: 10 },
  ],
  changes: [
    { kind: 'again', id: 12 },
    { kind: 'shelved', id: 13 },
  ],
};
const pending = async () => {
  const { rows } = await database.pool.query('select event_id, audience, is_again from pending_event order by id');
  return rows.map(({ event_id, audience, is_again }) => `${event_id} ${audience}${is_again ? ' again' : ''}`);
};

it("enqueues events in the events' own transaction, and notifies the listener", async () => {
  const { pool } = database;
  const listening = await pool.connect();
  const heard = new Promise((resolve) => listening.on('notification', resolve));
  await listening.query('listen pending_event');
  const connection = await pool.connect();
  await connection.query('begin');
  await enqueueForEvents(connection, stored as never);
  expect(await pending()).toEqual([]);
  await connection.query('commit');
  await heard;
  expect(await pending()).toEqual([
    '7 rules',
    '7 policies',
    '9 rules',
    '11 rules',
    '12 rules again',
    '12 policies again',
  ]);
  listening.release(true);
  connection.release();
});

it('asks the webhooks too while one of them is on', async () => {
  const { pool, db } = database;
  await pool.query('delete from pending_event');
  const { id } = await makeClient(db);
  await pool.query(
    `insert into webhook (client_id, title, url, secret, event_types, least_priority, format, created_at)
     values ($1, 'x', 'https://a.example/', '', '{alarm_on}', 4, 'tocsin', now())`,
    [id],
  );
  await enqueueForEvents(pool, stored as never);
  expect((await pending()).filter((row) => row.includes('webhooks'))).toEqual([
    '7 webhooks',
    '11 webhooks',
    '12 webhooks again',
  ]);
});
