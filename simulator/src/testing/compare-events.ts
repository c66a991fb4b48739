import type { ExpectedEvent } from '../scenario.ts';

export interface GotEvent {
  readonly atS: number;
  readonly device: string;
  readonly type: string;
  readonly sensor: string | null;
  readonly content: string;
  readonly late?: boolean;
  readonly test?: boolean;
}

const matches = (e: ExpectedEvent, g: GotEvent): boolean =>
  e.type === g.type &&
  e.device === g.device &&
  e.sensor === g.sensor &&
  Math.abs(e.atS - g.atS) <= e.withinS &&
  (e.content === undefined || e.content === g.content) &&
  (e.late ?? false) === (g.late ?? false) &&
  (e.test ?? false) === (g.test ?? false);

/** Matches each expected event with the nearest one that fits; the rest of either side is wrong. */
export function compareEvents(
  expected: readonly ExpectedEvent[],
  got: readonly GotEvent[],
): { readonly missing: readonly ExpectedEvent[]; readonly unexpected: readonly GotEvent[] } {
  const left = [...got];
  const missing = expected.filter((e) => {
    const best = left.filter((g) => matches(e, g)).sort((a, b) => Math.abs(a.atS - e.atS) - Math.abs(b.atS - e.atS))[0];
    if (!best) return true;
    left.splice(left.indexOf(best), 1);
    return false;
  });
  return { missing, unexpected: left };
}
