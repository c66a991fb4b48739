import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RangeSet } from './range-set.ts';

const numbers = (max: number) => fc.uniqueArray(fc.integer({ min: 0, max }));

describe('a set of ranges', () => {
  it('answers like a plain set of numbers', () => {
    const most = 40;
    const result = fc.check(
      fc.property(numbers(most), numbers(most), (single, starts) => {
        const plain = new Set<number>();
        const ranges = new RangeSet();
        for (const n of single) {
          plain.add(n);
          ranges.add(n);
        }
        for (const from of starts) {
          for (let n = from; n < from + 3; n++) plain.add(n);
          ranges.add(from, from + 3);
        }
        for (let n = 0; n <= most + 4; n++) {
          if (ranges.has(n) !== plain.has(n)) return false;
          let missing = n;
          while (plain.has(missing)) missing++;
          if (ranges.nextMissing(n) !== missing) return false;
        }
        const flat = ranges.ranges();
        return (
          ranges.count(0, most + 4) === [...plain].filter((n) => n < most + 4).length &&
          flat.every(([from], i) => i === 0 || from > (flat[i - 1]?.[1] ?? 0))
        );
      }),
    );
    expect(result.failed ? result.counterexample : null).toBeNull();
  });
});
