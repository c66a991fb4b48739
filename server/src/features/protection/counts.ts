import type { ProtectionKind } from '@tocsin/contract/protection';
import type { Scope } from '../../access/scope.ts';
import { type GatherDependencies, gather } from './gather.ts';
import { namedEntries } from './present.ts';
import { isByDesign } from './rules.ts';

/** How much does not protect now and needs somebody at the sites of a scope, by reason. */
export async function protectionCounts(
  dependencies: GatherDependencies,
  scope: Scope,
  now: number,
): Promise<ReadonlyMap<ProtectionKind, number>> {
  const named = namedEntries(await gather(dependencies, scope, now));
  const counts = new Map<ProtectionKind, number>();
  for (const { entry } of named) if (!isByDesign(entry)) counts.set(entry.kind, (counts.get(entry.kind) ?? 0) + 1);
  return counts;
}
