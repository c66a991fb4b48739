import type { FoundSensor, SchemaSensor } from '@tocsin/contract/schemas';
import type { Tab } from '../../canvas/tab.ts';

/** Names of sensors by path: those of the opened tab, and those found by searches since. */
export interface SensorBook {
  readonly siteId: number;
  readonly schemaId: number | null;
  readonly tabId: number | null;
  name(path: string): Pick<SchemaSensor, 'name' | 'device' | 'group_name' | 'is_missing'> | undefined;
  learn(sensors: readonly FoundSensor[]): void;
}

export type SensorNames = Map<string, Pick<SchemaSensor, 'name' | 'device' | 'group_name' | 'is_missing'>>;

/** Creates a book over `names`, which `learn` extends; books of other addresses share the same map. */
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
 * Where a sensor is in use, for 'Already in use at ...': on this tab as edited, on the others of the schema as saved.
 * Other schemas of the site may use it too.
 */
export function usedAt(
  sensor: Pick<FoundSensor, 'id' | 'tabs'>,
  tab: Pick<Tab, 'name' | 'machines'>,
  own: { readonly machine: string; readonly point: string },
  { schemaId, tabId }: Pick<SensorBook, 'schemaId' | 'tabId'>,
): { readonly tab: string; readonly machine: string } | null {
  for (const machine of tab.machines) {
    const binding = machine.bindings.find((one) => one.sensor === sensor.id);
    if (binding === undefined) continue;
    const isOwn = machine.id === own.machine && binding.point === own.point;
    return isOwn ? null : { tab: tab.name, machine: machine.name };
  }
  const elsewhere = sensor.tabs.find((use) => use.schema === schemaId && use.id !== tabId);
  return elsewhere === undefined ? null : { tab: elsewhere.name, machine: elsewhere.machine.name };
}

/** The text split into matches of the query (`isHit`, shown in bold) and the rest. */
export function marked(text: string, query: string): readonly { readonly text: string; readonly isHit: boolean }[] {
  const words = query
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (words.length === 0) return [{ text, isHit: false }];
  const parts = text.split(new RegExp(`(${words.join('|')})`, 'gi'));
  return parts.flatMap((part, i) => (part === '' ? [] : [{ text: part, isHit: i % 2 === 1 }]));
}
