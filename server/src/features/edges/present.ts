import { type Edge, mappingEdge } from '@tocsin/contract/edges';
import { silentAfterMs } from './edges.ts';
import { isTooOldForMaps } from './rules.ts';
import type { EdgeRow, GapRow } from './store.ts';
import type { ShownOutageRow } from './store-outages.ts';

/** Records that wait for less than this are on their way. */
const behindAfterMs = 15_000;

/** What belongs to an edge beside its row. */
export interface EdgeParts {
  readonly devices: readonly {
    readonly id: number;
    readonly title: string;
    readonly edge_id: number | null;
    readonly is_mapped: boolean;
  }[];
  readonly gaps: readonly (GapRow & { readonly title: string })[];
  readonly outages: readonly ShownOutageRow[];
}

/** The outgoing fields of an edge. */
export function presentEdge(row: EdgeRow, { devices, gaps, outages }: EdgeParts, now: number): Edge {
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return {
    id: row.id,
    title: row.title,
    state: stateOf(row, now),
    devices: devices.filter(({ edge_id }) => edge_id === row.id).map(({ id, title }) => ({ id, title })),
    made_by: row.made_by,
    made_at: row.made_at.toISOString(),
    claimed_at: iso(row.claimed_at),
    code_expires_at: !row.code_used && row.code_expires_at.getTime() > now ? iso(row.code_expires_at) : null,
    seen_at: iso(row.seen_at),
    configuration: row.configuration,
    asks_for:
      isTooOldForMaps(row.health) && devices.some((one) => one.edge_id === row.id && one.is_mapped)
        ? mappingEdge
        : null,
    health: row.health,
    refused_items: row.refused_items,
    gaps: gaps
      .filter(({ edge_id }) => edge_id === row.id)
      .map((gap) => ({
        device: { id: gap.device_id, title: gap.title },
        from: gap.from_at.toISOString(),
        to: gap.to_at.toISOString(),
        polls: gap.polls,
      })),
    outages: outages
      .filter(({ edge_id }) => edge_id === row.id)
      .map(({ from_at, to_at, late_events }) => ({
        from: from_at.toISOString(),
        to: to_at.toISOString(),
        late_events,
      })),
  };
}

function stateOf({ claimed_at, seen_at, health }: EdgeRow, now: number): Edge['state'] {
  if (claimed_at === null) return 'waiting';
  if (seen_at === null || now - seen_at.getTime() > silentAfterMs) return 'silent';
  if (health?.is_full) return 'full';
  const oldest = health?.oldest_at ?? null;
  return oldest !== null && now - oldest > behindAfterMs ? 'behind' : 'online';
}
