import { expect, test } from 'vitest';
import { bandColumns } from './band.ts';
import { alarmSpans, append, type Columns, extent, nearest, pointUnder, since } from './columns.ts';

const columns = (points: readonly (readonly [number, number, boolean?, string?])[]): Columns => {
  const texts = [...new Set(points.map((p) => p[3] ?? 'OK'))];
  return {
    times: Float64Array.from(points.map((p) => p[0])),
    values: Float64Array.from(points.map((p) => p[1])),
    low: null,
    high: null,
    flags: Uint8Array.from(points.map((p) => (p[2] ? 1 : 0))),
    states: Uint16Array.from(points.map((p) => texts.indexOf(p[3] ?? 'OK'))),
    texts,
  };
};

test('a spike in the band counts for the extent, though the mean hides it', () => {
  const c = columns([
    [0, 20],
    [60, 21],
  ]);
  expect(extent({ ...c, low: Float64Array.from([19, 20]), high: Float64Array.from([20, 100]) }, 0, 60)).toEqual([
    19, 100,
  ]);
  expect(extent(columns([]), 0, 60)).toBeNull();
});

test('an alarm ends with the next point without it, and does not extend across a gap', () => {
  const c = columns([
    [0, 1],
    [10, 1, true],
    [20, 1, true],
    [30, 1],
    [40, 1, true],
    [200, 1],
    [210, 1, true],
  ]);
  expect(alarmSpans(c, 10)).toEqual([
    { from: 10, to: 30 },
    { from: 40, to: 50 },
    { from: 210, to: 220 },
  ]);
});

test('finds the nearest point within reach', () => {
  const { times } = columns([
    [0, 1],
    [100, 1],
  ]);
  expect(nearest(times, 60, 50)).toBe(1);
  expect(nearest(times, 40, 50)).toBe(0);
  expect(nearest(times, 500, 50)).toBe(-1);
});

test('appends only newer points and keeps each state', () => {
  const joined = append(
    columns([
      [0, 1],
      [10, 2, true, 'Absolute'],
    ]),
    columns([
      [10, 9],
      [20, 3, false, 'Absolute'],
      [30, 4, false, 'Stopped'],
    ]),
  );
  expect([...joined.times]).toEqual([0, 10, 20, 30]);
  expect([...joined.states].map((state) => joined.texts[state])).toEqual(['OK', 'Absolute', 'Absolute', 'Stopped']);
});

test('drops points outside the window', () => {
  expect([
    ...since(
      columns([
        [0, 1],
        [10, 2],
        [20, 3],
      ]),
      10,
    ).times,
  ]).toEqual([10, 20]);
});

const month = (): Columns => {
  const c = columns(Array.from({ length: 1_440 }, (_, i) => [i * 1_800_000, 20] as const));
  const high = new Float64Array(1_440).fill(20);
  high[720] = 100;
  return { ...c, low: new Float64Array(1_440).fill(20), high };
};
const wholeMonth = { from: 0, to: 1_440 * 1_800_000 };

test('one frame of 100 in 30 days keeps a whole pixel column, on a plot narrower than its slots', () => {
  for (const width of [300, 960, 2_000]) {
    const { high } = bandColumns(month(), wholeMonth, width, 1_800_000);
    expect([...high].filter((value) => value === 100).length, `${width}`).toBe(1);
    expect([...high].every((value) => value >= 20)).toBe(true);
  }
});

test('a band does not extend across a gap, and a slot between two gaps keeps its width', () => {
  const c = columns([
    [0, 5],
    [60_000, 5],
    [300_000, 5],
  ]);
  const band = { ...c, low: c.values, high: c.values };
  const { high } = bandColumns(band, { from: 0, to: 600_000 }, 10, 60_000);
  expect([...high].map((value) => !Number.isNaN(value))).toEqual([
    true,
    true,
    false,
    false,
    false,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('pointing at a spike selects its slot, also if many share a pixel', () => {
  const reach = { slotMs: 1_800_000, pixelMs: 3_600_000, withinMs: 0 };
  expect(pointUnder(month(), 720.5 * 1_800_000, reach)).toBe(720);
  expect(pointUnder(month(), 721.9 * 1_800_000, reach)).toBe(720);
  expect(pointUnder(month(), 100.5 * 1_800_000, { ...reach, pixelMs: 0 })).toBe(100);
  expect(pointUnder(month(), 2_000 * 1_800_000, reach)).toBe(-1);
});
