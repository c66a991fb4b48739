import type { ShippedCode } from '@tocsin/contract/device-type';
import { sensorPathOf } from '@tocsin/contract/layout';
import { inactiveStates, unscannedStates } from '@tocsin/contract/status';
import type { Action } from '@tocsin/simulator/action';
import { createDevice } from '@tocsin/simulator/create-device';
import type { SimFrame, SimGroup } from '@tocsin/simulator/shape';
import { type AcceptedFrame, ALARM } from '../../../pipeline/types.ts';
import { hourMs, hourOf } from '../../codec/hour.ts';
import { packHour } from '../../codec/pack-hour.ts';
import type { SlotSegment } from '../../codec/slot-segment.ts';
import { openSlots, statusRanks } from '../../codec/slots.ts';
import { DeviceScan } from '../device-scan.ts';
import type { ScannedSensor, ScanResult } from '../suspicion.ts';

/** The sensors of a simulated device as the scan takes them. */
export const scannedSensors = (groups: readonly SimGroup[]): ScannedSensor[] =>
  groups.flatMap((group) =>
    group.sensors.map(({ id, name, type, unit }) => ({
      path: sensorPathOf(group.id, id),
      groupId: group.id,
      name,
      type,
      unit,
      shownUnit: unit,
      k: 1,
      c: 0,
    })),
  );

/** Texts of one device, named by index in its frames. */
export class Texts {
  readonly list: string[] = [''];
  indexOf(text: string): number {
    const known = this.list.indexOf(text);
    return known >= 0 ? known : this.list.push(text) - 1;
  }
  readonly isUsable = (status: number, state: number): boolean => {
    const words = [this.list[status] ?? '', this.list[state] ?? ''];
    return !words.some((word) => inactiveStates.has(word) || unscannedStates.has(word));
  };
}

const acceptedOf = (frame: SimFrame, texts: Texts): AcceptedFrame => {
  const n = frame.v.length;
  const state = new Uint16Array(n);
  for (const [index, text] of Object.entries(frame.state)) state[Number(index)] = texts.indexOf(text);
  const flags = new Uint8Array(n);
  for (const index of frame.alarm) flags[index] = ALARM;
  return {
    ts: frame.ts,
    deviceTs: frame.ts,
    boot: frame.boot,
    seq: frame.seq,
    given: 1,
    layoutId: 1,
    receivedAt: frame.ts,
    values: Float64Array.from(frame.v, (value) => (typeof value === 'number' ? value : Number.NaN)),
    flags,
    status: new Uint16Array(n),
    state,
  };
};

/** The stored slots of an hour's frames, packed and opened by the codec itself. */
export const slotsOf = (frames: readonly SimFrame[], texts: Texts): SlotSegment => {
  const packed = packHour(
    frames.map((frame) => acceptedOf(frame, texts)),
    statusRanks(texts.list),
  );
  const [segment] = openSlots(packed.slots);
  if (!segment) throw new Error('an hour without frames');
  return segment;
};

export interface Played {
  readonly type: ShippedCode;
  readonly seed: number;
  readonly startMs: number;
  readonly days: number;
  readonly schedule?: 'usual' | 'always' | 'harvest';
  /** Actions at a time after the start, in order. */
  readonly steps?: readonly { readonly atMs: number; readonly action: Action }[];
}

/**
 * Plays a simulated device through the scan and calls `night` with the scan's result after each hour of `nights` (ms
 * after the start).
 */
export function playScan({ type, seed, startMs, days, schedule = 'usual', steps = [] }: Played): {
  readonly groups: readonly SimGroup[];
  until(ms: number): ScanResult;
} {
  const sim = createDevice({ type, seed, startMs, schedule, warm: true, tickMs: 30_000, frameMs: 120_000 });
  const texts = new Texts();
  const sensors = scannedSensors(sim.model.groups);
  const scan = new DeviceScan(sensors, texts.isUsable);
  const places = Int32Array.from(sensors, (_, index) => index);
  let now = startMs;
  let done = 0;
  const until = (ms: number): ScanResult => {
    const end = startMs + Math.min(ms, days * 24 * hourMs);
    while (now < end) {
      const frames: SimFrame[] = [];
      const next = now + hourMs;
      const take = (to: number) => {
        for (const message of sim.advance(to)) if (message.kind === 'data') frames.push(message.frame);
      };
      while (done < steps.length && startMs + (steps[done]?.atMs ?? 0) < next) {
        const step = steps[done];
        if (!step) break;
        take(startMs + step.atMs);
        sim.act(step.action);
        done++;
      }
      take(next - 1);
      const own = frames.filter(({ ts }) => hourOf(ts) === now);
      if (own.length > 0) scan.addHour(now, slotsOf(own, texts), places);
      now = next;
    }
    return scan.finish();
  };
  return { groups: sim.model.groups, until };
}
