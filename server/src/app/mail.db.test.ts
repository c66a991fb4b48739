import { expect, it } from 'vitest';
import { testDatabase } from '../platform/testing/database.ts';
import { enqueueRuleMails } from './mail.ts';

const database = testDatabase();

it("enqueues events for the rules in the events' own transaction, and notifies the listener", async () => {
  const { pool } = database;
  const listening = await pool.connect();
  const heard = new Promise((resolve) => listening.on('notification', resolve));
  await listening.query('listen pending_rule_event');
  const connection = await pool.connect();
  const event = { id: 7, notified: true, test: false };
  await connection.query('begin');
  await enqueueRuleMails(connection, {
    events: [event, { ...event, id: 8, notified: false }] as never,
    ends: [],
    changes: [{ kind: 'again', id: 9 }] as never,
  });
  expect((await pool.query('select 1 from pending_rule_event')).rows).toEqual([]);
  await connection.query('commit');
  await heard;
  const { rows } = await pool.query('select event_id, again from pending_rule_event order by id');
  expect(rows).toEqual([
    { event_id: 7, again: false },
    { event_id: 9, again: true },
  ]);
  listening.release(true);
  connection.release();
});
