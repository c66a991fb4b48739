import { type GroupDef, type SensorDef, sensorPathOf } from '@tocsin/contract/layout';
import { limits } from '@tocsin/contract/limits';
import type { ModbusField, ModbusSensor, RegisterMap } from '@tocsin/contract/modbus';
import type { DecodedBirth } from '../../types.ts';
import { layoutHash } from '../json/decode-birth.ts';

/** 1 coils, 2 discrete inputs, 3 holding registers, 4 input registers. */
type ModbusFunction = 1 | 2 | 3 | 4;

/** One request: adjacent registers or bits. */
export interface Block {
  readonly fn: ModbusFunction;
  readonly at: number;
  readonly count: number;
}

/** One sensor's fields at their final addresses. */
export interface Placed {
  readonly value: ModbusField | null;
  readonly state: (ModbusField & { readonly texts: Readonly<Record<string, string>> }) | null;
  readonly alarm: (ModbusField & { readonly when?: readonly number[] | undefined }) | null;
}

/** A compiled map: the sensors, their addresses, and the requests that read all of them. */
export interface ModbusPlan {
  readonly map: RegisterMap;
  readonly groups: readonly GroupDef[];
  readonly sensors: readonly SensorDef[];
  readonly placed: readonly Placed[];
  readonly blocks: readonly Block[];
  /** What the fields occupy, by function and in order of their addresses, each once. */
  readonly spans: Readonly<Record<ModbusFunction, readonly Span[]>>;
}

/** Addresses of one field; `end` is the first after it. */
export interface Span {
  readonly at: number;
  readonly end: number;
}

class MapError extends Error {}

const partId = /^[A-Za-z0-9_-]{1,32}$/;
/**
 * Expands a map's repeated groups, validates it, and divides it into requests. Throws a MapError that names the
 * problem.
 */
export function planOf(map: RegisterMap): ModbusPlan {
  const groups: GroupDef[] = [];
  const sensors: SensorDef[] = [];
  const placed: Placed[] = [];
  const seen = new Set<string>();
  for (const group of map.groups) {
    const { count, first } = group.repeat ?? { count: 1, first: 1 };
    for (let i = 0; i < count; i++) {
      const named = (text: string) => text.replaceAll('{n}', String(first + i));
      const groupId = checkedId(named(group.id), 'group');
      if (groups.some((other) => other.id === groupId)) throw new MapError(`Group ${groupId} is listed twice`);
      groups.push({ id: groupId, name: named(group.name), meta: group.meta ?? {} });
      for (const sensor of group.sensors) {
        const sensorId = checkedId(named(sensor.id), 'sensor');
        const path = sensorPathOf(groupId, sensorId);
        if (seen.has(path)) throw new MapError(`Sensor ${path} is listed twice`);
        seen.add(path);
        if (!sensor.value && !sensor.state && !sensor.alarm) throw new MapError(`Sensor ${path} reads nothing`);
        if (sensors.length === limits.sensorsPerDevice)
          throw new MapError(`More than ${limits.sensorsPerDevice} sensors`);
        const { type, unit = '', states = {} } = sensor;
        sensors.push({ groupId, sensorId, name: named(sensor.name), type, unit, states });
        placed.push(placedAt(sensor, i, path));
      }
    }
  }
  const fields = placed.flatMap(({ value, state, alarm }) => [value, state, alarm]);
  const spans = spansOf([map.freshness ?? null, ...fields]);
  for (const fn of functions)
    if (spans[fn].length > 0 && map.functions && !map.functions.includes(fn))
      throw new MapError(`Function ${fn} is not among the functions of the map`);
  return { map, groups, sensors, placed, spans, blocks: blocksOf(spans, map) };
}

/** The spans of a plan within a block. */
export const spansIn = ({ spans }: ModbusPlan, { fn, at, count }: Block): readonly Span[] =>
  spans[fn].filter((span) => span.at >= at && span.end <= at + count);

/** Returns the birth of a device that is polled with this map. */
export function birthOf({ groups, sensors }: ModbusPlan, ts: number): DecodedBirth {
  const layout = { hash: layoutHash(sensors), groups, sensors };
  return { ts, version: null, boot: null, uptimeS: null, rbe: false, layout, first: null, cut: 0 };
}

function checkedId(id: string, what: string): string {
  if (!partId.test(id)) throw new MapError(`'${id}' is no ${what} id: 1 to 32 letters, digits, _ or -`);
  return id;
}

function placedAt(sensor: ModbusSensor, times: number, path: string): Placed {
  const place = <F extends ModbusField>(field: F | undefined): F | null => {
    if (!field) return null;
    const moved = moveOn(field, times);
    if (moved.at + registersOf(moved) > 65_536) throw new MapError(`Sensor ${path} lies beyond address 65535`);
    const isBit = moved.fn <= 2;
    if (isBit && moved.as !== 'bit') throw new MapError(`Sensor ${path}: coils and discrete inputs are read as 'bit'`);
    return moved;
  };
  return { value: place(sensor.value), state: place(sensor.state), alarm: place(sensor.alarm) };
}

/** Moves register bits from bit to bit and all other fields from address to address. */
function moveOn<F extends ModbusField>(field: F, times: number): F {
  const by = (field.stride ?? 0) * times;
  const isInRegister = field.fn >= 3 && (field.as === 'bit' || field.as === 'bits');
  if (!isInRegister) return { ...field, at: field.at + by };
  const bit = (field.bit ?? 0) + by;
  return { ...field, at: field.at + Math.floor(bit / 16), bit: bit % 16 };
}

/** The number of registers a field of this type occupies. */
export function registersOf({ as }: ModbusField): number {
  if (as === 'u32' || as === 'i32' || as === 'f32') return 2;
  return as === 'u64' || as === 'i64' || as === 'f64' ? 4 : 1;
}

const functions = [1, 2, 3, 4] as const;

function spansOf(fields: readonly (ModbusField | null)[]): ModbusPlan['spans'] {
  const of = (fn: ModbusFunction): Span[] => {
    const spans = new Map<string, Span>();
    for (const field of fields) {
      if (field?.fn !== fn) continue;
      const span = { at: field.at, end: field.at + registersOf(field) };
      spans.set(`${span.at} ${span.end}`, span);
    }
    return [...spans.values()].sort((a, b) => a.at - b.at || a.end - b.end);
  };
  return { 1: of(1), 2: of(2), 3: of(3), 4: of(4) };
}

function blocksOf(spans: ModbusPlan['spans'], map: RegisterMap): Block[] {
  const blocks: Block[] = [];
  for (const fn of functions) {
    // A field is never cut: a slave that gives fewer registers than one needs refuses it.
    const most = fn <= 2 ? map.request_bits : map.request_registers;
    let open: { at: number; end: number } | null = null;
    for (const span of spans[fn]) {
      const end: number = Math.max(open?.end ?? 0, span.end);
      if (open && span.at - open.end <= map.gap && end - open.at <= most) open.end = end;
      else {
        if (open) blocks.push({ fn, at: open.at, count: open.end - open.at });
        open = { ...span };
      }
    }
    if (open) blocks.push({ fn, at: open.at, count: open.end - open.at });
  }
  return blocks;
}
