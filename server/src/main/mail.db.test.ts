import { expect, it } from 'vitest';
import { testDatabase } from '../base/testing/database.ts';
import { oweRuleMails } from './mail.ts';

const database = testDatabase();

it("owes events to the rules in the events' own transaction, and wakes who listens", async () => {
  const { pool } = database;
  const listening = await pool.connect();
  const heard = new Promise((resolve) => listening.on('notification', resolve));
  await listening.query('listen email_rule_owed');
  const keep = await pool.connect();
  const event = { id: 7, told: true, test: false };
  await keep.query('begin');
  await oweRuleMails(keep, {
    events: [event, { ...event, id: 8, told: false }] as never,
    ends: [],
    changes: [{ kind: 'again', id: 9 }] as never,
  });
  expect((await pool.query('select 1 from email_rule_owed')).rows).toEqual([]);
  await keep.query('commit');
  await heard;
  const { rows } = await pool.query('select event_id, again from email_rule_owed order by id');
  expect(rows).toEqual([
    { event_id: 7, again: false },
    { event_id: 9, again: true },
  ]);
  listening.release(true);
  keep.release();
});
