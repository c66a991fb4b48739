import { Graphs } from '@tocsin/contract/graphs';
import { DeviceId } from '@tocsin/contract/ids';
import { describe, expect, it } from 'vitest';
import type { ColumnsQuery, Series, SeriesAnswer, TextFormat } from './calls.ts';
import { beginText, writePiece } from './text-pieces.ts';

const series = (groupId: string, sensorId: string, n: number): Series => ({
  path: `${groupId}.${sensorId}`,
  groupId,
  sensorId,
  groupName: `Leg ${groupId}`,
  name: `"S" ${sensorId}`,
  type: 'NUMERIC',
  unit: 'none',
  min: null,
  max: null,
  breaks: [],
  ts: Float64Array.from({ length: n }, (_, i) => 1_000 * i),
  value: Float64Array.from({ length: n }, (_, i) => (i % 7 === 3 ? Number.NaN : i / 10)),
  alarm: new Uint8Array(n),
  state: new Uint16Array(n),
});
const request = (byNode: boolean): Pick<ColumnsQuery, 'head' | 'names'> => ({
  head: {
    device: 5,
    device_type: '0300',
    timescale: 'day',
    from: 0,
    to: 86_400_000,
    zone: 'UTC',
    slot: null,
    offline_after: 60_000,
  },
  names: { deviceId: DeviceId.parse(5), title: 'Leg', names: new Map(), byNode },
});
const textOf = (answer: SeriesAnswer, format: TextFormat, byNode = false) => {
  const { bytes, rest } = beginText(request(byNode), answer, format);
  const text = Buffer.concat([bytes, ...rest.map((piece) => writePiece(piece))]).toString();
  return { text, pieces: rest.length + 1 };
};

describe('graphs as text', () => {
  const many = [series('7', '1', 9_000), series('8', '1', 9_000), series('7', '2', 9_000), series('8', '2', 25_000)];
  const answer = { texts: [''], series: many, newest: 8_999_000 };

  it('are one JSON document, however many pieces they are written in', () => {
    const { text, pieces } = textOf(answer, 'json', true);
    expect(pieces).toBe(3);
    const { graphs, newest } = Graphs.parse(JSON.parse(text));
    expect(newest).toBe(8_999_000);
    const sensors = Object.values(graphs).map((graph) => graph.series.map((one) => [one.sensor, one.data.length]));
    expect(Object.keys(graphs)).toEqual(['5.7', '5.8']);
    expect(sensors).toEqual([
      [
        ['5.7.1', 9_000],
        ['5.7.2', 9_000],
      ],
      [
        ['5.8.1', 9_000],
        ['5.8.2', 25_000],
      ],
    ]);
  });

  it('are one CSV table with one header', () => {
    const { text } = textOf(answer, 'csv');
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(1 + 52_000);
    expect(lines.filter((line) => line.includes('sensor_id'))).toEqual([lines[0]]);
  });

  it.each([false, true])('without series are empty', (byNode) => {
    const nothing = { texts: [''], series: [], newest: null };
    expect(JSON.parse(textOf(nothing, 'json', byNode).text).graphs).toEqual({});
    expect(textOf(nothing, 'csv').text).toBe('\ufefftime,sensor_id,sensor,value,units,alarm,state,min,max\n');
  });
});

it('as CSV give each value the unit of its time', () => {
  const one = {
    ...series('7', '1', 3),
    unit: 'bar',
    unitsSince: [
      { at: 0, unit: '°C' },
      { at: 2_000, unit: 'bar' },
    ],
  };
  const { text } = textOf({ texts: [''], series: [one], newest: 2_000 }, 'csv');
  expect(
    text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').slice(-6, -4)),
  ).toEqual([
    ['0', '°C'],
    ['0.1', '°C'],
    ['0.2', 'bar'],
  ]);
});

it('as CSV lose the noise of computed numbers, and keep stored ones as they are', () => {
  const valuesOf = (over: Partial<Series>): string[] => {
    const noisy = { ...series('7', '1', 2), value: Float64Array.of(36.760000000000005, 0.10000000149011612), ...over };
    const { text } = textOf({ texts: [''], series: [noisy], newest: 1_000 }, 'csv');
    return [...text.trim().split('\n').slice(1)].map((line) => line.split(',').at(-6) ?? '');
  };
  const stored = ['36.760000000000005', '0.10000000149011612'];
  expect(valuesOf({})).toEqual(stored);
  expect(valuesOf({ isConverted: true })).toEqual(['36.76', '0.10000000149']);
  const of = { min: Float64Array.of(1, 1), max: Float64Array.of(1, 1) };
  expect(valuesOf(of)).toEqual(['36.76', stored[1]]);
});
