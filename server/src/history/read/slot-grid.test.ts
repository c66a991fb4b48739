import { shippedTypes } from '@tocsin/contract/device-type';
import type { Layout } from '@tocsin/contract/layout';
import { describe, expect, it } from 'vitest';
import { device } from '../../pipeline/4-persist/testing/persist.ts';
import { indexLayout } from '../../pipeline/fill-frame.ts';
import { ALL_SENT, type EvaluatedDevice } from '../../pipeline/types.ts';
import { ConversionHistory } from './convert-units.ts';
import { wantedSensors } from './requested-series.ts';
import type { SeriesSegment } from './segments.ts';
import { Grid } from './slot-grid.ts';

const minute = 60_000;
const evaluatedDevice: EvaluatedDevice = {
  id: device(1),
  shownType: shippedTypes['0300'],
  warningRules: [],
  sensorNames: {},
  scales: [],
  degrees: null,
  acknowledgedKinds: [],
  sensorResponses: {},
};
const layoutIn = (layoutId: number, unit: string) => {
  const layout = {
    layoutId,
    hash: String(layoutId),
    groups: [{ id: '4', name: 'Leg', meta: {} }],
    sensors: [{ groupId: '4', sensorId: '1', name: 'Load', type: 'NUMERIC', unit, states: {} }],
  } satisfies Layout;
  return indexLayout(layout);
};
const pieceOf = (layout: SeriesSegment['layout'], from: number, values: readonly number[]): SeriesSegment => ({
  layout,
  ts: Float64Array.from(values, (_, i) => from + i * 1_000),
  given: new Uint8Array(values.length),
  column: () => ({
    values: Float64Array.from(values),
    flags: new Uint8Array(values.length).fill(ALL_SENT),
    status: new Uint16Array(values.length),
    state: new Uint16Array(values.length),
    quiet: true,
  }),
});

/** The slots of the only sensor, in the unit of the last layout. */
const slotsOf = (layouts: readonly SeriesSegment['layout'][], segments: readonly SeriesSegment[]) => {
  const span = { from: 0, to: 10 * minute };
  const course = new ConversionHistory(evaluatedDevice, span.from, span.to);
  const grid = new Grid(
    span,
    5 * minute,
    wantedSensors(layouts, evaluatedDevice, course, null, span.to),
    course,
    () => 0,
  );
  for (const piece of segments) grid.addSegment(piece);
  const [series] = grid.series(new Uint8Array(1), [], 0);
  return {
    value: [...series.value],
    min: [...(series.min ?? [])],
    max: [...(series.max ?? [])],
    ...(series.unitsSince ? { unitsSince: series.unitsSince } : {}),
  };
};

describe('a slot', () => {
  const amperes = layoutIn(1, 'A');
  const percent = layoutIn(2, '%');

  it('in which the unit changes contains the values of the current unit only', () => {
    const before = pieceOf(amperes, 0, [500, 600]);
    const after = pieceOf(percent, 10_000, [10, 20]);
    const expected = { value: [15], min: [10], max: [20] };
    expect(slotsOf([amperes, percent], [before, after])).toEqual(expected);
    expect(slotsOf([amperes, percent], [after, before])).toEqual(expected);
  });

  it('in which only a former unit was sent keeps its values', () => {
    const before = pieceOf(amperes, 0, [500, 600]);
    const after = pieceOf(percent, 5 * minute, [10, 20]);
    const { value } = slotsOf([amperes, percent], [before, after]);
    expect(value.filter((one) => !Number.isNaN(one))).toEqual([550, 15]);
  });

  it('with a sum beyond the largest number has a mean between its extremes', () => {
    const { value } = slotsOf([percent], [pieceOf(percent, 0, [1e308, 1e308, 1e308])]);
    expect(value).toEqual([1e308]);
  });
});

describe('a series whose unit changed', () => {
  it('is converted between units of the same kind, so that every value has the name of its unit', () => {
    const [celsius, fahrenheit] = [layoutIn(1, '°C'), layoutIn(2, '°F')];
    const pieces = [pieceOf(celsius, 0, [20]), pieceOf(fahrenheit, 5 * minute, [70])];
    const { value, ...rest } = slotsOf([celsius, fahrenheit], pieces);
    expect(value.map((one) => Math.round(one * 1_000) / 1_000)).toEqual([68, 70]);
    expect(rest).not.toHaveProperty('unitsSince');
  });

  it('says from when on its values are in another unit, where they cannot be converted', () => {
    const [celsius, bar] = [layoutIn(1, '°C'), layoutIn(2, 'bar')];
    const pieces = [pieceOf(celsius, 0, [20]), pieceOf(bar, 5 * minute, [3])];
    expect(slotsOf([celsius, bar], pieces).unitsSince).toEqual([
      { at: 0, unit: '°C' },
      { at: 5 * minute, unit: 'bar' },
    ]);
  });
});
