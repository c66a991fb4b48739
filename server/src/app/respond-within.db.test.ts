import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTakeBack } from '../features/notifications/index.ts';
import { enqueueEscalation } from '../notify/1-match/store-pending.ts';
import { EscalationRig } from '../notify/testing/escalations.ts';
import { drivenClock } from '../platform/clock.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { dieAtCommit } from '../platform/testing/die-at-commit.ts';

const database = testDatabase();

/** An alarm that Ann acknowledged at once, and whose reminder nobody answered. */
async function overdueAlarm() {
  const { db } = database;
  const rig = await EscalationRig.make(db);
  const [ann, ben] = [await rig.person('Ann'), await rig.person('Ben')];
  await rig.policy({
    steps: [
      [0, [ann]],
      [5, [ben]],
    ],
  });
  const event = await rig.event();
  expect(await rig.sentAt(0)).toEqual(['Ann']);
  await rig.acknowledge(event, ann);
  const { rows } = await sql<{ at: number }>`select acknowledged_at as at from event where id = ${event}`.execute(db);
  const run = createTakeBack({
    db,
    clock: drivenClock(rig.start),
    escalate: enqueueEscalation,
    changed: async () => {},
  });
  const takeBack = () => run({ event, at: rows[0]?.at, user: ann.id, round: 0, comment: 0 });
  return { rig, event, ben, takeBack };
}

it('an alarm that outlasts its time to respond goes through its policy again, until somebody acknowledges anew', async () => {
  const { rig, event, ben, takeBack } = await overdueAlarm();
  expect(await rig.sentAt(2)).toEqual([]);
  await takeBack();
  await takeBack();
  expect(await rig.sentAt(2)).toEqual(['Ann']);
  expect(await rig.sentAt(7)).toEqual(['Ben']);
  await rig.acknowledge(event, ben);
  expect(await rig.sentAt(100)).toEqual([]);
  expect(await rig.states()).toEqual(['acknowledged', 'acknowledged']);
});

it('escalates once when the server dies at the commit and another repeats the job', async () => {
  const { rig, takeBack } = await overdueAlarm();
  await dieAtCommit(database.pool, 'pending_event');
  await expect(takeBack()).rejects.toThrow();
  expect(await rig.sentAt(2)).toEqual([]);
  await takeBack();
  expect(await rig.sentAt(2)).toEqual(['Ann']);
  expect(await rig.states()).toEqual(['acknowledged', 'running']);
});
