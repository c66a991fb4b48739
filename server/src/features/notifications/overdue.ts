import { sql } from 'kysely';
import type { Trx } from '../../platform/db.ts';
import { enqueueJob } from '../../platform/jobs.ts';
import { query } from '../../platform/query.ts';
import type { EventRecord } from './store.ts';

export const respondAgainTask = 'notifications.respond-again';
export const takeBackTask = 'notifications.take-back';

const minuteMs = 60_000;
/** After the reminder of an alarm that outlasts its time to respond, its person has this long to comment on it. */
export const graceMinutes = 5;

/** An acknowledgement whose alarm may outlast its time to respond. */
export interface Overdue {
  readonly event: number;
  /** When it was acknowledged, unix ms. */
  readonly at: number;
  readonly user: number;
  /** Reminders before this one. */
  readonly round: number;
}

/** The payload of a job; throws when it is another's. Jobs of earlier versions have no round. */
export function overdueOf(payload: unknown): Overdue {
  return {
    event: numberIn(payload, 'event'),
    at: numberIn(payload, 'at'),
    user: numberIn(payload, 'user'),
    round: numberIn(payload, 'round', 0),
  };
}

export function numberIn(payload: unknown, name: string, missing?: number): number {
  const value = payload !== null && typeof payload === 'object' ? Reflect.get(payload, name) : undefined;
  const number = value ?? missing;
  if (typeof number !== 'number') throw new Error(`a job without its ${name}`);
  return number;
}

/** Whether the acknowledgement still stands and its alarm still notifies people. */
export const isOverdue = (event: EventRecord, { at }: Overdue): boolean =>
  event.is_active && event.acknowledged_at === at && !event.is_shelved && !event.is_out_of_service;

/**
 * Schedules the second notification of an acknowledged alarm, in the transaction of its first acknowledgement: at the
 * end of 'respond within', counted from the acknowledgement. A later comment changes nothing.
 */
export async function enqueueRespondAgain(
  trx: Trx,
  event: EventRecord,
  acknowledgement: { readonly at: number; readonly userId: number },
): Promise<void> {
  if (event.acknowledged_at !== null || !event.is_active || event.is_test) return;
  const { at, userId: user } = acknowledgement;
  await enqueueReminder(trx, event, { event: event.id, at, user, round: 0 }, at);
}

/** Schedules the reminder at the end of 'respond within' from a moment, unix ms; without a time to respond there is none. */
export async function enqueueReminder(trx: Trx, event: EventRecord, overdue: Overdue, from: number): Promise<void> {
  const { id, respond_within_minutes: minutes } = event;
  if (minutes === null) return;
  await enqueueJob(trx, {
    task: respondAgainTask,
    payload: overdue,
    key: `${respondAgainTask} ${id}`,
    runAt: new Date(from + minutes * minuteMs),
  });
}

/** Schedules the end of an acknowledgement, in the transaction of its reminder; at once when nobody was reminded. */
export async function enqueueTakeBack(
  trx: Trx,
  overdue: Overdue,
  event: EventRecord,
  { now, isReminded }: { readonly now: number; readonly isReminded: boolean },
): Promise<void> {
  await enqueueJob(trx, {
    task: takeBackTask,
    payload: { ...overdue, comment: commentLength(event) },
    key: `${takeBackTask} ${overdue.event}`,
    runAt: new Date(isReminded ? now + graceMinutes * minuteMs : now),
  });
}

/** Comments are only ever added to. */
export const commentLength = (event: EventRecord): number => event.acknowledged_comment?.length ?? 0;

/** Whether the device of an event is there, and neither it nor its site is suspended. */
export const isInService = (trx: Trx, deviceId: number): Promise<boolean> =>
  query(trx).exists(sql`select 1 from device d join site s on s.id = d.site_id
    where d.id = ${deviceId} and d.removed_at is null and not d.is_suspended and s.removed_at is null
      and not s.is_suspended`);
