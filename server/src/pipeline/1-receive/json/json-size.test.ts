import { limits } from '@tocsin/contract/limits';
import { describe, expect, it } from 'vitest';
import { withoutPauses } from '../decode-steps.ts';
import { checkSize, elementsOf } from './json-size.ts';

const bytes = (text: string) => Buffer.from(text);
const pieces = (text: string, most = 100) => {
  const elements = withoutPauses(elementsOf(bytes(text), most));
  return elements && elements.from.map((from, i) => text.slice(from, elements.to[i]));
};

describe('the size of a JSON text', () => {
  it('is refused before anything is built from it', () => {
    // Nothing of this is JSON: a parser would refuse it for another reason.
    expect(() => checkSize(bytes(`[${'x,'.repeat(20_000)}`), 10_000)).toThrow('More than 10000 values');
    expect(() => checkSize(bytes('{"a":'.repeat(33)), 10_000)).toThrow('more than 32 deep');
    expect(() => checkSize(bytes('['.repeat(33)), 10_000)).toThrow('more than 32 deep');
  });

  it('counts values, not what is in texts', () => {
    const text = JSON.stringify({ a: ',,,[[[{{{'.repeat(9_000), b: '\\"[[[', c: [1, 2] });
    expect(() => checkSize(bytes(text), 6)).not.toThrow();
    expect(() => checkSize(bytes(text), 5)).toThrow('More than 5 values');
  });
});

describe('the frames of a list', () => {
  it.each([
    ['[]', []],
    [' [ ] ', []],
    ['[{"a":[1,2]},{"b":"],["}]', ['{"a":[1,2]}', '{"b":"],["}']],
    ['[1,,2]', ['1', '', '2']],
    ['[1,]', ['1', '']],
    ['{"v":[1]}', null],
  ])('are found in %s', (text, expected) => {
    expect(pieces(text)).toEqual(expected);
  });

  it.each(['[1', '[1] 2', '[1]]', '[1,{"a":"'])('are not found in %s, which is no JSON', (text) => {
    expect(() => pieces(text)).toThrow('not valid JSON');
  });

  it('are counted first, and each may have the values of one frame', () => {
    expect(() => pieces('[1,2,3]', 2)).toThrow('More than 2 frames');
    const frame = `[${'1,'.repeat(limits.jsonValuesPerFrame - 2)}1]`;
    expect(pieces(`[${frame},${frame}]`)).toHaveLength(2);
    expect(() => pieces(`[[1,${frame.slice(1)}]`)).toThrow(`More than ${limits.jsonValuesPerFrame} values`);
  });
});
