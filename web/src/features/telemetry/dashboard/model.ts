import { isStale, type Severity } from '@tocsin/contract/status';
import { isDisabled, sensorStatus } from '../../../domain/sensor-status.ts';
import type { DeviceStore, Head, HeadGroup } from '../../../live/device-store.ts';
import { byGroup, byId } from '../../../ui/group-order.ts';
import { numberText, unitText } from '../../../ui/value.ts';

/** A section of the dashboard: all groups of one name (a WDC4 has two called System). */
export interface Section {
  readonly name: string;
  readonly paths: readonly string[];
}

/** The sections of a device in the specified order. */
export const sections = (groups: readonly HeadGroup[]): readonly Section[] => {
  const sorted = [...groups].sort(byGroup);
  const pathsByName = new Map<string, string[]>();
  for (const group of sorted) pathsByName.set(group.name, [...(pathsByName.get(group.name) ?? []), ...group.paths]);
  return [...pathsByName].map(([name, paths]) => ({ name, paths }));
};

/** F500 nodes sorted by number. */
export const nodesInOrder = (groups: readonly HeadGroup[]): readonly HeadGroup[] =>
  [...groups].sort((a, b) => byId(a.id, b.id));

export type Filter = 'active' | 'alarmed' | 'all_nodes';
export const filters: readonly Filter[] = ['active', 'alarmed', 'all_nodes'];

/** The current status of a sensor of this device. */
export const severityOf = (store: DeviceStore, head: Head, path: string, now: number): Severity => {
  const reading = store.reading(path);
  if (reading === undefined) return 'no-data';
  const stale = isStale(store.ageReference(path), now, head.usualIntervalMs);
  return sensorStatus(reading, { online: head.online, stale });
};

/** '17.1, 18.5, 3.8 °C': what sensors measured before they went silent, and when the last of them did; null: not known. */
export const lastKnown = (
  store: DeviceStore,
  paths: readonly string[],
): { readonly at: number; readonly text: string } | null => {
  const found = paths.flatMap((path) => {
    const reading = store.reading(path);
    const { times, values } = store.ring(path).read();
    const last = values.findLastIndex((value) => !Number.isNaN(value));
    if (reading?.type !== 'NUMERIC' || isDisabled(reading) || last < 0) return [];
    return [{ at: times[last] ?? 0, value: values[last] ?? 0, unit: reading.unit, decimals: reading.decimals }];
  });
  if (found.length === 0) return null;
  const texts = found.map(({ value, unit, decimals }, index) => {
    const next = found[index + 1]?.unit;
    return `${numberText(value, unit, decimals)}${next === unit ? '' : ` ${unitText(unit, value)}`}`.trim();
  });
  return { at: Math.max(...found.map(({ at }) => at)), text: texts.join(', ') };
};

/** The sensors of a section that pass the filter; disabled ones and those outside the profile are left out. */
export const shown = (store: DeviceStore, paths: readonly string[], filter: Filter): readonly string[] =>
  filter === 'all_nodes'
    ? paths
    : paths.filter((path) => {
        const reading = store.reading(path);
        return reading === undefined || !isDisabled(reading);
      });

export const ticksShown = 24;

/** The live sign's ticks, newest last: true for a frame, false for a missed one. */
export const liveTicks = (arrivals: readonly number[], usualIntervalMs: number, now: number): readonly boolean[] => {
  const interval = Math.max(usualIntervalMs, 500);
  const ticks: boolean[] = [];
  arrivals.forEach((at, index) => {
    const next = arrivals[index + 1] ?? now;
    ticks.push(true);
    const isLast = index === arrivals.length - 1;
    // The newest frame may be slightly late without counting as missed.
    const missed = Math.round((next - at) / interval) - 1 - (isLast ? 1 : 0);
    for (let i = 0; i < Math.min(missed, ticksShown); i++) ticks.push(false);
  });
  return ticks.slice(-ticksShown);
};
