import { type GroupDef, type Layout, type SensorDef, type SensorKind, sensorPathOf } from '@tocsin/contract/layout';
import { limits } from '@tocsin/contract/limits';
import type { IndexedLayout } from '../../types.ts';
import { type Cuts, cleanText } from '../clean-text.ts';
import { idOfName } from '../id-of-name.ts';
import { layoutHash } from '../json/decode-birth.ts';
import { type CompiledMap, type CompiledValue, wordOf } from './compiled-map.ts';
import { numberOfText } from './mapped-value.ts';

/** Where the values of a map stand in a layout. */
export interface MapPlan {
  /** By the index of an entry: the place of its sensor; -1 for keyed ones. */
  readonly fixed: Int32Array;
  /** By the index of an entry: the place of the sensor of a key, filled as keys come. */
  readonly keyed: ReadonlyMap<number, Map<string, number>>;
  /** False: the layout is of another map, or of another version that lists other sensors or names. */
  readonly isCurrent: boolean;
}

const plans = new WeakMap<CompiledMap, WeakMap<IndexedLayout, MapPlan>>();

/** The places of a map's values in a layout, worked out once for each pair. */
export function planOf(map: CompiledMap, layout: IndexedLayout): MapPlan {
  const ofMap = plans.get(map) ?? new WeakMap<IndexedLayout, MapPlan>();
  plans.set(map, ofMap);
  const known = ofMap.get(layout);
  if (known) return known;
  const fixed = new Int32Array(map.entries.length).fill(-1);
  const keyed = new Map<number, Map<string, number>>();
  for (const entry of map.entries) {
    if (entry.isKeyed) keyed.set(entry.index, new Map());
    else fixed[entry.index] = layout.byPath.get(sensorPathOf(entry.groupId, entry.sensorId)) ?? -1;
  }
  const wanted = layoutOf(map, layout, []);
  const names = ({ groups, sensors }: Omit<Layout, 'layoutId'>): string =>
    JSON.stringify([groups, sensors.map(({ name }) => name)]);
  const plan = { fixed, keyed, isCurrent: wanted.hash === layout.hash && names(wanted) === names(layout) };
  ofMap.set(layout, plan);
  return plan;
}

/** The place of an entry's sensor, by its key; -1: the layout has none. */
export function placeOf(plan: MapPlan, layout: IndexedLayout, entry: CompiledValue, key: string): number {
  if (!entry.isKeyed) return plan.fixed[entry.index] ?? -1;
  const places = plan.keyed.get(entry.index);
  const known = places?.get(key);
  if (known !== undefined) return known;
  const place = layout.byPath.get(sensorPathOf(entry.groupId, idOfName(key)));
  // Only places of the layout are kept, so that new names take no memory.
  if (place !== undefined) places?.set(key, place);
  return place ?? -1;
}

/** The sensor that a new key becomes; its type is that of its first value. */
export function sensorOf(entry: CompiledValue, key: string, raw: unknown): SensorDef {
  const { groupId, type, unit, layoutStates } = entry;
  const name = cleanText(entry.name.replaceAll('{key}', key), uncounted).trim() || idOfName(key);
  const kind = type === 'auto' ? kindOf(raw) : type;
  return { groupId, sensorId: idOfName(key), name, type: kind, unit, states: layoutStates };
}
const uncounted: Cuts = { count: 0 };

function kindOf(raw: unknown): SensorKind {
  if (typeof raw === 'boolean') return 'BOOL';
  return typeof raw === 'string' && numberOfText(raw) === null && wordOf(raw) !== 'nan' ? 'ENUM' : 'NUMERIC';
}

/**
 * The layout that a map gives a device: the map's own sensors, those of keys that the layout before has, and new ones.
 * Messages never take a sensor away; a new version of the map does.
 */
export function layoutOf(
  map: CompiledMap,
  before: IndexedLayout | null,
  added: readonly SensorDef[],
): Omit<Layout, 'layoutId'> {
  const sensors = new Map<string, SensorDef>();
  const keyedGroups = new Map<string, CompiledValue>();
  const groupNames = new Map<string, string>();
  for (const entry of map.entries) {
    if (!groupNames.has(entry.groupId) || entry.groupName !== entry.groupId)
      groupNames.set(entry.groupId, entry.groupName);
    if (entry.isKeyed) keyedGroups.set(entry.groupId, entry);
    else add(sensors, fixedSensor(entry));
  }
  for (const sensor of before?.sensors ?? []) {
    const entry = keyedGroups.get(sensor.groupId);
    if (!entry) continue;
    const { unit, layoutStates: states } = entry;
    add(sensors, { ...sensor, unit, states, type: entry.type === 'auto' ? sensor.type : entry.type });
  }
  for (const sensor of added) add(sensors, sensor);
  const groups = [...groupNames].map(([id, name]): GroupDef => ({ id, name, meta: {} }));
  const ordered = groups.flatMap(({ id }) => [...sensors.values()].filter(({ groupId }) => groupId === id));
  const used = new Set(ordered.map(({ groupId }) => groupId));
  return { hash: layoutHash(ordered), groups: groups.filter(({ id }) => used.has(id)), sensors: ordered };
}

function fixedSensor({ groupId, sensorId, name, type, unit, layoutStates }: CompiledValue): SensorDef {
  return { groupId, sensorId, name, type: type === 'auto' ? 'NUMERIC' : type, unit, states: layoutStates };
}

function add(sensors: Map<string, SensorDef>, sensor: SensorDef): void {
  const path = sensorPathOf(sensor.groupId, sensor.sensorId);
  if (!sensors.has(path) && sensors.size < limits.sensorsPerDevice) sensors.set(path, sensor);
}
