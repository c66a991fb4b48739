import type { SensorKind } from '@tocsin/contract/layout';
import { ALARM, ALARM_SENT } from '../../types.ts';
import type { Draft } from '../json/decode-frame.ts';
import { scaled } from '../scale.ts';
import { type CompiledValue, wordOf } from './compiled-map.ts';
import { lookUp } from './map-readings.ts';

const badQuality = 'Bad quality';
const numeric = /^[+-]?\d{1,20}(?:\.\d{0,20})?(?:[eE][+-]?\d{1,3})?$/;
const longestNumber = 64;

/** The number that a text is, also one in brackets as some gateways print registers; null: it is none. */
export function numberOfText(text: string): number | null {
  if (text.length > longestNumber) return null;
  const bare = text.trim();
  const inside = bare.startsWith('[') && bare.endsWith(']') ? bare.slice(1, -1).trim() : bare;
  return numeric.test(inside) ? Number(inside) : null;
}

const trueWords: ReadonlySet<string> = new Set(['true', 'on', 'yes', '1']);
const falseWords: ReadonlySet<string> = new Set(['false', 'off', 'no', '0']);

/**
 * Puts one mapped value into a frame. A value that is none, of bad quality or of another type is no value; beside it
 * only a set alarm flag counts, since without a value nothing says that an alarm has ended.
 */
export function readValue(
  draft: Draft,
  index: number,
  type: SensorKind,
  entry: CompiledValue,
  raw: unknown,
  context: unknown,
): void {
  const isGood = raw === undefined || readGood(draft, index, type, entry, raw, context);
  if (!entry.alarmWhen) return;
  const said = entry.alarmPath ? lookUp(entry.alarmPath, context) : raw;
  if (said === undefined || said === null || (!entry.alarmPath && entry.none.has(wordOf(said)))) return;
  const on = entry.alarmWhen.has(wordOf(said));
  if (on || isGood) draft.flags[index] = ((draft.flags[index] ?? 0) & ~ALARM) | ALARM_SENT | (on ? ALARM : 0);
}

/** Sets value and state; returns whether the value is a good one. */
function readGood(
  draft: Draft,
  index: number,
  type: SensorKind,
  entry: CompiledValue,
  raw: unknown,
  context: unknown,
): boolean {
  const quality = entry.quality && lookUp(entry.quality.path, context);
  if (entry.quality && quality !== undefined && !entry.quality.good.has(wordOf(quality))) {
    draft.value(index, null);
    draft.state(index, badQuality);
    return false;
  }
  if (raw === null || (entry.none.size > 0 && entry.none.has(wordOf(raw)))) {
    draft.value(index, null);
    return false;
  }
  const state = entry.states.size > 0 ? entry.states.get(wordOf(raw)) : undefined;
  const value = numberOf(type, entry, raw);
  if (value === null && (state !== undefined || (type === 'ENUM' && typeof raw === 'string'))) {
    // A word is the sensor's state; there is no number beside it.
    draft.value(index, null);
    draft.state(index, state ?? raw);
    return true;
  }
  draft.value(index, value ?? raw);
  if (value === null) return false;
  // The state of a word, or of a bad quality, ends with the next value.
  if (state !== undefined) draft.state(index, state);
  else if (type === 'ENUM' || entry.quality || entry.states.size > 0) draft.state(index, '');
  return true;
}

/** null: not a value of this type. */
function numberOf(type: SensorKind, { scale }: CompiledValue, raw: unknown): number | null {
  if (type === 'NUMERIC') {
    const number = typeof raw === 'number' ? raw : typeof raw === 'string' ? numberOfText(raw) : null;
    const value = number === null ? null : scaled(scale, number);
    return value !== null && Number.isFinite(value) ? value : null;
  }
  if (typeof raw === 'boolean') return raw ? 1 : 0;
  if (type === 'BOOL') {
    const word = wordOf(raw);
    return trueWords.has(word) ? 1 : falseWords.has(word) ? 0 : null;
  }
  return typeof raw === 'number' && Number.isFinite(raw) ? raw : null;
}
