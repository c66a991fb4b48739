import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ClockOffset } from './clock.ts';

const hour = 3_600_000;

test('a browser with a wrong clock is set right by the first answer, before or behind', () => {
  for (const wrong of [-3 * hour, 0, 3 * hour]) {
    const offset = new ClockOffset();
    // By the browser's clock: asked at 1,000, answered at 1,080; the server's clock is `wrong` ahead.
    offset.heard(1_040 + wrong, 1_080, 1_000);
    expect(Math.abs(offset.ms - wrong)).toBeLessThanOrEqual(40);
  }
});

test('a message that lay about while a laptop slept does not turn the clock back', () => {
  const offset = new ClockOffset();
  offset.heard(10_000, 10_000, 9_990);
  // Told before the sleep, taken after it; the ping of before was answered then too.
  offset.heard(12_000, 12_000 + 8 * hour);
  offset.heard(12_500, 12_500 + 8 * hour, 12_490);
  expect(Math.abs(offset.ms)).toBeLessThanOrEqual(10);
});

test('a document that the server wrote long ago proves nothing', () => {
  const offset = new ClockOffset();
  offset.heard(0, 5 * hour);
  expect(offset.ms).toBe(0);
});

test("a browser's clock that is set while the page is open is noticed by the next answer, whichever way", () => {
  const offset = new ClockOffset();
  offset.heard(1_000, 1_010, 990);
  offset.heard(2_000, 2_010 + hour, 1_990 + hour);
  expect(Math.abs(offset.ms + hour)).toBeLessThanOrEqual(10);
  offset.heard(3_000, 3_010, 2_990);
  expect(Math.abs(offset.ms)).toBeLessThanOrEqual(10);
});

test('whatever comes in between, an answer leaves the offset wrong by no more than its own way', () => {
  const delay = fc.integer({ min: 0, max: 20_000 });
  const told = fc.record({ at: fc.integer({ min: 0, max: 1e9 }), delay });
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.array(told), told, delay, (wrong, before, last, way) => {
      const offset = new ClockOffset();
      for (const { at, delay: late } of before) offset.heard(at + wrong, at + late);
      offset.heard(last.at + wrong, last.at + last.delay, last.at - way);
      expect(Math.abs(offset.ms - wrong)).toBeLessThanOrEqual(Math.max(last.delay, way));
    }),
  );
});
