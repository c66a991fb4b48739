import { type Layout, sensorPath } from '@tocsin/contract/layout';
import type { PayloadMap } from '@tocsin/contract/payload-map';
import type { Sample, TriedMap, TriedSample } from '@tocsin/contract/payload-maps';
import { indexLayout } from '../../fill-frame.ts';
import { ALARM, ALARM_SENT, type DecodedFrame, type IndexedLayout } from '../../types.ts';
import { FrameRefusal } from '../frame-refusal.ts';
import { type CompiledMap, compileMap } from './compiled-map.ts';
import { findReadings } from './map-readings.ts';
import { namedSender } from './mapped-sender.ts';
import { parseMapped, readMapped } from './read-mapped.ts';

/** Moments of one sample that an answer shows. */
const maxFrames = 20;

/** What a map makes of messages, in their order, as if a new device had sent them now. Stores nothing. */
export function tryMap(map: PayloadMap, samples: readonly Sample[], now: number): TriedMap {
  const compiled = compileMap(map);
  let layout: IndexedLayout | null = null;
  const tried = samples.map((sample): TriedSample => {
    let sender: string | null = null;
    try {
      const json = parseMapped(Buffer.from(sample.body));
      const levels = sample.topic?.split('/') ?? null;
      sender = namedSender(compiled, levels, () => json)?.text ?? null;
      const { birth, data } = readMapped(compiled, levels, json, { at: now, how: 'live' }, layout, true);
      const next: IndexedLayout = birth || !layout ? laidOut(birth?.layout ?? emptyLayout) : layout;
      layout = next;
      return { sender, refused: null, frames: data.frames.slice(0, maxFrames).map((frame) => triedFrame(frame, next)) };
    } catch (error) {
      if (!(error instanceof FrameRefusal)) throw error;
      return { sender, refused: error.message, frames: [] };
    }
  });
  return { sensors: sensorsOf(layout), samples: tried };
}

const emptyLayout = { hash: '', groups: [], sensors: [] };
const laidOut = (layout: Omit<Layout, 'layoutId'>): IndexedLayout => indexLayout({ ...layout, layoutId: 0 });

function sensorsOf(layout: Layout | null): TriedMap['sensors'] {
  const groups = new Map(layout?.groups.map(({ id, name }) => [id, name]));
  return (layout?.sensors ?? []).map((sensor) => ({
    path: sensorPath(sensor),
    group: groups.get(sensor.groupId) ?? sensor.groupId,
    name: sensor.name,
    type: sensor.type,
    unit: sensor.unit,
  }));
}

function triedFrame(frame: DecodedFrame, layout: IndexedLayout): TriedSample['frames'][number] {
  const values = layout.paths.flatMap((path, i) => {
    const flag = frame.flags[i] ?? 0;
    const value = frame.values[i] ?? Number.NaN;
    const at = frame.stateAt.lastIndexOf(i);
    const listed = layout.sensors[i]?.states[String(value)] ?? '';
    if (flag === 0) return [];
    return {
      path,
      value: Number.isNaN(value) ? null : value,
      state: (at >= 0 ? frame.stateText[at] : '') || listed,
      alarm: (flag & ALARM_SENT) === 0 ? null : (flag & ALARM) !== 0,
    };
  });
  return { time: new Date(frame.ts).toISOString(), values, bad_values: frame.rejected };
}

/**
 * The map that reads a message best: one that finds the sender in it before one that does not, then in their order.
 * undefined: none reads it.
 */
export function readingMap<M extends { readonly compiled: CompiledMap }>(
  maps: readonly M[],
  { topic, body }: Sample,
  sender: string,
  now: number,
): M | undefined {
  const levels = topic?.split('/') ?? null;
  let second: M | undefined;
  for (const map of maps) {
    try {
      const json = parseMapped(Buffer.from(body));
      if (!findReadings(map.compiled, levels, json, now)) continue;
      if (sender !== '' && namedSender(map.compiled, levels, () => json)?.text === sender) return map;
      second ??= map;
    } catch (error) {
      if (!(error instanceof FrameRefusal)) throw error;
    }
  }
  return second;
}
