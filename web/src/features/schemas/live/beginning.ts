import type { ShownState } from './machine-status.ts';

const isUrgent = (state: ShownState | undefined): boolean => state === 'alarm' || state === 'warning';
const isUnknown = (state: ShownState): boolean => state === 'reading' || state === 'no_info';

/**
 * Finds, once, the machine at which a view begins: the worst one in alarm or warning, also if its values come late. What
 * begins later at a machine that was seen without does not move a view that somebody reads. Null: none.
 */
export function makeBeginning(): (worst: string | undefined, states: ReadonlyMap<string, ShownState>) => string | null {
  const calm = new Set<string>();
  let isDone = false;
  return (worst, states) => {
    if (isDone) return null;
    if (worst !== undefined && isUrgent(states.get(worst))) {
      isDone = true;
      return calm.has(worst) ? null : worst;
    }
    for (const [id, state] of states) if (!isUnknown(state)) calm.add(id);
    return null;
  };
}
