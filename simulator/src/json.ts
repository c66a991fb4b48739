import { sensorPathOf } from '@tocsin/contract/layout';
import type { SimBirth, SimFrame, SimGroup } from './shape.ts';

/** The JSON convention of docs/spec/decisions.md 5, as a device writes it. */
export function birthJson(birth: SimBirth): object {
  return {
    ts: birth.ts,
    version: birth.version,
    boot: birth.boot,
    uptime_s: birth.uptimeS,
    groups: birth.groups.map((group) => ({
      id: group.id,
      name: group.name,
      ...(group.meta ? { meta: group.meta } : {}),
      sensors: group.sensors.map((sensor) => ({ ...sensor })),
    })),
  };
}

/** The complete frame by position. */
export function compactJson(frame: SimFrame): object {
  return {
    ts: frame.ts,
    seq: frame.seq,
    boot: frame.boot,
    v: frame.v,
    ...(frame.alarm.length > 0 ? { alarm: frame.alarm } : {}),
    ...(Object.keys(frame.state).length > 0 ? { state: frame.state } : {}),
  };
}

/**
 * The frame by sensor path. A bare number keeps alarm and state, so a sensor is an object while it has either, and once
 * more after it has lost them.
 */
export function mapJson(frame: SimFrame, groups: readonly SimGroup[], before: SimFrame | null): object {
  const values: Record<string, unknown> = {};
  const alarms = new Set(frame.alarm);
  const had = new Set([...(before?.alarm ?? []), ...Object.keys(before?.state ?? {}).map(Number)]);
  let index = 0;
  for (const group of groups)
    for (const sensor of group.sensors) {
      const value = frame.v[index];
      const state = frame.state[index] ?? '';
      const isSent = alarms.has(index) || state !== '' || had.has(index) || before === null;
      values[sensorPathOf(group.id, sensor.id)] = isSent ? { value, alarm: alarms.has(index), state } : value;
      index++;
    }
  return { ts: frame.ts, seq: frame.seq, boot: frame.boot, values };
}

export const deathJson = (ts: number): object => ({ ts });
