import { describe, expect, it } from 'vitest';
import { FrameRefusal } from '../frame-refusal.ts';
import { parseJson, quoteBareNumbers } from './json-text.ts';

const read = (text: string): unknown => parseJson(Buffer.from(text));

describe('JSON written by devices', () => {
  it.each([
    ['{"v":[NaN,-Infinity,1]}', { v: ['NaN', 'NaN', 1] }],
    ['[nan, inf, -inf, Infinity]', ['NaN', 'NaN', 'NaN', 'NaN']],
    ['{"NaN":NaN,"a\\"NaN":"x NaN y"}', { NaN: 'NaN', 'a"NaN': 'x NaN y' }],
    ['{"a":"\\\\","b":NaN}', { a: '\\', b: 'NaN' }],
  ])('reads %s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each(['[NaNx]', '[xNaN]', '[_inf]', '{"a": "NaN', '[infinity]', 'info'])('refuses %s', (text) => {
    expect(() => read(text)).toThrow(FrameRefusal);
  });

  it('reads each character of a hostile text once', () => {
    // A regular expression that restarts at each escaped quote needs 22 s for 128 KiB.
    for (const piece of ['\\"', '"\\', '"\\"', '-', '"', 'Na', '-inf']) {
      const text = piece.repeat(4_000_000 / piece.length);
      expect(quoteBareNumbers(text).length).toBeGreaterThan(0);
    }
  });
});
