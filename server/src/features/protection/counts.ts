import type { Scope } from '../../access/scope.ts';
import { type GatherDependencies, gather } from './gather.ts';
import { namedEntries } from './present.ts';
import { needingBy } from './rules.ts';

/** How much does not protect now and needs somebody at the sites of a scope, and its reasons, of which one may have two. */
export async function protectionCounts(dependencies: GatherDependencies, scope: Scope, now: number) {
  const named = namedEntries(await gather(dependencies, scope, now));
  return {
    count: needingBy(named, () => true).get(true) ?? 0,
    by_kind: Object.fromEntries(needingBy(named, ({ entry }) => entry.kind)),
  };
}

/** The count by client. */
export const protectionCountsByClient = async (dependencies: GatherDependencies, scope: Scope, now: number) =>
  needingBy(namedEntries(await gather(dependencies, scope, now)), ({ site }) => site.client_id);
