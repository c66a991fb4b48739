import { RegisterMap } from '@tocsin/contract/modbus';
import { expect, test } from 'vitest';
import { floatsOf, isFloat, looksAbsurd, registersOf, withOrder } from './word-orders.ts';

test('shows an absurd float in each order', () => {
  const registers = registersOf({ raw: '3:6 ae14 41bd, 3:100 0080' });
  expect(registers).toEqual([0xae14, 0x41bd]);
  const [set, swapped] = floatsOf(registers ?? []);
  expect([set?.order, looksAbsurd(set?.value ?? 0)]).toEqual(['ABCD', true]);
  expect(swapped).toEqual({ order: 'CDAB', value: 23.71 });
  expect([looksAbsurd(0), looksAbsurd(null), looksAbsurd(-40)]).toEqual([false, true, false]);
});

test('has nothing to offer for what was not read, or for a single register', () => {
  expect(registersOf({ raw: '3:6 -' })).toBeNull();
  expect(registersOf({ raw: '1:6 0' })).toBeNull();
  expect(floatsOf([1])).toEqual([]);
});

test('changes the order of one sensor alone', () => {
  const sensor = (id: string) => ({ id, name: id, type: 'NUMERIC', value: { fn: 3, at: 0, as: 'f32' } });
  const map = RegisterMap.parse({
    name: 'm',
    title: 'M',
    about: '',
    groups: [{ id: 'g', name: 'G', sensors: [sensor('a'), sensor('b')] }],
  });
  const [a, b] = withOrder(map, 'g.b', 'CDAB').groups[0]?.sensors ?? [];
  expect([a?.value?.order, b?.value?.order]).toEqual([undefined, 'CDAB']);
  expect([isFloat(map, 'g.a'), isFloat(map, 'g.c'), isFloat(null, 'g.a')]).toEqual([true, false, false]);
});
