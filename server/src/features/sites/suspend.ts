import type { OutOfServiceInput } from '@tocsin/contract/out-of-service';
import type { Person } from '../../access/principal.ts';
import type { SiteSubject } from '../../access/subject.ts';
import { byCall, recorded, type Trx } from '../../platform/audit.ts';
import type { Db } from '../../platform/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { about } from './about.ts';
import { lockSite, updateSite } from './store.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Reasons and review dates of what is suspended, in the transaction that suspends it. */
export interface OutOfServicePort {
  /** Stores or renews them; returns old and new values for the audit log. Throws 400 at `review_at`. */
  record(
    trx: Trx,
    place: { readonly siteId: number },
    input: OutOfServiceInput,
    by: { readonly userId: number | null; readonly name: string },
  ): Promise<{ old: Fields | null; new: Fields }>;
  /** Removes them; returns the former values. */
  clear(trx: Trx, place: { readonly siteId: number }): Promise<Fields | null>;
}

interface SuspendCall {
  readonly who: Person;
  readonly address: string;
  readonly subject: SiteSubject;
}

/**
 * Suspends a site, renews its reason and review date, or reactivates it. Without `isWanted` it flips. Returns what
 * the log says of it; null when nothing changed.
 */
export async function suspend(
  dependencies: { readonly db: Db; readonly outOfService: OutOfServicePort },
  call: SuspendCall,
  isWanted: boolean | null,
  input: OutOfServiceInput,
): Promise<string | null> {
  const { subject, who } = call;
  const place = { siteId: subject.siteId };
  return await recorded(dependencies.db, byCall(call), async (trx, note) => {
    const before = await lockSite(trx, subject.siteId);
    if (!before) throw new Refusal('not-found');
    const was = { is_suspended: before.is_suspended };
    const is_suspended = isWanted ?? !before.is_suspended;
    const isFlipped = is_suspended !== before.is_suspended;
    const what = about(subject.clientId, subject.siteId, before.title);
    if (isFlipped) await updateSite(trx, subject.siteId, { is_suspended });
    if (!is_suspended) {
      const old = await dependencies.outOfService.clear(trx, place);
      const values = isFlipped ? { old: { ...was, ...old }, new: { is_suspended } } : { old: {}, new: {} };
      note({ ...what, action: 'reactivate', ...values });
      return isFlipped ? `Site reactivated by ${who.name}` : null;
    }
    const values = await dependencies.outOfService.record(trx, place, input, who);
    const old = { ...(isFlipped ? was : {}), ...values.old };
    const fresh = { ...(isFlipped ? { is_suspended } : {}), ...values.new };
    note({ ...what, action: isFlipped ? 'suspend' : 'extend out of service', old, new: fresh });
    return isFlipped ? `Site suspended by ${who.name}` : `Site kept out of service by ${who.name}`;
  });
}
