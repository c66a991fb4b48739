import { texts } from '@tocsin/contract/texts/graphs';
import { leastSpanOf, unitText } from '../../../ui/value.ts';
import type { GraphName } from './queries.ts';

/** Lines of one chart that are still told apart. */
const maxLines = 6;
/** Units whose values say nothing beside each other: counters, run times and plain numbers. */
const apart: ReadonlySet<string> = new Set(['', 'none', 'Seconds', 'Minutes']);
export const temperatures: ReadonlySet<string> = new Set(['C', 'F']);
const sides = /\b(?:left|right|east|west|north|south|inboard|outboard|drive end|free end|upper|lower|[1-9])\b/gi;

/** A component's name without its side or number. */
export const stemOf = (name: string): string => name.replaceAll(sides, '').replace(/\s+/g, ' ').trim();
export const isAmbient = ({ name }: Pick<GraphName, 'name'>): boolean => /ambient/i.test(name);

/** What sensors have in common by their names, such as 'Bearings'; '' without a common word. */
export const commonName = (names: readonly string[]): string => {
  const [first = '', ...others] = names.map(stemOf);
  const common = first
    .split(' ')
    .filter((word) => others.every((name) => name.toLowerCase().split(' ').includes(word.toLowerCase())))
    .join(' ');
  return common === '' ? '' : texts.packed.several(`${common.slice(0, 1).toUpperCase()}${common.slice(1)}`);
};

/** The charts of sensors that belong together, at most six in each; ambient temperatures come last in each. */
const chartsOf = (unit: string, all: readonly GraphName[], ambient: readonly GraphName[], title: string) => {
  const room = maxLines - Math.min(ambient.length, maxLines - 2);
  const size = Math.ceil(all.length / Math.ceil(all.length / room));
  const name = commonName(all.map((one) => one.name)) || title;
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index): GraphName => {
    const members = [...all.slice(index * size, (index + 1) * size), ...ambient.slice(0, maxLines - room)];
    return {
      path: `${unit} ${all[0]?.path} ${index}`,
      name: index === 0 ? name : `${name} ${index + 1}`,
      group: texts.packed.about(unitText(unit), members.length),
      unit,
      members,
    };
  });
};

/**
 * Sensors of one group and unit share a chart, then those of a unit that are alone in their groups; ambient
 * temperatures stand in each. Those charts come first, then those of one sensor.
 */
export const packed = (names: readonly GraphName[]): readonly GraphName[] => {
  const rows = [...Map.groupBy(names, ({ unit, path }) => (apart.has(unit ?? '') ? path : unit))].flatMap(
    ([unit, ofUnit]) => {
      if (unit === undefined || ofUnit.length < 2) return ofUnit;
      const isBeside = (one: GraphName): boolean => temperatures.has(unit) && isAmbient(one);
      const ambient = ofUnit.filter(isBeside);
      const groups = [
        ...Map.groupBy(
          ofUnit.filter((one) => !isBeside(one)),
          ({ group }) => group,
        ),
      ];
      const alone = groups.flatMap(([, all]) => (all.length === 1 ? all : []));
      const rest = temperatures.has(unit) ? texts.packed.temperatures : texts.packed.of(unitText(unit));
      const several = [
        ...groups.filter(([, all]) => all.length > 1),
        ...(alone.length > 0 ? [[rest, alone] as const] : []),
      ];
      if (several.length === 0) return ambient;
      return several.flatMap(([title, all]) =>
        all.length + ambient.length < 2 ? all : chartsOf(unit, all, ambient, title),
      );
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
