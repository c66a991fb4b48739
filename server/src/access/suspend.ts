import type { OutOfServiceInput } from '@tocsin/contract/out-of-service';
import { type AuditNote, byCall, recorded } from '../platform/audit.ts';
import type { Db, Trx } from '../platform/db.ts';
import { orNotFound } from '../platform/errors.ts';
import type { Person } from './principal.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Reasons and review dates of what is suspended, in the transaction that suspends it. */
export interface OutOfServicePort<Place> {
  /** Stores or renews them; returns old and new values for the audit log. Throws 400 at `review_at`. */
  record(
    trx: Trx,
    place: Place,
    input: OutOfServiceInput,
    by: { readonly userId: number | null; readonly name: string },
  ): Promise<{ old: Fields | null; new: Fields }>;
  /** Removes them; returns the former values. */
  clear(trx: Trx, place: Place): Promise<Fields | null>;
}

/** A site or a device that is suspended as a whole. */
export interface Suspended<Place> {
  /** As the log names its kind. */
  readonly kind: 'Device' | 'Site';
  readonly place: Place;
  /** Locks it until the transaction ends; undefined when it was removed. */
  lock(trx: Trx): Promise<{ readonly title: string; readonly is_suspended: boolean } | undefined>;
  update(trx: Trx, patch: { readonly is_suspended: boolean }): Promise<void>;
  /** What the audit log says it is about. */
  about(title: string): Omit<AuditNote, 'action' | 'old' | 'new'>;
}

/** The call that suspends something. */
export interface SuspendCall<Subject> {
  readonly who: Person;
  readonly address: string;
  readonly subject: Subject;
  readonly params: { readonly id: number };
}

/**
 * Suspends a site or a device, renews its reason and review date, or reactivates it. Without `isWanted` it flips.
 * Returns what the log says of it; null when nothing changed.
 */
export async function suspend<Place>(
  dependencies: { readonly db: Db; readonly outOfService: OutOfServicePort<Place> },
  call: { readonly who: Person; readonly address: string },
  thing: Suspended<Place>,
  isWanted: boolean | null,
  input: OutOfServiceInput,
): Promise<string | null> {
  const { kind, place } = thing;
  const { name } = call.who;
  return await recorded(dependencies.db, byCall(call), async (trx, note) => {
    const before = orNotFound(await thing.lock(trx));
    const was = { is_suspended: before.is_suspended };
    const is_suspended = isWanted ?? !before.is_suspended;
    const isFlipped = is_suspended !== before.is_suspended;
    const what = thing.about(before.title);
    if (isFlipped) await thing.update(trx, { is_suspended });
    if (!is_suspended) {
      const old = await dependencies.outOfService.clear(trx, place);
      const values = isFlipped ? { old: { ...was, ...old }, new: { is_suspended } } : { old: {}, new: {} };
      note({ ...what, action: 'reactivate', ...values });
      return isFlipped ? `${kind} reactivated by ${name}` : null;
    }
    const values = await dependencies.outOfService.record(trx, place, input, call.who);
    const old = { ...(isFlipped ? was : {}), ...values.old };
    const fresh = { ...(isFlipped ? { is_suspended } : {}), ...values.new };
    note({ ...what, action: isFlipped ? 'suspend' : 'extend out of service', old, new: fresh });
    return isFlipped ? `${kind} suspended by ${name}` : `${kind} kept out of service by ${name}`;
  });
}
