import { maxCompared } from '@tocsin/contract/graphs';
import { texts } from '@tocsin/contract/texts/graphs';
import { unitText } from '../../../ui/value.ts';
import { isAmbient, stemOf, temperatures } from './packs.ts';
import type { GraphName } from './queries.ts';

/** Sensors of a device that are shown on one chart. */
export interface Preset {
  readonly title: string;
  readonly paths: readonly string[];
}

const pathsOf = (names: readonly GraphName[]): readonly string[] => names.map(({ path }) => path);

/**
 * Groups of sensors that are worth one chart: left and right side of a component with the ambient temperature, and all
 * sensors of one unit. Components are recognized by the sensors' names.
 */
export const presetsOf = (names: readonly GraphName[]): readonly Preset[] => {
  const numeric = names.filter((name) => name.isState !== true && name.unit !== undefined);
  const ambient = numeric.filter((name) => isAmbient(name) && temperatures.has(name.unit ?? ''));
  const parts = Map.groupBy(
    numeric.filter((name) => !isAmbient(name)),
    ({ name, unit }) => `${stemOf(name).toLowerCase()} ${unit}`,
  );
  const ofParts = [...parts.values()].flatMap((sensors): Preset[] => {
    const [first] = sensors;
    if (first === undefined || sensors.length < 2 || sensors.length > maxCompared) return [];
    const beside = ambient.filter(({ unit }) => unit === first.unit).slice(0, maxCompared - sensors.length);
    const title = texts.presets.part(stemOf(first.name), sensors.length, beside.length > 0);
    return [{ title, paths: pathsOf([...sensors, ...beside]) }];
  });
  const byUnit = Map.groupBy(numeric, ({ unit }) => unit ?? '');
  const ofUnits = [...byUnit].flatMap(([unit, sensors]): Preset[] =>
    sensors.length < 2 || sensors.length > maxCompared
      ? []
      : [{ title: texts.presets.unit(unitText(unit) || unit, sensors.length), paths: pathsOf(sensors) }],
  );
  const seen = new Set<string>();
  return [...ofParts, ...ofUnits].filter(({ paths }) => {
    const key = paths.toSorted().join();
    return !seen.has(key) && seen.add(key);
  });
};
