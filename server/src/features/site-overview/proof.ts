import type { LedgerRow } from '@tocsin/contract/maintenance';
import { type ProofCount, proofSharedMs } from '@tocsin/contract/site-overview';
import type { Clock } from '../../platform/clock.ts';
import { mapSome } from '../../platform/each.ts';

/** Proof tests of a site: in total and by device. */
export interface SiteProof {
  readonly total: ProofCount;
  readonly byDevice: ReadonlyMap<number, ProofCount>;
}

export const noProof: ProofCount = { sensors: 0, ok: 0 };

const plus = (count: ProofCount, { state }: Pick<LedgerRow, 'state'>): ProofCount => ({
  sensors: count.sensors + 1,
  ok: count.ok + (state === 'ok' ? 1 : 0),
});

/** Counts the rows of a ledger. */
function countProof(rows: readonly Pick<LedgerRow, 'device_id' | 'state'>[]): SiteProof {
  const byDevice = new Map<number, ProofCount>();
  let total = noProof;
  for (const row of rows) {
    total = plus(total, row);
    byDevice.set(row.device_id, plus(byDevice.get(row.device_id) ?? noProof, row));
  }
  return { total, byDevice };
}

/** Sites whose counts are kept. */
const maxShared = 500;
/** Ledgers that are read at the same time. */
const atOnce = 4;

/** Counts proof tests by site; calls within a minute share one answer. */
export function createProofCounts(
  clock: Clock,
  ledger: (siteId: number, now: number) => Promise<readonly LedgerRow[]>,
): (siteIds: readonly number[]) => Promise<ReadonlyMap<number, SiteProof>> {
  const shared = new Map<number, { readonly at: number; readonly answer: Promise<SiteProof> }>();
  const one = (siteId: number): Promise<SiteProof> => {
    const now = clock.now();
    const known = shared.get(siteId);
    if (known && now - known.at < proofSharedMs && now >= known.at) return known.answer;
    const answer = ledger(siteId, now).then(countProof);
    if (shared.size >= maxShared) shared.clear();
    shared.set(siteId, { at: now, answer });
    answer.catch(() => shared.delete(siteId));
    return answer;
  };
  return async (siteIds) => new Map(await mapSome(siteIds, atOnce, async (id) => [id, await one(id)] as const));
}
