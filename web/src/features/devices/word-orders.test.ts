import { RegisterMap } from '@tocsin/contract/modbus';
import { expect, test } from 'vitest';
import {
  addressText,
  fieldsOf,
  fittingOrder,
  floatsOf,
  looksAbsurd,
  rangeOf,
  registersOf,
  typeText,
  withOrder,
} from './word-orders.ts';

test('shows an absurd float in each order', () => {
  const registers = registersOf({ raw: '3:6 ae14 41bd, 3:100 0080' });
  expect(registers).toEqual([0xae14, 0x41bd]);
  const [set, swapped] = floatsOf(registers ?? []);
  expect([set?.order, looksAbsurd(set?.value ?? 0)]).toEqual(['ABCD', true]);
  expect(swapped).toEqual({ order: 'CDAB', value: 23.71 });
  expect([looksAbsurd(0), looksAbsurd(null), looksAbsurd(-40)]).toEqual([false, true, false]);
});

test('marks the order that gives a value of the unit, if it is the only one', () => {
  const registers = [0xae14, 0x41bd];
  const field = { fn: 3, at: 6, as: 'f32' } as const;
  expect(fittingOrder(registers, '°C', field)).toBe('CDAB');
  expect(fittingOrder(registers, '°C', { ...field, scale: 10 })).toBeNull();
  expect(fittingOrder([0x4220, 0x4220], '°C', field)).toBeNull();
  expect(rangeOf('°C')).toEqual([-40, 200]);
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
  expect([...fieldsOf(map).keys(), ...fieldsOf(null).keys()]).toEqual(['g.a', 'g.b']);
});

test('knows the field of each repetition of a group, and changes the order in all of them', () => {
  const value = { fn: 4, at: 1000, as: 'f32', stride: 8 };
  const map = RegisterMap.parse({
    name: 'm',
    title: 'M',
    about: '',
    groups: [
      {
        id: 'node-{n}',
        name: 'Node {n}',
        repeat: { count: 2, first: 5 },
        sensors: [{ id: 'b1', name: 'Bearing 1', type: 'NUMERIC', value }],
      },
    ],
  });
  expect([...fieldsOf(map).keys()]).toEqual(['node-5.b1', 'node-6.b1']);
  const changed = fieldsOf(withOrder(map, 'node-6.b1', 'CDAB')).get('node-5.b1');
  expect(changed && typeText(changed)).toBe('float32 CDAB');
});

test('writes addresses and types as tag lists do', () => {
  expect(['3:0 41e4', '4:1000 4248 0000', '1:4 0', '2:0 1', '3:9999 -', ''].map(addressText)).toEqual([
    '40001',
    '31001',
    '00005',
    '10001',
    '410000',
    '',
  ]);
  expect(typeText({ fn: 3, at: 0, as: 'hi8' })).toBe('hi8');
});
