import { createHash } from 'node:crypto';
import { type GroupDef, type SensorDef, SensorKind, sensorPathOf } from '@tocsin/contract/layout';
import { limits } from '@tocsin/contract/limits';
import type { DecodedBirth, DecodedFrame } from '../../types.ts';
import { type Cuts, cleanText } from '../clean-text.ts';
import { FrameRefusal } from '../frame-refusal.ts';
import { Draft, readCount, readTs } from './decode-frame.ts';
import { isRecord } from './json-text.ts';

const partId = /^[A-Za-z0-9_-]{1,32}$/;
const kinds: ReadonlySet<unknown> = new Set(SensorKind.options);
const isKind = (value: unknown): value is SensorKind => kinds.has(value);

/** Decodes a birth in the JSON convention. Agrees with the contract's BirthMessage; throws a FrameRefusal. */
export function decodeBirth(json: unknown): DecodedBirth {
  if (!isRecord(json)) throw new FrameRefusal('structure', 'A birth is an object');
  const ts = readTs(json.ts);
  if (!Array.isArray(json.groups)) throw new FrameRefusal('structure', 'A birth needs groups');
  const cuts: Cuts = { count: 0 };
  const groups: GroupDef[] = [];
  const sensors: SensorDef[] = [];
  const raw: Readonly<Record<string, unknown>>[] = [];
  const groupIds = new Set<string>();
  for (const group of json.groups) {
    if (!isRecord(group) || !isPartId(group.id) || !Array.isArray(group.sensors))
      throw new FrameRefusal('structure', 'A group needs an id of 1 to 32 letters, digits, _ or -, and sensors');
    const groupId = group.id;
    if (groupIds.has(groupId)) throw new FrameRefusal('structure', `Group ${groupId} is listed twice`);
    groupIds.add(groupId);
    groups.push({ id: groupId, name: readName(group.name, groupId, cuts), meta: readMeta(group.meta, cuts) });
    const ids = new Set<string>();
    for (const sensor of group.sensors) {
      if (!isRecord(sensor) || !isPartId(sensor.id) || !isKind(sensor.type))
        throw new FrameRefusal('structure', `A sensor of group ${groupId} has no valid id or type`);
      if (ids.has(sensor.id))
        throw new FrameRefusal('structure', `Sensor ${sensorPathOf(groupId, sensor.id)} is listed twice`);
      ids.add(sensor.id);
      if (sensors.length === limits.sensorsPerDevice)
        throw new FrameRefusal('limit', `More than ${limits.sensorsPerDevice} sensors`);
      sensors.push({
        groupId,
        sensorId: sensor.id,
        name: readName(sensor.name, sensor.id, cuts),
        type: sensor.type,
        unit: typeof sensor.unit === 'string' ? cleanText(sensor.unit, cuts) : '',
        states: readStates(sensor.states, cuts),
      });
      raw.push(sensor);
    }
  }
  return {
    ts,
    version: typeof json.version === 'string' ? cleanText(json.version, cuts) : null,
    boot: readCount(json.boot),
    uptimeS: typeof json.uptime_s === 'number' && json.uptime_s >= 0 ? json.uptime_s : null,
    rbe: json.rbe === true,
    layout: { hash: layoutHash(sensors), groups, sensors },
    first: readFirst(ts, readCount(json.boot), sensors, raw),
    cut: cuts.count,
  };
}

/** The same sensors (ids, types, units, states) are the same layout; a changed name does not make a new one. */
export function layoutHash(sensors: readonly SensorDef[]): string {
  const identity = sensors.map((s) => [s.groupId, s.sensorId, s.type, s.unit, Object.entries(s.states).sort(byKey)]);
  return createHash('sha256').update(JSON.stringify(identity)).digest('base64url').slice(0, 22);
}
const byKey = (a: readonly [string, string], b: readonly [string, string]) => (a[0] < b[0] ? -1 : 1);

function isPartId(value: unknown): value is string {
  return typeof value === 'string' && partId.test(value);
}

function readName(value: unknown, otherwise: string, cuts: Cuts): string {
  return (typeof value === 'string' && cleanText(value, cuts).trim()) || otherwise;
}

function readStates(value: unknown, cuts: Cuts): Readonly<Record<string, string>> {
  const states: Record<string, string> = {};
  if (!isRecord(value)) return states;
  let left: number = limits.stateTexts;
  for (const [key, text] of Object.entries(value)) {
    if (typeof text !== 'string' || !/^-?\d{1,9}$/.test(key)) continue;
    if (left-- === 0) {
      cuts.count++;
      break;
    }
    states[key] = cleanText(text, cuts);
  }
  return states;
}

/** Only flat values are stored; nothing in the portal reads nested ones. */
function readMeta(value: unknown, cuts: Cuts): Readonly<Record<string, unknown>> {
  const meta: Record<string, unknown> = {};
  if (!isRecord(value)) return meta;
  for (const [key, item] of Object.entries(value).slice(0, 32)) {
    if (typeof item === 'string') meta[cleanText(key, cuts)] = cleanText(item, cuts);
    else if (typeof item === 'number' || typeof item === 'boolean') meta[cleanText(key, cuts)] = item;
  }
  return meta;
}

/** A birth may include its sensors' values and alarms; it is then also a frame. */
function readFirst(
  ts: number,
  boot: number | null,
  sensors: readonly SensorDef[],
  raw: readonly Readonly<Record<string, unknown>>[],
): DecodedFrame | null {
  if (!raw.some((s) => 'value' in s || 'alarm' in s || 'status' in s || 'state' in s)) return null;
  const draft = new Draft(sensors);
  draft.values.fill(Number.NaN);
  raw.forEach((sensor, index) => {
    draft.object(index, sensor);
  });
  return draft.frame(ts, null, boot, false);
}
