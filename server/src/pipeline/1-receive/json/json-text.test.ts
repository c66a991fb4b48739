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
    ['[infinity, +INF, -Inf]', ['NaN', 'NaN', 'NaN']],
    ['[NAN, -nan(ind), nan(0x7ff8), +NaN(SNAN)]', ['NaN', 'NaN', 'NaN', 'NaN']],
    ['[1.#QNAN, -1.#IND, 1.#IND00, -1.#inf, 1.#SNAN]', ['NaN', 'NaN', 'NaN', 'NaN', 'NaN']],
    ['[ovf, -OVF, ind, IND]', ['NaN', 'NaN', 'NaN', 'NaN']],
    ['[None, none, NULL, Null, -null]', ['NaN', 'NaN', 'NaN', 'NaN', 'NaN']],
    // JSON's own word is no value and not a bad one.
    ['[null, None]', [null, 'NaN']],
    ['{"a":1}\u0000', { a: 1 }],
    ['{"a":1}\n\u0000\u0000', { a: 1 }],
  ])('reads %s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    '[NaNx]',
    '[xNaN]',
    '[_inf]',
    '{"a": "NaN',
    '[infinitys]',
    '[nan(ind]',
    '[1.#X]',
    '[1.#]',
    '[nullable]',
    'info',
    '{"a":1}\u0000x',
  ])('refuses %s', (text) => {
    expect(() => read(text)).toThrow(FrameRefusal);
  });

  it('refuses text of another encoding, and stores no replacement character', () => {
    expect(() => parseJson(Buffer.from('{"unit":"\xb0C"}', 'latin1'))).toThrow('The message is not valid UTF-8');
    expect(parseJson(Buffer.from('{"unit":"°C"}'))).toEqual({ unit: '°C' });
  });

  it('reads each character of a hostile text once', () => {
    // A regular expression that restarts at each escaped quote needs 22 s for 128 KiB.
    for (const piece of ['\\"', '"\\', '"\\"', '-', '"', 'Na', '-inf', '1.#', 'nan(', '1.#IND0']) {
      const text = piece.repeat(4_000_000 / piece.length);
      expect(quoteBareNumbers(text).length).toBeGreaterThan(0);
    }
  });
});
