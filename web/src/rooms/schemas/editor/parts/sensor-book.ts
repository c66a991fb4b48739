import type { FoundSensor, SchemaSensor } from '@tocsin/contract/schemas';
import type { Tab } from '../../canvas/tab.ts';

/** What the editor knows of sensors by path: those that the tab came with, and those that were found since. */
export interface SensorBook {
  readonly siteId: number;
  readonly schemaId: number | null;
  readonly tabId: number | null;
  name(path: string): Pick<SchemaSensor, 'name' | 'device' | 'group_name' | 'is_missing'> | undefined;
  learn(sensors: readonly FoundSensor[]): void;
}

export type SensorNames = Map<string, Pick<SchemaSensor, 'name' | 'device' | 'group_name' | 'is_missing'>>;

/** `names` is written on by `learn`; a book of another place goes on with it. */
export function createSensorBook(
  place: { readonly siteId: number; readonly schemaId: number | null; readonly tabId: number | null },
  names: SensorNames,
): SensorBook {
  return {
    ...place,
    name: (path) => names.get(path),
    learn: (sensors) => {
      for (const sensor of sensors) names.set(sensor.id, { ...sensor, is_missing: false });
    },
  };
}

/**
 * Where a sensor is used already, as 'Already in use at ...' says it: on this tab as it is drawn now, on the others as
 * they were saved.
 */
export function usedAt(
  sensor: Pick<FoundSensor, 'id' | 'tabs'>,
  tab: Pick<Tab, 'name' | 'machines'>,
  own: { readonly machine: string; readonly point: string },
  tabId: number | null,
): { readonly tab: string; readonly machine: string } | null {
  for (const machine of tab.machines) {
    const binding = machine.bindings.find((one) => one.sensor === sensor.id);
    if (binding === undefined) continue;
    const isOwn = machine.id === own.machine && binding.point === own.point;
    return isOwn ? null : { tab: tab.name, machine: machine.name };
  }
  const elsewhere = sensor.tabs.find((use) => use.id !== tabId);
  return elsewhere === undefined ? null : { tab: elsewhere.name, machine: elsewhere.machine.name };
}

/** The text cut where the query stands in it: what is found is set bold. */
export function marked(text: string, query: string): readonly { readonly text: string; readonly isHit: boolean }[] {
  const words = query
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (words.length === 0) return [{ text, isHit: false }];
  const parts = text.split(new RegExp(`(${words.join('|')})`, 'gi'));
  return parts.flatMap((part, i) => (part === '' ? [] : [{ text: part, isHit: i % 2 === 1 }]));
}
