import type { Scope } from '../../access/scope.ts';
import type { Clock } from '../../platform/clock.ts';
import { type GatherDependencies, type Gathered, gather } from './gather.ts';
import { namedEntries } from './present.ts';
import { needingBy } from './rules.ts';

/** Answers are shared for this time, so that a hundred walls and pages cost as much as one. */
const sharedMs = 5_000;
const maxShared = 200;

/** Gathers the entries of a scope; calls for the same scope within a few seconds share one answer. */
export function createSnapshots(dependencies: GatherDependencies & { readonly clock: Clock }): {
  of(scope: Scope): Promise<Gathered>;
  forget(): void;
} {
  const { clock } = dependencies;
  const shared = new Map<string, { readonly at: number; readonly answer: Promise<Gathered> }>();
  return {
    of(scope) {
      const key = JSON.stringify(scope);
      const now = clock.now();
      const known = shared.get(key);
      if (known && now - known.at < sharedMs && now >= known.at) return known.answer;
      const answer = gather(dependencies, scope, now);
      if (shared.size >= maxShared) shared.clear();
      shared.set(key, { at: now, answer });
      answer.catch(() => shared.delete(key));
      return answer;
    },
    forget: () => shared.clear(),
  };
}

/** How much does not protect now and needs somebody at the sites of a scope, by client. */
export const protectionCountsByClient = async (dependencies: GatherDependencies, scope: Scope, now: number) =>
  needingBy(namedEntries(await gather(dependencies, scope, now)), ({ site }) => site.client_id);
