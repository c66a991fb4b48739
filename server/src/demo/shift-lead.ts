import type { DbAndClock } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { repeat } from './repeat.ts';
import { accountManagerOf, managerOf, unacknowledgedBefore } from './store.ts';

export interface ShiftLeadDependencies extends DbAndClock {
  readonly log: Log;
  /** Acknowledges these events as that person. */
  readonly acknowledge: (userId: number, ids: readonly number[], comment: string) => Promise<void>;
}

const roundMs = 30_000;
/** What began less long ago waits for whoever tries the demo, and what happened in the last night for a whole day. */
const left = { dayMs: 5 * 60_000, nightMs: 24 * 3_600_000 };
const comments = [
  'Checked on the round, nothing found',
  'Belt retracked, runs straight again',
  'Chute cleared',
  'Contact cleaned, works again',
] as const;

/**
 * Acknowledges, as the manager of each site or of its client, what began more than five minutes ago and has cleared, every 30 s while the demo
 * runs: the demo has people who do their work. The last night's alarm waits. Returns the function that stops it.
 */
export function startShiftLeads({ db, clock, log, acknowledge }: ShiftLeadDependencies): () => Promise<void> {
  const startedAt = clock.now();
  const round = async (): Promise<void> => {
    const now = clock.now();
    const before = { at: now - left.dayMs, night: now - left.nightMs, startedAt };
    for (const [n, { siteId, ids }] of (await unacknowledgedBefore(db, before)).entries()) {
      const userId = (await managerOf(db, siteId)) ?? (await accountManagerOf(db, siteId));
      if (userId !== undefined) await acknowledge(userId, ids, comments[(siteId + n) % comments.length] ?? '');
    }
  };
  return repeat({
    clock,
    everyMs: roundMs,
    round,
    failed: (error) => log.warn('Could not acknowledge old demo alarms', { error }),
  });
}
