import { texts } from '@tocsin/contract/texts/graphs';
import { leastSpanOf, unitText } from '../../../ui/value.ts';
import type { GraphName } from './queries.ts';

/** Lines of one chart that are still told apart. */
const maxLines = 6;
/** Units whose values say nothing beside each other: counters, run times and plain numbers. */
const apart: ReadonlySet<string> = new Set(['', 'none', 'Seconds', 'Minutes']);
const temperatures: ReadonlySet<string> = new Set(['C', 'F']);

/** Sensors of one unit share a chart, at most six, in their order. Those charts come first, then those of one sensor. */
export const packed = (names: readonly GraphName[]): readonly GraphName[] => {
  const rows = [...Map.groupBy(names, ({ unit, path }) => (apart.has(unit ?? '') ? path : unit))].flatMap(
    ([unit, all]) => {
      if (unit === undefined || all.length < 2) return all;
      const size = Math.ceil(all.length / Math.ceil(all.length / maxLines));
      const name = temperatures.has(unit) ? texts.packed.temperatures : texts.packed.of(unitText(unit));
      return Array.from({ length: Math.ceil(all.length / size) }, (_, index): GraphName => {
        const members = all.slice(index * size, (index + 1) * size);
        const of = texts.packed.about(unitText(unit), members.length);
        return {
          path: `${unit} ${index}`,
          name: index === 0 ? name : `${name} ${index + 1}`,
          group: of,
          unit,
          members,
        };
      });
    },
  );
  return rows.toSorted((a, b) => Number(b.members !== undefined) - Number(a.members !== undefined));
};

/** The paths whose graphs a row shows. */
export const pathsOf = ({ path, members }: GraphName): readonly string[] =>
  members === undefined ? [path] : members.map((one) => one.path);

/** What the values of a sensor did in a range. */
export interface Course {
  readonly low: number;
  readonly high: number;
  readonly last: number;
  readonly unit: string;
  readonly isAlarmed: boolean;
}

/** Little more than half of the least span of its unit, or a run time: its curve would show noise only. */
export const isFlat = ({ low, high, last, unit, isAlarmed }: Course): boolean =>
  !isAlarmed && (unit === 'Seconds' || unit === 'Minutes' || high - low <= leastSpanOf(unit, last) * 0.6);
