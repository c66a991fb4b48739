import { expect, test } from 'vitest';
import { decimalsOf, numberText, shortNumber, valueText } from './value.ts';

test('writes temperatures with one decimal and the degree sign', () => {
  expect(valueText(84.61, 'C')).toBe('84.6 °C');
  expect(valueText(80, 'F')).toBe('80.0 °F');
});

test('never shows more than two decimals, and as many as the sensor usually sends', () => {
  expect(numberText(1.23456, 'mA')).toBe('1.23');
  expect(numberText(237, 'PPM', 1)).toBe('237.0');
  expect([237, 237.2, 0.1, 0.25, 1.0001].map(decimalsOf)).toEqual([0, 1, 1, 2, 2]);
});

test('shortens long numbers where space is short', () => {
  expect([0, -3.14159, 99_999, 1_573_783, -250_000].map(shortNumber)).toEqual([
    '0',
    '-3.14',
    '99999',
    '1.57M',
    '-250K',
  ]);
});

test('formats minutes as hours and minutes, seconds as Sec', () => {
  expect(valueText(95, 'Minutes')).toBe('1 h 35 min');
  expect(valueText(95, 'Seconds')).toBe('95 Sec');
  expect(valueText(1_569_600, 'Seconds')).toBe('18 d 04 h');
});

test('has no negative zero', () => {
  expect(numberText(-0.04, 'C')).toBe('0.0');
  expect(numberText(-0, 'PPM')).toBe('0');
});
