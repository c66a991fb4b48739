import { texts } from '@tocsin/contract/texts/respond-again';
import { sql } from 'kysely';
import { type Note, recorded } from '../../platform/audit.ts';
import type { DbAndClock, Trx } from '../../platform/db.ts';
import type { JobTask } from '../../platform/jobs.ts';
import {
  commentLength,
  enqueueReminder,
  isInService,
  isOverdue,
  numberIn,
  type Overdue,
  overdueOf,
} from './overdue.ts';
import { type EventRecord, lockEvent } from './store.ts';

interface TakeBackDependencies extends DbAndClock {
  /** Starts the escalation policies of an event in the transaction, as its beginning did. */
  readonly escalate: (trx: Trx, eventId: number) => Promise<void>;
  /** After the commit: pages show the events again. */
  readonly changed: (ids: readonly number[]) => Promise<void>;
}

/**
 * Takes the acknowledgement of an alarm back when its time to respond is over and the reminder brought nothing: it needs
 * a new one, and its escalation policies start at their first step. A comment since the reminder gives the time to
 * respond once more. Nothing happens when the alarm has ended, is shelved or out of service.
 */
export const createTakeBack =
  ({ db, clock, escalate, changed }: TakeBackDependencies): JobTask =>
  async (payload) => {
    const overdue = overdueOf(payload);
    const known = numberIn(payload, 'comment');
    const isTaken = await recorded(db, { userId: null, name: texts.by, address: '' }, async (trx, note) => {
      const event = await lockEvent(trx, overdue.event);
      const isUnanswered = event && isOverdue(event, overdue) && (await isInService(trx, event.device_id));
      if (!isUnanswered) return unchanged(note, overdue);
      if (commentLength(event) > known) {
        await enqueueReminder(trx, event, { ...overdue, round: overdue.round + 1 }, clock.now());
        return unchanged(note, overdue);
      }
      await takeBack(trx, event);
      await escalate(trx, event.id);
      note(takenBack(event));
      return true;
    });
    if (isTaken) await changed([overdue.event]);
  };

const action = 'take back acknowledgement';

function unchanged(note: Note, { event }: Overdue): false {
  note({ action, subject: 'event', subjectId: event, old: {}, new: {} });
  return false;
}

const takenBack = (event: EventRecord) => ({
  action,
  subject: 'event',
  subjectId: event.id,
  subjectName: `${event.device_name} ${event.sensor_name ?? ''}`.trim(),
  clientId: event.client_id,
  siteId: event.site_id,
  deviceId: event.device_id,
  old: { acknowledged_by: event.acknowledged_by, comment: event.acknowledged_comment },
  new: { acknowledged_by: null, reason: texts.reason(event.respond_within_minutes ?? 0) },
});

async function takeBack(trx: Trx, { device_id, id }: EventRecord): Promise<void> {
  await sql`update event set acknowledged_by = null, acknowledged_user = null, acknowledged_at = null,
    acknowledged_comment = null where device_id = ${device_id} and id = ${id}`.execute(trx);
}
