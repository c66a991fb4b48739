import { type SensorDef, sensorPath } from '@tocsin/contract/layout';
import type { ModbusField, ModbusReading } from '@tocsin/contract/modbus';
import { SensorStatus, stateTexts } from '@tocsin/contract/status';
import { ALARM, ALARM_SENT, ALL_SENT, type DecodedFrame } from '../../types.ts';
import { Draft } from '../json/decode-frame.ts';
import { scaled, scaleOf } from '../scale.ts';
import { type Block, type ModbusPlan, type Placed, registersOf } from './modbus-map.ts';

/** The result of one poll: each block's registers (or bits as 0 and 1), null for a block without a response. */
export interface Answered {
  readonly block: Block;
  readonly words: readonly number[] | null;
  /** Why it has no words, if the slave said so. */
  readonly reason?: string;
}

/** Builds a full frame from a poll. Sensors without a response have no value and the state 'Not read'. */
export function readModbus(plan: ModbusPlan, answers: readonly Answered[], ts: number): DecodedFrame {
  const draft = new Draft(plan.sensors);
  draft.values.fill(Number.NaN);
  draft.isComplete = true;
  draft.flags.fill(ALL_SENT);
  plan.placed.forEach((placed, index) => {
    const reading = readSensor(placed, plan.sensors[index], answers);
    draft.object(index, reading);
    // Without an answer, or with the code for none, nothing is said about the alarm: an open one stays.
    if (reading.alarm === null) draft.isComplete = false;
    draft.flags[index] = (reading.alarm === null ? ALL_SENT & ~ALARM_SENT : ALL_SENT) | (reading.alarm ? ALARM : 0);
  });
  return draft.frame(ts, null, null, false);
}

/** A sensor's reading in the terms of the JSON convention. */
type ReadingOut = { readonly value: number | null; readonly state: string; readonly alarm: boolean | null };

function readSensor(placed: Placed, sensor: SensorDef | undefined, answers: readonly Answered[]): ReadingOut {
  const value = placed.value && fieldOf(placed.value, answers);
  const state = placed.state && fieldOf(placed.state, answers);
  const alarm = placed.alarm && fieldOf(placed.alarm, answers);
  if (value === 'unread' || state === 'unread' || alarm === 'unread')
    return { value: null, state: stateTexts.notRead, alarm: null };
  const when = placed.alarm?.when;
  const isNone = alarm !== null && placed.alarm?.none?.includes(alarm) === true;
  const inAlarm = alarm !== null && !isNone && (when ? when.includes(alarm) : alarm !== 0);
  const own = state === null || placed.state?.none?.includes(state) ? null : state;
  const number =
    value !== null && placed.value && !placed.value.none?.includes(value) ? scaledBy(placed.value, value) : null;
  // Devices send a float that is not finite when they have no value.
  const shown = number === null || !Number.isFinite(number) ? null : number;
  const text =
    own !== null
      ? (placed.state?.texts[String(own)] ?? `Code ${own}`)
      : (sensor?.states[String(shown)] ?? (shown === null && inAlarm ? SensorStatus.enum.Alarm : ''));
  // A sensor that consists of a code alone has the code as its value.
  const ofCode = isNone ? null : inAlarm ? 1 : 0;
  return { value: placed.value ? shown : (own ?? ofCode), state: text, alarm: isNone ? null : inAlarm };
}

/** The raw number of a field; 'unread' when its block was not answered. */
export function fieldOf(field: ModbusField, answers: readonly Answered[]): number | 'unread' {
  const words = wordsOf(field, answers);
  if (words === null) return 'unread';
  const [first = 0] = words;
  switch (field.as) {
    case 'u16':
      return first;
    case 'i16':
      return (first << 16) >> 16;
    case 'hi8':
      return first >> 8;
    case 'lo8':
      return first & 0xff;
    case 'bit':
      return field.fn <= 2 ? first : (first >> (field.bit ?? 0)) & 1;
    case 'bits':
      return (first >> (field.bit ?? 0)) & ((1 << (field.count ?? 1)) - 1);
    case 'u32':
    case 'i32':
    case 'f32':
    case 'u64':
    case 'i64':
    case 'f64':
      return wide(field, words);
    default:
      return field.as satisfies never;
  }
}

const scaledBy = ({ scale = 1, offset = 0 }: ModbusField, raw: number): number => scaled(scaleOf(scale, offset), raw);

const scratch = new DataView(new ArrayBuffer(8));

function wide(field: ModbusField, words: readonly number[]): number {
  const order = field.order ?? 'ABCD';
  const isWordSwapped = order === 'CDAB' || order === 'DCBA';
  const isByteSwapped = order === 'BADC' || order === 'DCBA';
  const ordered = isWordSwapped ? words.toReversed() : words;
  for (const [i, word] of ordered.entries()) scratch.setUint16(2 * i, word, isByteSwapped);
  switch (field.as) {
    case 'u32':
      return scratch.getUint32(0);
    case 'i32':
      return scratch.getInt32(0);
    case 'f32':
      return shortest(scratch.getFloat32(0));
    case 'u64':
      return Number(scratch.getBigUint64(0));
    case 'i64':
      return Number(scratch.getBigInt64(0));
    default:
      return scratch.getFloat64(0);
  }
}

/** Rounds a float32 to its seven significant digits: 41.29999923706055 was sent as 41.3. */
const shortest = (float: number): number => (Number.isFinite(float) ? Number(float.toPrecision(7)) : float);

function wordsOf(field: ModbusField, answers: readonly Answered[]): readonly number[] | null {
  const count = registersOf(field);
  for (const { block, words } of answers) {
    if (block.fn !== field.fn || field.at < block.at || field.at + count > block.at + block.count) continue;
    const registers = words?.slice(field.at - block.at, field.at - block.at + count);
    // Another block may hold the same addresses.
    if (registers?.length === count) return registers;
  }
  return null;
}

/** Raw registers beside the decoded readings, for the device's page. */
export function readingsOf(plan: ModbusPlan, answers: readonly Answered[]): ModbusReading[] {
  const names = new Map(plan.groups.map((group) => [group.id, group.name]));
  return plan.sensors.map((sensor, index) => {
    const placed = plan.placed[index] ?? { value: null, state: null, alarm: null };
    const reading = readSensor(placed, sensor, answers);
    const raw = [placed.value, placed.state, placed.alarm].flatMap((field) => (field ? rawText(field, answers) : []));
    return {
      path: sensorPath(sensor),
      group: names.get(sensor.groupId) ?? sensor.groupId,
      name: sensor.name,
      unit: sensor.unit,
      raw: raw.join(', '),
      ...reading,
      alarm: reading.alarm === true,
      reason: reasonOf(placed, answers),
    };
  });
}

/** Why one of a sensor's fields was not read: what the slave said of the narrowest part that holds it. */
export function reasonOf(placed: Placed, answers: readonly Answered[]): string | null {
  for (const field of [placed.value, placed.state, placed.alarm]) {
    if (!field || wordsOf(field, answers)) continue;
    const end = field.at + registersOf(field);
    let narrowest: Answered | null = null;
    for (const answer of answers) {
      const { block, reason } = answer;
      const holds = block.fn === field.fn && field.at >= block.at && end <= block.at + block.count;
      if (reason && holds && block.count < (narrowest?.block.count ?? Number.POSITIVE_INFINITY)) narrowest = answer;
    }
    if (narrowest?.reason) return narrowest.reason;
  }
  return null;
}

function rawText(field: ModbusField, answers: readonly Answered[]): string {
  const words = wordsOf(field, answers);
  const shown = words?.map((word) => (field.fn <= 2 ? String(word) : word.toString(16).padStart(4, '0'))).join(' ');
  return `${field.fn}:${field.at} ${shown ?? '-'}`;
}
