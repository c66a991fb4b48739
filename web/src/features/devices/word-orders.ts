import type { ModbusReading, RegisterMap } from '@tocsin/contract/modbus';

const wordOrders = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const;
export type WordOrder = (typeof wordOrders)[number];

/** Whether a number looks as if it was read in a wrong order: far too small, far too big, or none. */
export const looksAbsurd = (value: number | null): boolean =>
  value === null || (value !== 0 && (Math.abs(value) < 1e-6 || Math.abs(value) > 1e9));

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

/** The map with another order of one sensor's value. */
export const withOrder = (map: RegisterMap, path: string, order: WordOrder): RegisterMap => ({
  ...map,
  groups: map.groups.map((group) => ({
    ...group,
    sensors: group.sensors.map((sensor) =>
      `${group.id}.${sensor.id}` === path && sensor.value ? { ...sensor, value: { ...sensor.value, order } } : sensor,
    ),
  })),
});

/** Whether a sensor's value is a float, whose order can be told by looking at it. */
export const isFloat = (map: RegisterMap | null | undefined, path: string): boolean => {
  const sensor = map?.groups
    .flatMap((group) => group.sensors.map((one) => ({ path: `${group.id}.${one.id}`, value: one.value })))
    .find((one) => one.path === path);
  return sensor?.value?.as === 'f32' || sensor?.value?.as === 'f64';
};
