import type { OutOfServiceInput } from '@tocsin/contract/out-of-service';
import type { Clock } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db.ts';
import { reminderAtOrAfter, type SettledOutOfService, settle } from './rules.ts';
import * as store from './store.ts';
import { enqueueReminder } from './worker.ts';

/** Old and new values for the audit log; `old` is null when the place was in service. */
interface Recorded {
  readonly old: Readonly<Record<string, unknown>> | null;
  readonly new: Readonly<Record<string, unknown>>;
}

const audited = (row: SettledOutOfService) => ({ reason: row.reason, review_at: new Date(row.reviewAt).toISOString() });
const auditedRecord = (row: store.OutOfServiceRecord) =>
  audited({ reason: row.reason, reviewAt: row.review_at.getTime() });

/** Takes places out of service and returns them, in the caller's transaction, which holds the place's lock. */
export const createOutOfServiceRecords = ({ clock }: { readonly clock: Clock }) => ({
  /** Stores or renews reason and review date. Throws 400 at `review_at` for a bad date. */
  async record(
    trx: Trx,
    place: store.Place,
    input: OutOfServiceInput,
    by: { readonly userId: number | null; readonly name: string },
  ): Promise<Recorded> {
    const now = clock.now();
    const zone = await store.zoneOf(trx, place);
    const settled = settle(input, zone, now);
    const nextMailAt = new Date(reminderAtOrAfter(settled.reviewAt, zone));
    const row = { ...settled, userId: by.userId, userName: by.name, nextMailAt };
    const before = await store.findOutOfService(trx, place);
    if (before) await store.extendOutOfService(trx, before.id, row);
    const id = before?.id ?? (await store.insertOutOfService(trx, place, { ...row, since: new Date(now) }));
    await enqueueReminder(trx, id, nextMailAt);
    return { old: before ? auditedRecord(before) : null, new: audited(settled) };
  },

  /** Ends it; returns the former values for the audit log, or null when nothing was stored. */
  async clear(trx: Trx, place: store.Place): Promise<Recorded['old']> {
    const before = await store.findOutOfService(trx, place);
    await store.deleteOutOfService(trx, place);
    return before ? auditedRecord(before) : null;
  },
});
export type OutOfServiceRecords = ReturnType<typeof createOutOfServiceRecords>;
