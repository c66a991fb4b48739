import { mapLimits } from '@tocsin/contract/payload-map';
import { fitTopic, namedByTopic, type PathStep } from '@tocsin/contract/payload-map-path';
import { FrameRefusal } from '../frame-refusal.ts';
import type { CompiledKind, CompiledMap, CompiledValue } from './compiled-map.ts';
import { readMapTime } from './map-time.ts';

/** What a kind of a map found at one moment of a message, before it is a frame; parallel lists. */
export interface Moment {
  readonly ts: number;
  readonly entries: CompiledValue[];
  /** What is at the path; undefined where only an alarm flag is there. */
  readonly raws: unknown[];
  /** What alarm, quality and key are looked for in. */
  readonly contexts: unknown[];
  /** '' for a sensor of a fixed id. */
  readonly keys: string[];
}

/** The readings of a message by its first kind that has any. */
export interface Readings {
  readonly kind: CompiledKind;
  readonly moments: readonly Moment[];
}

/** Counts what the paths of a map look at, so that no message costs more than its bound. */
class Looks {
  #left: number = mapLimits.looks;

  take(count: number): void {
    this.#left -= count;
    if (this.#left < 0)
      throw new FrameRefusal('limit', `The paths of the map look at more than ${mapLimits.looks} places`);
  }
}

/**
 * Finds the mapped values of a message; null when no kind of the topic has any. `topic`: its levels; null: HTTP, where
 * every kind is tried. Throws a FrameRefusal beyond the bounds, or where a moment has no time.
 */
export function findReadings(
  map: CompiledMap,
  topic: readonly string[] | null,
  json: unknown,
  arrivedAt: number,
): Readings | null {
  const looks = new Looks();
  for (const kind of map.kinds) {
    if (topic !== null && kind.topic !== null && fitTopic(kind.topic, topic) === null) continue;
    const topicKey = topic ? (kind.topic ? namedByTopic(kind.topic, topic) : (topic.at(-1) ?? '')) : '';
    const moments = momentsOf(map, kind, json, topicKey, arrivedAt, looks);
    if (moments.length > 0) return { kind, moments };
  }
  return null;
}

function momentsOf(
  map: CompiledMap,
  kind: CompiledKind,
  json: unknown,
  topicKey: string,
  arrivedAt: number,
  looks: Looks,
): Moment[] {
  const roots: unknown[] = [];
  if (kind.moments) collect(kind.moments, 0, json, '', looks, roots, []);
  else roots.push(json);
  const moments: Moment[] = [];
  for (const root of roots) {
    const moment = { entries: [], raws: [], contexts: [], keys: [] };
    for (const entry of kind.values) find(entry, root, topicKey, looks, moment);
    if (moment.entries.length > 0) moments.push({ ...moment, ts: timeOf(map, kind, root, json, arrivedAt) });
  }
  return moments;
}

function timeOf(
  { zone }: CompiledMap,
  { time }: CompiledKind,
  root: unknown,
  json: unknown,
  arrivedAt: number,
): number {
  if (!time) return arrivedAt;
  return readMapTime(lookUp(time.steps, root) ?? lookUp(time.steps, json), time.unit, zone, time.text);
}

function find(entry: CompiledValue, root: unknown, topicKey: string, looks: Looks, into: Omit<Moment, 'ts'>): void {
  if (!entry.isKeyed) {
    looks.take(entry.path.length);
    const raw = lookUp(entry.path, root);
    if (raw !== undefined || hasFlag(entry, root)) push(entry, raw, root, '', into);
    return;
  }
  const elements: unknown[] = [];
  const keys: string[] = [];
  collect(entry.each, 0, root, '', looks, elements, keys);
  for (const [i, element] of elements.entries()) {
    looks.take(entry.path.length);
    const context = entry.isContextElement ? element : root;
    const named = nameOf(entry, context, keys[i] ?? '', topicKey);
    if (named === null || named === '') continue;
    const raw = lookUp(entry.path, element);
    // What a wildcard finds beside values, such as lists, is no value.
    if (typeof raw === 'object' && raw !== null) continue;
    if (raw !== undefined || hasFlag(entry, context)) push(entry, raw, context, named, into);
  }
}

function push(entry: CompiledValue, raw: unknown, context: unknown, key: string, into: Omit<Moment, 'ts'>): void {
  if (into.entries.length === mapLimits.values)
    throw new FrameRefusal('limit', `More than ${mapLimits.values} values of one moment`);
  into.entries.push(entry);
  into.raws.push(raw);
  into.contexts.push(context);
  into.keys.push(key);
}

/** An alarm flag of its own path. */
const hasFlag = ({ alarmPath }: CompiledValue, context: unknown): boolean =>
  alarmPath !== null && lookUp(alarmPath, context) !== undefined;

function nameOf({ key }: CompiledValue, context: unknown, starred: string, topicKey: string): string | null {
  if (key === 'topic') return keyText(topicKey);
  return key ? keyText(lookUp(key, context)) : starred;
}

const longestKey = 200;
/** A longer key names nothing: no sensor's name is as long. */
const keyText = (raw: unknown): string | null => {
  const text = typeof raw === 'string' ? raw : typeof raw === 'number' ? String(raw) : null;
  return text !== null && text.length <= longestKey ? text : null;
};

/** What is at a path without `*`; undefined: nothing. Names of prototypes are no names of a message. */
export function lookUp(steps: readonly PathStep[], from: unknown): unknown {
  let node = from;
  for (const step of steps) {
    if (typeof node !== 'object' || node === null) return undefined;
    if (step.kind === 'name') {
      // JSON has no functions: what a prototype offers is one, except for its own name.
      const { name } = step;
      if (Array.isArray(node) || (name === '__proto__' && !Object.hasOwn(node, name))) return undefined;
      const value: unknown = (node as Readonly<Record<string, unknown>>)[name];
      if (typeof value === 'function') return undefined;
      node = value;
    } else if (step.kind === 'index' && Array.isArray(node)) node = node.at(step.index);
    else return undefined;
  }
  return node;
}

/** Adds every place of a path, in the order of the message, each with the name that its last `*` stood for. */
function collect(
  steps: readonly PathStep[],
  at: number,
  node: unknown,
  key: string,
  looks: Looks,
  into: unknown[],
  keys: string[],
): void {
  looks.take(1);
  const step = steps[at];
  if (!step) {
    into.push(node);
    keys.push(key.length <= longestKey ? key : '');
    return;
  }
  if (step.kind !== 'each') {
    const next = lookUp([step], node);
    if (next !== undefined) collect(steps, at + 1, next, key, looks, into, keys);
  } else if (Array.isArray(node)) {
    for (const [i, child] of node.entries()) collect(steps, at + 1, child, String(i), looks, into, keys);
  } else if (typeof node === 'object' && node !== null) {
    for (const [name, child] of Object.entries(node)) collect(steps, at + 1, child, name, looks, into, keys);
  }
}
