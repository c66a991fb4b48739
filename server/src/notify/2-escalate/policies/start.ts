import type { Trx } from '../../../platform/db.ts';
import { type EscalatedEvent, escalatedOf } from '../../1-match/match.ts';
import { policiesAbout } from '../../1-match/store.ts';
import { claimPending, deletePending, type PendingRow, postponePending } from '../../1-match/store-pending.ts';
import { eventsToSend } from '../../event-to-send.ts';
import type { EngineDependencies } from './dependencies.ts';
import { holdEvent, insertEscalation, joinable, joinEscalation, lockCondition } from './store-escalations.ts';
import { plannedStep, type RoundPlan, usedUpAt } from './timeline.ts';

type Planned = {
  readonly steps: readonly { readonly after_minutes: number }[];
  readonly repeats: number;
  readonly repeat_after_minutes: number;
};

/** The times of a policy or of an escalation. */
export const roundPlanOf = ({ steps, repeats, repeat_after_minutes }: Planned): RoundPlan => ({
  afterMinutes: steps.map((step) => step.after_minutes),
  repeats,
  repeatAfterMinutes: repeat_after_minutes,
});

/** When a step comes; after the last one when the rounds are over. */
export const comesAt = (planned: Planned, startedAt: number, n: number): number => {
  const plan = roundPlanOf(planned);
  return plannedStep(plan, startedAt, n)?.at ?? usedUpAt(plan, startedAt);
};

/** Retries after 1, 2, 4 s and so on, at most an hour apart. */
const retryAfterMs = (attempts: number): number => Math.min(2 ** attempts, 3_600) * 1_000;

/**
 * Starts every policy that is about the oldest pending event, or lets a running one join; false when nothing is
 * pending. What fails is tried again later, and delays no other event.
 */
export async function startPending({ db, log, now, injectFault }: EngineDependencies): Promise<boolean> {
  let claimed: PendingRow | undefined;
  try {
    return await db.transaction().execute(async (trx) => {
      const at = await now(trx);
      [claimed] = await claimPending(trx, 'policies', new Date(at), { limit: 1, skipsLocked: true });
      if (!claimed) return false;
      await holdEvent(trx, claimed.event_id);
      const [stored] = await eventsToSend(trx, [claimed.event_id]);
      const event = stored && escalatedOf(stored);
      if (event) await startAll(trx, event, claimed.at, at);
      await deletePending(trx, [claimed.id]);
      if (event) await injectFault?.('escalation-started');
      return true;
    });
  } catch (error) {
    if (!claimed) throw error;
    const { id, event_id, attempts } = claimed;
    log.error('could not start the escalations of an event', { event: event_id, error });
    const retryAt = new Date((await now(db)) + retryAfterMs(attempts));
    await db.transaction().execute((trx) => postponePending(trx, id, retryAt));
    return true;
  }
}

async function startAll(trx: Trx, event: EscalatedEvent, storedAt: Date, now: number): Promise<void> {
  // After a clock that was set back, the first step does not wait until it shows the event's time again.
  const at = new Date(Math.min(storedAt.getTime(), now));
  await lockCondition(trx, event);
  for (const policy of await policiesAbout(trx, event)) {
    const known = await joinable(trx, policy.id, event, new Date(now));
    if (known)
      await joinEscalation(trx, known, event.id, new Date(comesAt(known, known.started_at.getTime(), known.next_step)));
    else await insertEscalation(trx, policy, event, at, new Date(comesAt(policy, at.getTime(), 0)));
  }
}
