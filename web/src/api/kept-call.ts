import type { EndpointSpec, ReplyOf } from '@tocsin/contract/endpoint';
import { offlineMaxAgeMs } from '@tocsin/contract/offline';
import { createStore } from '../ui/store.ts';
import { type Args, call } from './call.ts';
import { CallError } from './call-error.ts';
import { canKeep, forgetValues, readValue, storeValue } from './offline-store.ts';

/** Pages that open without a network, with what was read last. */
const isFieldPage = (): boolean => /^\/(?:m\/|rounds|sites\/\d+\/rounds)/.test(location.pathname);

/** Since when the page shows what was read last instead of the server's answers: unix ms; null: it does not. */
export const keptSince = createStore<number | null>(null);

const keepEveryMs = 10_000;
const keptAt = new Map<string, number>();

/**
 * A call whose answer this browser keeps, encrypted, for a page that opens without a network; `onAnswer` gets answers of
 * the server only. A refusal removes everything that was kept, because a site may be lost.
 */
export const keptCall = async <const E extends EndpointSpec>(
  spec: E,
  args: Args<E> = {},
  onAnswer?: (answer: ReplyOf<E>) => Promise<void>,
): Promise<ReplyOf<E>> => {
  const name = JSON.stringify([spec.path, args.params ?? null, args.query ?? null]);
  try {
    const answer = await call(spec, args);
    await onAnswer?.(answer)?.catch(() => undefined);
    keptSince.set(null);
    if (canKeep() && isFieldPage() && Date.now() - (keptAt.get(name) ?? 0) > keepEveryMs) {
      keptAt.set(name, Date.now());
      void storeValue(name, Date.now(), answer).catch(() => undefined);
    }
    return answer;
  } catch (error) {
    if (!(error instanceof CallError) || !canKeep()) throw error;
    if (error.status === 401 || error.status === 403 || error.status === 404) {
      keptAt.clear();
      await forgetValues().catch(() => undefined);
    }
    const kept = error.status === 0 && isFieldPage() ? await readValue(name).catch(() => null) : null;
    if (kept === null || Date.now() - kept.at > offlineMaxAgeMs) throw error;
    keptSince.set(Math.min(kept.at, keptSince.get() ?? kept.at));
    return (spec.reply === undefined ? undefined : spec.reply.parse(kept.value)) as ReplyOf<E>;
  }
};
