import type { SensorDef } from '@tocsin/contract/layout';
import { limits } from '@tocsin/contract/limits';
import { mapLimits } from '@tocsin/contract/payload-map';
import { indexLayout } from '../../fill-frame.ts';
import type { DecodedBirth, DecodedFrame, IndexedLayout } from '../../types.ts';
import { FrameRefusal } from '../frame-refusal.ts';
import type { MappedRead } from '../intake.ts';
import { Draft } from '../json/decode-frame.ts';
import { checkSize } from '../json/json-size.ts';
import { parseJson } from '../json/json-text.ts';
import type { CompiledKind, CompiledMap } from './compiled-map.ts';
import { findReadings, type Moment, type Readings } from './map-readings.ts';
import { layoutOf, type MapPlan, placeOf, planOf, sensorOf } from './mapped-layout.ts';
import { readValue } from './mapped-value.ts';

/** How a message arrived. */
export interface Arrival {
  /** Unix ms of its receipt. */
  readonly at: number;
  /**
   * live: now. queued: a broker kept it, so the moment of receipt is not its time. past: replayed, as history. told: the
   * same, but an alarm in it that is not open is told once, marked late.
   */
  readonly how: 'live' | 'queued' | 'past' | 'told';
}

/** Parses a message within the bounds of maps. Throws a FrameRefusal. */
export function parseMapped(bytes: Uint8Array): unknown {
  if (bytes.length > mapLimits.bytes) throw new FrameRefusal('limit', `More than ${mapLimits.bytes / 1024} KiB`);
  checkSize(bytes, limits.jsonValuesPerFrame);
  return parseJson(bytes);
}

/**
 * Reads a parsed message by its map. `open`: keys that the layout does not have become sensors; else they are counted as
 * bad values. Throws a FrameRefusal with the path of what is wrong, and of kind 'unmapped' without a mapped value.
 */
export function readMapped(
  map: CompiledMap,
  topic: readonly string[] | null,
  json: unknown,
  arrival: Arrival,
  layout: IndexedLayout | null,
  open: boolean,
): MappedRead {
  const readings = findReadings(map, topic, json, arrival.at);
  if (!readings) throw new FrameRefusal('unmapped', 'No value of the map is in this message');
  const known = layout && planOf(map, layout);
  const added = open ? newSensors(readings, layout, known) : [];
  const isSame = layout !== null && known?.isCurrent === true && added.length === 0;
  const wanted = isSame ? layout : indexLayout({ ...layoutOf(map, layout, added), layoutId: 0 });
  const frames = framesOf(map, readings, arrival, wanted, isSame && known ? known : planOf(map, wanted));
  return {
    birth: isSame ? null : birthOf(wanted, arrival.at),
    data: { frames, refused: [], single: frames.length === 1 },
  };
}

function newSensors({ moments }: Readings, layout: IndexedLayout | null, plan: MapPlan | null): SensorDef[] {
  const added = new Map<string, SensorDef>();
  for (const { entries, keys, raws } of moments) {
    for (const [i, entry] of entries.entries()) {
      const key = keys[i] ?? '';
      if (!entry.isKeyed || (layout && plan && placeOf(plan, layout, entry, key) >= 0)) continue;
      const name = `${entry.groupId} ${key}`;
      if (!added.has(name)) added.set(name, sensorOf(entry, key, raws[i]));
    }
  }
  const room = limits.sensorsPerDevice - (layout?.sensors.length ?? 0);
  return [...added.values()].slice(0, Math.max(0, room));
}

const birthOf = ({ hash, groups, sensors }: IndexedLayout, ts: number): DecodedBirth => ({
  ts,
  version: null,
  boot: null,
  uptimeS: null,
  rbe: false,
  layout: { hash, groups, sensors },
  cut: 0,
  first: null,
});

function framesOf(
  map: CompiledMap,
  { kind, moments }: Readings,
  arrival: Arrival,
  layout: IndexedLayout,
  plan: MapPlan,
): DecodedFrame[] {
  if (moments.length * layout.sensors.length > mapLimits.frameValues)
    throw new FrameRefusal('limit', `More than ${mapLimits.frameValues} values of all moments`);
  const drafts = new Map<number, Draft>();
  for (const moment of moments) {
    const draft = drafts.get(moment.ts) ?? emptyDraft(layout);
    drafts.set(moment.ts, draft);
    if (map.missing === 'none') clearMissing(draft, kind, plan);
    fill(draft, moment, layout, plan);
  }
  // Without a time of its own, what a broker kept has no known time.
  const isTimeUnknown = arrival.how === 'queued' && kind.time === null;
  const historical = arrival.how === 'past' || arrival.how === 'told' || isTimeUnknown;
  const tellsAlarms = arrival.how === 'told' || isTimeUnknown;
  return [...drafts].map(([ts, draft]) => {
    const frame = draft.frame(ts, null, null, historical);
    return tellsAlarms ? { ...frame, tellsAlarms } : frame;
  });
}

function emptyDraft({ sensors }: IndexedLayout): Draft {
  const draft = new Draft(sensors);
  draft.values.fill(Number.NaN);
  return draft;
}

function fill(draft: Draft, { entries, raws, contexts, keys }: Moment, layout: IndexedLayout, plan: MapPlan): void {
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i];
    if (!entry) continue;
    const index = placeOf(plan, layout, entry, keys[i] ?? '');
    const sensor = layout.sensors[index];
    if (sensor) readValue(draft, index, sensor.type, entry, raws[i], contexts[i]);
    else draft.rejected++;
  }
}

function clearMissing(draft: Draft, kind: CompiledKind, plan: MapPlan): void {
  for (const { index } of kind.values) {
    const place = plan.fixed[index] ?? -1;
    if (place >= 0) draft.value(place, null);
  }
}
