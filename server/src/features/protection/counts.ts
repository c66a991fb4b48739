import type { Scope } from '../../access/scope.ts';
import { type GatherDependencies, gather } from './gather.ts';
import { type Named, namedEntries } from './present.ts';
import { isByDesign } from './rules.ts';

async function countsBy<K>(
  dependencies: GatherDependencies,
  scope: Scope,
  now: number,
  keyOf: (named: Named) => K,
): Promise<ReadonlyMap<K, number>> {
  const counts = new Map<K, number>();
  for (const named of namedEntries(await gather(dependencies, scope, now)))
    if (!isByDesign(named.entry)) counts.set(keyOf(named), (counts.get(keyOf(named)) ?? 0) + 1);
  return counts;
}

/** How much does not protect now and needs somebody at the sites of a scope, by reason. */
export const protectionCounts = (dependencies: GatherDependencies, scope: Scope, now: number) =>
  countsBy(dependencies, scope, now, ({ entry }) => entry.kind);

/** The same by client. */
export const protectionCountsByClient = (dependencies: GatherDependencies, scope: Scope, now: number) =>
  countsBy(dependencies, scope, now, ({ site }) => site.client_id);
