import { type FoundSensor, groupFilters } from '@tocsin/contract/schemas';
import { type KnownSensor, pathOf } from './sensors.ts';
import type { UseRow } from './store-tabs.ts';

export interface SensorFilter {
  readonly q: string;
  readonly excludeDevices: readonly number[];
  readonly excludeGroups: readonly string[];
  /** Empty: all. */
  readonly onlyGroups: readonly string[];
}

const lower = (text: string): string => text.toLowerCase();

/**
 * Finds sensors of which each search word occurs in the name, group or device, or is the id; sorted by the number of
 * words in the name.
 */
export function searchSensors(sensors: readonly KnownSensor[], filter: SensorFilter): KnownSensor[] {
  const words = lower(filter.q)
    .split(/\s+/)
    .filter((word) => word !== '');
  const devices = new Set(filter.excludeDevices);
  const named = (names: readonly string[]) => new Set(names.map((name) => lower(groupFilters[name] ?? name)));
  const groups = named(filter.excludeGroups);
  const only = named(filter.onlyGroups);
  const matches = sensors.filter((sensor) => {
    if (devices.has(sensor.device_id) || groups.has(lower(sensor.group_name))) return false;
    if (only.size > 0 && !only.has(lower(sensor.group_name))) return false;
    const text = lower(`${sensor.name} ${sensor.group_name} ${sensor.device}`);
    const ids = [sensor.id, ...sensor.id.split('.').slice(-1)].map(lower);
    return words.every((word) => text.includes(word) || ids.includes(word));
  });
  /** Number of words missing in the name; half a word less when it begins with the first one. */
  const distance = (sensor: KnownSensor): number => {
    const name = lower(sensor.name);
    const missing = words.filter((word) => !name.includes(word)).length;
    return name.startsWith(words[0] ?? '') ? missing - 0.5 : missing;
  };
  return matches.sort(
    (a, b) =>
      distance(a) - distance(b) ||
      a.name.localeCompare(b.name, 'en', { numeric: true }) ||
      a.device.localeCompare(b.device, 'en', { numeric: true }) ||
      a.id.localeCompare(b.id, 'en', { numeric: true }),
  );
}

export function withUses(sensors: readonly KnownSensor[], uses: readonly UseRow[]): FoundSensor[] {
  const byPath = Map.groupBy(uses, pathOf);
  return sensors.map((sensor) => ({
    ...sensor,
    tabs: (byPath.get(sensor.id) ?? []).map((use) => ({
      id: use.tab_id,
      name: use.tab_name,
      schema: use.schema_id,
      machine: { id: use.machine_id, name: use.machine_name, frontend_id: use.frontend_id },
    })),
  }));
}
