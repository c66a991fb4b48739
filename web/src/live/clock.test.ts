import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ClockOffset } from './clock.ts';

const hour = 3_600_000;

test('a wrong browser clock, slow or fast, is corrected by the first answer', () => {
  for (const wrong of [-3 * hour, 0, 3 * hour]) {
    const offset = new ClockOffset();
    // By the browser's clock: asked at 1,000, answered at 1,080; the server's clock is `wrong` ahead.
    offset.record(1_040 + wrong, 1_080, 1_000);
    expect(Math.abs(offset.ms - wrong)).toBeLessThanOrEqual(40);
  }
});

test('a message delayed by sleep does not turn the clock back', () => {
  const offset = new ClockOffset();
  offset.record(10_000, 10_000, 9_990);
  // Sent before the sleep, received after it; so was the answer to the last ping.
  offset.record(12_000, 12_000 + 8 * hour);
  offset.record(12_500, 12_500 + 8 * hour, 12_490);
  expect(Math.abs(offset.ms)).toBeLessThanOrEqual(10);
});

test('a document that the server wrote long ago is ignored', () => {
  const offset = new ClockOffset();
  offset.record(0, 5 * hour);
  expect(offset.ms).toBe(0);
});

test('a browser clock that is changed while the page is open is detected by the next answer, in both directions', () => {
  const offset = new ClockOffset();
  offset.record(1_000, 1_010, 990);
  offset.record(2_000, 2_010 + hour, 1_990 + hour);
  expect(Math.abs(offset.ms + hour)).toBeLessThanOrEqual(10);
  offset.record(3_000, 3_010, 2_990);
  expect(Math.abs(offset.ms)).toBeLessThanOrEqual(10);
});

test('an answer always bounds the offset error by its own round trip', () => {
  const delay = fc.integer({ min: 0, max: 20_000 });
  const samples = fc.record({ at: fc.integer({ min: 0, max: 1e9 }), delay });
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.array(samples), samples, delay, (wrong, before, last, way) => {
      const offset = new ClockOffset();
      for (const { at, delay: late } of before) offset.record(at + wrong, at + late);
      offset.record(last.at + wrong, last.at + last.delay, last.at - way);
      expect(Math.abs(offset.ms - wrong)).toBeLessThanOrEqual(Math.max(last.delay, way));
    }),
  );
});
