import type { ModbusField, ModbusReading, RegisterMap } from '@tocsin/contract/modbus';
import { unitText } from '../../ui/value.ts';

const wordOrders = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const;
export type WordOrder = (typeof wordOrders)[number];

/** Whether a number looks as if it was read in a wrong order: far too small, far too big, or none. */
export const looksAbsurd = (value: number | null): boolean =>
  value === null || (value !== 0 && (Math.abs(value) < 1e-6 || Math.abs(value) > 1e9));

/** Between which values sensors of elevators are, by unit; the same ones for all other units. */
const ranges: ReadonlyMap<string, readonly [low: number, high: number]> = new Map([
  ['°C', [-40, 200]],
  ['°F', [-40, 400]],
  ['%', [-10, 200]],
  ['A', [0, 2_000]],
  ['V', [-1_000, 1_000]],
  ['Hz', [0, 400]],
  ['mm/s', [0, 100]],
]);
const usual = [-1e6, 1e6] as const;
export const rangeOf = (unit: string): readonly [low: number, high: number] => ranges.get(unitText(unit)) ?? usual;
/** Whether a sensor of this unit can have this value. */
export const isPlausible = (value: number, unit: string): boolean => {
  const [low, high] = rangeOf(unit);
  return value >= low && value <= high && !looksAbsurd(value);
};

/** The one order in which a float is within the range of its unit; null: none is, or several are. */
export function fittingOrder(registers: readonly number[], unit: string, field: ModbusField): WordOrder | null {
  const [low, high] = rangeOf(unit);
  const fits = floatsOf(registers).filter(({ value }) => {
    const shown = value * (field.scale ?? 1) + (field.offset ?? 0);
    // A wrong order often gives almost nothing.
    return shown >= low && shown <= high && Math.abs(value) >= 0.1;
  });
  return fits.length === 1 ? (fits[0]?.order ?? null) : null;
}

/** The registers of a reading's value from its raw text (`3:6 ae14 41bd`); null when they were not read. */
export function registersOf({ raw }: Pick<ModbusReading, 'raw'>): readonly number[] | null {
  const [, words] = /^[34]:\d+ ([0-9a-f]{4}(?: [0-9a-f]{4})*)/.exec(raw) ?? [];
  return words === undefined ? null : words.split(' ').map((word) => Number.parseInt(word, 16));
}

/** A float of two or four registers in each of the four orders, before scale and offset. */
export function floatsOf(
  registers: readonly number[],
): readonly { readonly order: WordOrder; readonly value: number }[] {
  if (registers.length !== 2 && registers.length !== 4) return [];
  return wordOrders.map((order) => {
    const bytes = new DataView(new ArrayBuffer(8));
    const isSwapped = order === 'BADC' || order === 'DCBA';
    const words = order === 'CDAB' || order === 'DCBA' ? registers.toReversed() : registers;
    for (const [i, word] of words.entries()) bytes.setUint16(2 * i, word, isSwapped);
    const value = registers.length === 2 ? Number(bytes.getFloat32(0).toPrecision(7)) : bytes.getFloat64(0);
    return { order, value };
  });
}

type Group = RegisterMap['groups'][number];
/** The paths that a sensor of a map has on a device: one, or one for each repetition of its group. */
const pathsOf = ({ id, repeat = { count: 1, first: 1 } }: Group, sensor: string): readonly string[] =>
  Array.from({ length: repeat.count }, (_, i) => `${id}.${sensor}`.replaceAll('{n}', String(repeat.first + i)));

/** The map with another order of one sensor's value, in each repetition of its group. */
export const withOrder = (map: RegisterMap, path: string, order: WordOrder): RegisterMap => ({
  ...map,
  groups: map.groups.map((group) => ({
    ...group,
    sensors: group.sensors.map((sensor) =>
      sensor.value && pathsOf(group, sensor.id).includes(path)
        ? { ...sensor, value: { ...sensor.value, order } }
        : sensor,
    ),
  })),
});

/** What a map reads for each path; only the order of a float can be told by looking at it. */
export const fieldsOf = (map: RegisterMap | null | undefined): ReadonlyMap<string, ModbusField> =>
  new Map(
    map?.groups.flatMap((group) =>
      group.sensors.flatMap(({ id, value, state, alarm }) => {
        const field = value ?? state ?? alarm;
        return field ? pathsOf(group, id).map((path) => [path, field] as const) : [];
      }),
    ),
  );

const types = { u: 'uint', i: 'int', f: 'float' } as const;
/** `float32`, as tag lists name it. */
export const typeText = ({ as, order }: ModbusField): string =>
  [as.replace(/^[uif](?=\d)/, (letter) => types[letter as keyof typeof types]), order].filter(Boolean).join(' ');

/** The address as manuals and tag lists write it (`40001`), from the raw text of a reading (`3:0 41e4`). */
export function addressText(raw: string): string {
  const [, fn, at] = /^([1-4]):(\d+)/.exec(raw) ?? [];
  if (fn === undefined) return '';
  return `${[0, 1, 4, 3][Number(fn) - 1]}${String(Number(at) + 1).padStart(4, '0')}`;
}
