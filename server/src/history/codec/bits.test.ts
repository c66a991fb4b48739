import { expect, test } from 'vitest';
import { BitSink, BitSource, Recent } from './bits.ts';

test('numbers come back, wherever in a byte they begin and however many ones they end with', () => {
  for (let offset = 0; offset < 8; offset++) {
    for (let bits = 0; bits <= 53; bits++) {
      const numbers = [...Array<number>(offset).fill(0), 2 ** bits - 1, 5, 2 ** 53 - 1, 7];
      const sink = new BitSink();
      for (const number of numbers) sink.number(number, new Recent());
      const source = new BitSource(sink.written());
      expect(numbers.map(() => source.number(new Recent()))).toEqual(numbers);
    }
  }
});
