import { sensorPathOf } from '@tocsin/contract/layout';
import type { FrameDraft, SimGroup } from './shape.ts';

/** Writes readings into a draft by sensor path. */
export type Put = (path: string, value: number | null, state?: string, alarm?: boolean) => void;

/** Positions of the sensors in a frame, by `groupId.sensorId`. */
export function indexSensors(groups: readonly SimGroup[]): ReadonlyMap<string, number> {
  const indexes = new Map<string, number>();
  for (const group of groups)
    for (const sensor of group.sensors) indexes.set(sensorPathOf(group.id, sensor.id), indexes.size);
  return indexes;
}

export function createPut(indexes: ReadonlyMap<string, number>, draft: FrameDraft): Put {
  return (path, value, state = '', alarm = false) => {
    const i = indexes.get(path);
    if (i === undefined) throw new Error(`no sensor ${path}`);
    draft.v[i] = value;
    draft.state[i] = state;
    draft.alarm[i] = alarm;
  };
}

/** Rounds to the number of decimals that the devices send. */
export const rounded = (value: number): number => Math.round(value * 10) / 10;
