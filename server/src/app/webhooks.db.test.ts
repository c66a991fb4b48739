import { expect, it } from 'vitest';
import { testDatabase } from '../platform/testing/database.ts';
import { makeClient } from '../platform/testing/factories.ts';
import { enqueueWebhooks } from './webhooks.ts';

const database = testDatabase();
const event = { id: 7, notified: true, test: false, shelved: false, forebearId: null };
const stored = {
  events: [
    event,
    { ...event, id: 8, notified: false },
    { ...event, id: 9, test: true },
    { ...event, id: 10, shelved: true },
    { ...event, id: 11, shelved: true, forebearId: 10 },
  ],
  ends: [],
  changes: [
    { kind: 'again', id: 12 },
    { kind: 'shelved', id: 13 },
  ],
};

it("enqueues events in the events' own transaction, only while a webhook is on, and wakes the worker", async () => {
  const { pool, db } = database;
  const connection = await pool.connect();
  const enqueue = async () => {
    await connection.query('begin');
    await enqueueWebhooks(connection, stored as never);
    await connection.query('commit');
    return (await pool.query('select event_id, again from pending_webhook_event order by id')).rows;
  };
  expect(await enqueue()).toEqual([]);
  const { id } = await makeClient(db);
  await pool.query(
    `insert into webhook (client_id, title, url, secret, event_types, least_priority, format, created_at)
     values ($1, 'x', 'https://a.example/', '', '{alarm_on}', 4, 'tocsin', now())`,
    [id],
  );
  const listening = await pool.connect();
  const heard = new Promise((resolve) => listening.on('notification', resolve));
  await listening.query('listen pending_webhook_event');
  expect(await enqueue()).toEqual([
    { event_id: 7, again: false },
    { event_id: 11, again: false },
    { event_id: 12, again: true },
  ]);
  await heard;
  listening.release(true);
  connection.release();
});
