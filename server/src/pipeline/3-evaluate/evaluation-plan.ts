import { hasNodes, warnsOnly } from '@tocsin/contract/device-type';
import type { EvaluatedDevice, IndexedLayout, UnitConversion } from '../types.ts';
import { conversionsOf } from '../unit-conversion.ts';
import { type ConditionPlan, conditionPlans, inUnit } from './rule-conditions.ts';

/** Lookup data for evaluating frames, built once for a device, its layout and its settings. */
export interface Plan {
  readonly device: EvaluatedDevice;
  readonly layout: IndexedLayout;
  readonly shown: readonly UnitConversion[];
  readonly names: readonly string[];
  /** F500 types: the sensors of each node; empty for the others. */
  readonly nodes: readonly Node[];
  /** Status sensors of SN2 speed nodes. */
  readonly sn2: readonly number[];
  readonly warnsOnly: boolean;
  /** Rules in another unit than the displayed one, by id: how they read their sensor; null: it cannot be converted. */
  readonly otherUnits: ReadonlyMap<number, UnitConversion | null>;
  /** Rules with more than sensor, sign, value and delay, by id. */
  readonly conditions: ReadonlyMap<number, ConditionPlan>;
}
/** A node with the indexes of its sensors in the layout. */
export interface Node {
  readonly groupId: string;
  readonly name: string;
  readonly sensors: readonly number[];
}

/** Builds a device's lookup data; rebuilt for each layout and settings change. */
export function makePlan(device: EvaluatedDevice, layout: IndexedLayout, at: number): Plan {
  const nodes = hasNodes(device.shownType) ? nodesOf(layout) : [];
  const shown = conversionsOf(device, layout, at);
  return {
    device,
    layout,
    shown,
    names: layout.sensors.map((sensor, index) => device.sensorNames[layout.paths[index] ?? ''] ?? sensor.name),
    nodes,
    sn2: sn2Sensors(layout, nodes),
    warnsOnly: warnsOnly(device.shownType),
    otherUnits: otherUnits(device, layout, shown),
    conditions: conditionPlans(device, layout, shown, at),
  };
}

function otherUnits(
  { warningRules }: EvaluatedDevice,
  layout: IndexedLayout,
  shown: readonly UnitConversion[],
): ReadonlyMap<number, UnitConversion | null> {
  const others = new Map<number, UnitConversion | null>();
  for (const { id, path, unit } of warningRules) {
    const own = shown[layout.byPath.get(path) ?? -1];
    const as = inUnit(own, unit);
    if (own && as !== own) others.set(id, as ?? null);
  }
  return others;
}

function nodesOf(layout: IndexedLayout): Node[] {
  return layout.groups.map((group) => ({
    groupId: group.id,
    name: group.name,
    sensors: indexesOf(layout, group.id),
  }));
}

function indexesOf(layout: IndexedLayout, groupId: string): number[] {
  return layout.sensors.flatMap((sensor, index) => (sensor.groupId === groupId ? [index] : []));
}

/** An SN2 is a node whose group meta has `{"kind": "SN2"}`; its status sensor is its ENUM, or else the one named so. */
function sn2Sensors(layout: IndexedLayout, nodes: readonly Node[]): number[] {
  const out: number[] = [];
  for (const node of nodes) {
    if (layout.groups.find((group) => group.id === node.groupId)?.meta.kind !== 'SN2') continue;
    const status =
      node.sensors.find((index) => layout.sensors[index]?.type === 'ENUM') ??
      node.sensors.find((index) => /status|state/i.test(layout.sensors[index]?.name ?? '')) ??
      node.sensors[0];
    if (status !== undefined) out.push(status);
  }
  return out;
}
