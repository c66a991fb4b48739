import type { SensorKind } from '@tocsin/contract/layout';
import type { PayloadKind, PayloadMap, PayloadValue } from '@tocsin/contract/payload-map';
import { type PathStep, parsePath } from '@tocsin/contract/payload-map-path';
import { type Scale, scaleOf } from '../scale.ts';

/** A payload map ready to be run: paths as steps, words as sets. Compiled once for each version. */
export interface CompiledMap {
  readonly zone: string | null;
  readonly missing: PayloadMap['missing'];
  readonly reportIntervalS: number | null;
  readonly kinds: readonly CompiledKind[];
  /** Entries of all kinds, by their `index`. */
  readonly entries: readonly CompiledValue[];
}

export interface CompiledKind {
  /** Levels of its topic filter; null: every message that comes to a device of the map. */
  readonly topic: readonly string[] | null;
  readonly device: readonly PathStep[] | null;
  readonly time: CompiledTime | null;
  readonly moments: readonly PathStep[] | null;
  readonly values: readonly CompiledValue[];
}

interface CompiledTime {
  readonly steps: readonly PathStep[];
  readonly text: string;
  readonly unit: NonNullable<PayloadKind['time']>['unit'];
}

export interface CompiledValue {
  readonly index: number;
  /** As the map writes it, for sentences. */
  readonly text: string;
  /** To the elements that hold a value each; empty for a single value. */
  readonly each: readonly PathStep[];
  /** Inside an element. */
  readonly path: readonly PathStep[];
  /** Inside the context: the element of a stated `each`, else the moment. */
  readonly key: readonly PathStep[] | 'topic' | null;
  readonly isContextElement: boolean;
  readonly isKeyed: boolean;
  readonly groupId: string;
  readonly groupName: string;
  readonly sensorId: string;
  readonly name: string;
  readonly type: SensorKind | 'auto';
  readonly unit: string;
  readonly scale: Scale;
  readonly states: ReadonlyMap<string, string>;
  /** Texts of whole numbers, as a birth lists them. */
  readonly layoutStates: Readonly<Record<string, string>>;
  readonly none: ReadonlySet<string>;
  readonly alarmPath: readonly PathStep[] | null;
  readonly alarmWhen: ReadonlySet<string> | null;
  readonly quality: { readonly path: readonly PathStep[]; readonly good: ReadonlySet<string> } | null;
}

/** How words and codes of a map and of a message are compared: without case and outer blanks. */
export const wordOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim().toLowerCase() : String(value);

/** Compiles a checked map. */
export function compileMap(map: PayloadMap): CompiledMap {
  const entries: CompiledValue[] = [];
  const kinds = map.kinds.map((kind): CompiledKind => {
    const values = kind.values.map((value, i) => compileValue(value, entries.length + i));
    entries.push(...values);
    return {
      topic: kind.topic?.split('/') ?? null,
      device: kind.device === undefined ? null : stepsOf(kind.device),
      time: kind.time ? { steps: stepsOf(kind.time.path), text: kind.time.path, unit: kind.time.unit } : null,
      moments: kind.moments === undefined ? null : stepsOf(kind.moments),
      values,
    };
  });
  const { zone = null, missing, report_interval_s = null } = map;
  return { zone, missing, reportIntervalS: report_interval_s, kinds, entries };
}

function stepsOf(text: string): readonly PathStep[] {
  const parsed = parsePath(text);
  if ('problem' in parsed) throw new Error(`${text}: ${parsed.problem}`);
  return parsed;
}

function compileValue(value: PayloadValue, index: number): CompiledValue {
  const path = stepsOf(value.path);
  const last = path.findLastIndex(({ kind }) => kind === 'each');
  const each = value.each === undefined ? path.slice(0, last + 1) : stepsOf(value.each);
  const states = Object.entries(value.states);
  return {
    index,
    text: value.each === undefined ? value.path : `${value.each} ${value.path}`,
    each,
    path: value.each === undefined ? path.slice(last + 1) : path,
    key: value.key === undefined ? null : value.key === '{topic}' ? 'topic' : stepsOf(value.key),
    isContextElement: value.each !== undefined,
    isKeyed: value.id === '{key}',
    groupId: value.group,
    groupName: value.group_name ?? value.group,
    sensorId: value.id,
    name: value.name,
    type: value.type,
    unit: value.unit,
    scale: scaleOf(value.scale, value.offset),
    states: new Map(states.map(([word, text]) => [wordOf(word), text])),
    layoutStates: Object.fromEntries(states.filter(([word]) => /^-?\d{1,9}$/.test(word))),
    none: new Set(value.none.map(wordOf)),
    alarmPath: value.alarm?.path === undefined ? null : stepsOf(value.alarm.path),
    alarmWhen: value.alarm ? new Set(value.alarm.when.map(wordOf)) : null,
    quality: value.quality
      ? { path: stepsOf(value.quality.path), good: new Set(value.quality.good.map(wordOf)) }
      : null,
  };
}
