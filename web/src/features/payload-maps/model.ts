import { type PayloadKind, PayloadMap, type PayloadValue, type timeUnits } from '@tocsin/contract/payload-map';
import { fitTopic, type PathStep, parsePath, writePath } from '@tocsin/contract/payload-map-path';
import type { StoredPayloadMap } from '@tocsin/contract/payload-maps';
import { texts as t } from '@tocsin/contract/texts/payload-maps';

/** A place of a sample message that holds no list and no object. */
export interface Leaf {
  readonly path: string;
  readonly name: string;
  readonly depth: number;
  readonly value: string | number | boolean | null;
}

/** A line of the tree: a leaf, or the head of a list or object. */
export interface TreeLine {
  readonly path: string;
  readonly name: string;
  readonly depth: number;
  /** undefined: a head. */
  readonly leaf: Leaf | undefined;
  readonly entries: number;
}

const mostLines = 500;

/** The lines of a message; null when it is no JSON. */
export function treeOf(body: string): readonly TreeLine[] | null {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return null;
  }
  const lines: TreeLine[] = [];
  addLines(json, [], '', 0, lines);
  return lines;
}

function addLines(node: unknown, steps: readonly PathStep[], name: string, depth: number, lines: TreeLine[]): void {
  if (lines.length >= mostLines) return;
  const path = writePath(steps) || '$';
  if (typeof node !== 'object' || node === null) {
    const value = typeof node === 'string' || typeof node === 'number' || typeof node === 'boolean' ? node : null;
    lines.push({ path, name, depth, leaf: { path, name, depth, value }, entries: 0 });
    return;
  }
  const children: readonly (readonly [PathStep, unknown])[] = Array.isArray(node)
    ? node.map((child: unknown, index) => [{ kind: 'index', index }, child])
    : Object.entries(node).map(([key, child]) => [{ kind: 'name', name: key }, child]);
  if (depth > 0 || steps.length > 0) lines.push({ path, name, depth, leaf: undefined, entries: children.length });
  for (const [step, child] of children) {
    const label = step.kind === 'name' ? step.name : step.kind === 'index' ? `[${step.index}]` : '*';
    addLines(child, [...steps, step], label, steps.length === 0 && depth === 0 ? 0 : depth + 1, lines);
  }
}

export const leavesOf = (lines: readonly TreeLine[]): readonly Leaf[] => lines.flatMap(({ leaf }) => leaf ?? []);

const partId = /[^A-Za-z0-9_-]+/g;

/** An id made from a path, different from those in use. */
export function idOfPath(path: string, used: readonly string[]): string {
  const base =
    (
      path
        .split(/[.[\]'"]+/)
        .filter(Boolean)
        .at(-1) ?? 'value'
    )
      .replace(partId, '-')
      .slice(0, 28) || 'value';
  let id = base;
  for (let n = 2; used.includes(id); n++) id = `${base}-${n}`;
  return id;
}

/** Units that names end with, such as `temp_c` and `speed_rpm`. */
const unitEndings: ReadonlyMap<string, string> = new Map([
  ...['c', 'degc', 'celsius'].map((word) => [word, '°C'] as const),
  ...['f', 'degf', 'fahrenheit'].map((word) => [word, '°F'] as const),
  ...['pct', 'percent'].map((word) => [word, '%'] as const),
  ...['V', 'mV', 'mA', 'Hz', 'rpm', 'bar', 'psi', 'kPa', 'ppm'].map((unit) => [unit.toLowerCase(), unit] as const),
]);
/** What the words before a single letter must say: it may also number a phase or a zone. */
const letters: ReadonlyMap<string, RegExp> = new Map([
  ...['c', 'f'].map((letter) => [letter, /\b(t|deg)\b|temp(erature)?\b/] as const),
  ['v', /volt|\bv?bat(t|tery)?\b|supply\b/] as const,
]);
/** Where ChirpStack and The Things Stack put what a codec decoded, whose temperatures are degrees Celsius. */
const decoded = /^(object|uplink_message\.decoded_payload)\./;

/** The unit of a number, where its name and value leave no doubt; else ''. */
export function measuredIn({ path, name, value }: Leaf): string {
  if (typeof value !== 'number') return '';
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  const last = words.at(-1) ?? '';
  const isSaid = letters.get(last)?.test(words.slice(0, -1).join(' ')) ?? true;
  if (isSaid && (words.length > 1 || last.length > 3)) {
    const unit = unitEndings.get(last);
    if (unit !== undefined) return unit;
  }
  if ((last === 'battery' || last === 'humidity') && value > 5 && value <= 100) return '%';
  return last === 'temperature' && decoded.test(path) ? '°C' : '';
}

/** What a path is called by its last names, with the indexes between and after them. */
function nameOf(path: string, names: number): string {
  const steps = parsePath(path);
  const words = 'problem' in steps ? [path] : steps.map((step) => (step.kind === 'index' ? step.index : step));
  const at = words.map((word, i) => (typeof word === 'number' ? -1 : i)).filter((i) => i >= 0);
  const name = words
    .slice(at.at(-names) ?? 0)
    .map((word) => (typeof word === 'object' ? (word.kind === 'name' ? word.name : '*') : word))
    .join(' ')
    .replaceAll('_', ' ');
  return (name || path).charAt(0).toUpperCase() + (name || path).slice(1, 60);
}

/** Rows whose paths end alike take the name before the last too, unless a person named them. */
function apart(rows: readonly PayloadValue[]): readonly PayloadValue[] {
  const last = rows.map(({ path }) => nameOf(path, 1));
  return rows.map((row, i) =>
    row.name === last[i] && last.some((name, other) => other !== i && name === row.name)
      ? { ...row, name: nameOf(row.path, 2) }
      : row,
  );
}

/** The row that a pressed value becomes. */
export function rowOf(leaf: Leaf, rows: readonly PayloadValue[]): PayloadValue {
  const type = typeof leaf.value === 'boolean' ? 'BOOL' : typeof leaf.value === 'string' ? 'ENUM' : 'NUMERIC';
  return {
    path: leaf.path,
    group: 'values',
    group_name: 'Values',
    id: idOfPath(
      leaf.path,
      rows.map(({ id }) => id),
    ),
    name: nameOf(leaf.path, 1),
    type,
    unit: measuredIn(leaf),
    scale: 1,
    offset: 0,
    states: {},
    none: [],
  };
}

/** Presses a value of the tree: maps it, or takes it back. */
export const pressed = (leaf: Leaf, rows: readonly PayloadValue[]): readonly PayloadValue[] =>
  rows.some(({ path }) => path === leaf.path)
    ? rows.filter(({ path }) => path !== leaf.path)
    : apart([...rows, rowOf(leaf, rows)]);

const isoText = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d|$)/;

/** Whether a value is a time as text, which no sensor shows. */
const isTimeText = ({ value }: Leaf): boolean => typeof value === 'string' && isoText.test(value);

/** Whether a value can be a time: ISO 8601, or a count since 1970 of the years 2001 to 2100. */
export function canBeTime(leaf: Leaf): boolean {
  const unit = unitOf(leaf.value);
  if (unit === 'iso') return isTimeText(leaf);
  const seconds = Number(leaf.value) / { s: 1, ms: 1e3, us: 1e6, ns: 1e9 }[unit];
  return seconds > 978_300_000 && seconds < 4_102_500_000;
}

/** Presses a value of a kind's message: a time as text becomes the time where it has none, all else a row; or takes it back. */
export function pressedIn(kind: PayloadKind, leaf: Leaf): PayloadKind {
  const isMapped = kind.values.some(({ path }) => path === leaf.path);
  const isTime = !isMapped && (kind.time ? kind.time.path === leaf.path : isTimeText(leaf));
  return isTime
    ? timedBy(kind, kind.time ? '' : leaf.path, leaf)
    : { ...kind, values: [...pressed(leaf, kind.values)] };
}

/** Takes a kind's time from a path, which is then no sensor; '' is the moment of arrival. */
export function timedBy({ time: _, ...kind }: PayloadKind, path: string, leaf: Leaf | undefined): PayloadKind {
  if (path === '') return kind;
  const values = kind.values.filter((row) => row.path !== path);
  return { ...kind, values, time: { path, unit: leaf ? unitOf(leaf.value) : 'iso' } };
}

/**
 * The topics of a new map for messages that came on a topic: the level that is the sender's ID becomes `{id}`. Whole, if
 * another map of the client has these topics; none, if a shared format leads there.
 */
function topicsFor({ topic, sender }: Origin, maps: readonly StoredPayloadMap[]): string | undefined {
  const levels = topic?.trim().split('/') ?? [];
  if (!topic?.trim() || maps.some((map) => map.client === null && leads(map, topic.trim()))) return undefined;
  const at = levels.findIndex((level, i) => i > 0 && level !== '' && level.toLowerCase() === sender.toLowerCase());
  const isTaken = maps.some((map) => leads(map, topic.trim()));
  return at < 0 || isTaken ? levels.join('/') : levels.with(at, '{id}').join('/');
}

/** Whether a topic is one of a map's. */
export const leads = ({ map }: StoredPayloadMap, topic: string): boolean =>
  map.kinds.some((kind) => kind.topic !== undefined && fitTopic(kind.topic.split('/'), topic.split('/')) !== null);

/** What a message says of where it came from: its topic, and what it calls its device. */
export interface Origin {
  readonly topic: string | null;
  readonly sender: string;
}

/** A map whose topics follow where its message came from, until a person writes others. */
export function followed(map: PayloadMap, was: Origin, is: Origin, maps: readonly StoredPayloadMap[]): PayloadMap {
  const [kind, ...others] = map.kinds;
  if (!kind || kind.topic !== topicsFor(was, maps)) return map;
  return { ...map, kinds: [withTopic(kind, topicsFor(is, maps)), ...others] };
}

export const withTopic = ({ topic: _, ...kind }: PayloadKind, topic: string | undefined): PayloadKind =>
  topic === undefined ? kind : { ...kind, topic };

/** What a time of a message most likely counts, by its size. */
export function unitOf(value: Leaf['value']): (typeof timeUnits)[number] {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : null;
  if (number === null) return 'iso';
  if (number > 1e17) return 'ns';
  if (number > 1e14) return 'us';
  return number > 1e11 ? 'ms' : 's';
}

/** Alarm words as people write them, with commas: `true, HIGH, 3`. */
export const wordsOf = (text: string): (string | number | boolean)[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .map((word) =>
      word === 'true' ? true : word === 'false' ? false : /^-?\d+(\.\d+)?$/.test(word) ? Number(word) : word,
    );

/** The same for a row; without words it has no alarm of its own. */
export function withAlarm(row: PayloadValue, text: string): PayloadValue {
  const when = wordsOf(text);
  const { alarm, ...rest } = row;
  return when.length === 0 ? rest : { ...rest, alarm: { ...alarm, when } };
}

/** A bare number, also with a sign of comparison or a unit: people type a limit where only words are asked. */
const limitText = /^[<>≤≥=]*\s*-?\d/;

/** What of a number's alarm words is meant as a limit, which no word is; undefined: nothing. */
export const limitIn = ({ type, alarm }: PayloadValue): string | undefined =>
  type !== 'NUMERIC' || alarm === undefined || alarm.path !== undefined
    ? undefined
    : alarm.when.map(String).find((word) => limitText.test(word));

/**
 * What is edited of a map: its first kind. A copy for one's own devices has no topic: the map it came from leads there.
 */
export function draftOf(map: PayloadMap, leaves: readonly Leaf[], isCopy: boolean): PayloadMap {
  const [first, ...others] = map.kinds;
  if (!first) return map;
  const kinds = [expanded(first, leaves), ...others].map((kind) => (isCopy ? withTopic(kind, undefined) : kind));
  return { ...map, kinds };
}

/** Each key of `*` that a sample has becomes a row of its own, so that it can get a name and a unit. */
function expanded(kind: PayloadKind, leaves: readonly Leaf[]): PayloadKind {
  const values: PayloadValue[] = [];
  for (const value of kind.values) {
    const steps = parsePath(value.path);
    const isPlain = value.key === undefined && value.each === undefined && !('problem' in steps);
    const prefix = isPlain && steps.at(-1)?.kind === 'each' ? writePath(steps.slice(0, -1)) : null;
    const own = prefix === null ? [] : leaves.filter((leaf) => isChild(leaf, prefix));
    if (own.length === 0) values.push(value);
    else
      for (const leaf of own) if (!isTimeText(leaf) && leaf.path !== kind.time?.path) values.push(rowOf(leaf, values));
  }
  return { ...kind, values: [...apart(values)] };
}

function isChild({ path }: Leaf, prefix: string): boolean {
  const steps = parsePath(path);
  return !('problem' in steps) && writePath(steps.slice(0, -1)) === prefix;
}

/** What the messages of a sample call their device, where the map says. */
export function senderIn(map: PayloadMap, leaves: readonly Leaf[]): string {
  const value = leaves.find(({ path }) => path === map.kinds[0]?.device)?.value;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A map that begins with nothing. */
export const emptyMap = (name: string): PayloadMap => ({
  name,
  about: '',
  missing: 'keep',
  kinds: [{ values: [] }],
});

/** Problems of an edited map by the index of its row; '' holds what belongs to none. */
export function problemsOf(map: PayloadMap): ReadonlyMap<number | '', string> {
  const problems = new Map<number | '', string>();
  for (const { path, message } of PayloadMap.safeParse(map).error?.issues ?? []) {
    const isRow = path[0] === 'kinds' && path[1] === 0 && path[2] === 'values' && typeof path[3] === 'number';
    problems.set(isRow && typeof path[3] === 'number' ? path[3] : '', message);
  }
  map.kinds[0]?.values.forEach((row, index) => {
    const limit = limitIn(row);
    if (limit !== undefined && !problems.has(index)) problems.set(index, t.limitAsWord(limit));
  });
  return problems;
}
