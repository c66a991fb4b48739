import { expect, it } from 'vitest';
import { toUnit } from './convertible-units.ts';

const convert = (value: number, from: string, to: string): number | null => {
  const linear = toUnit(from, to);
  return linear && Math.round((linear.k * value + linear.c) * 1_000) / 1_000;
};

it.each([
  [20, 'C', 'F', 68],
  [20, '°C', '°F', 68],
  [68, 'F', 'degC', 20],
  [20, '°C', 'K', 293.15],
  [300, 'K', '°F', 80.33],
  [1, 'bar', 'psi', 14.504],
  [250, 'kPa', 'bar', 2.5],
  [1_480, 'rpm', '1/min', 1_480],
  [1, 'm/s', 'ft/min', 196.85],
  [500, 'fpm', 'm/s', 2.54],
  [2, 'in', 'mm', 50.8],
  [7, 'anything', 'anything', 7],
])('writes %d %s as %s: %d', (value, from, to, expected) => {
  expect(convert(value, from, to)).toBe(expected);
});

it.each([
  ['C', 'bar'],
  ['C', 'Volt'],
  ['', 'C'],
  ['rpm', 'm/s'],
])('converts no %s to %s', (from, to) => {
  expect(toUnit(from, to)).toBeNull();
});
