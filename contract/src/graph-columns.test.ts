import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packCompactGraphs, packGraphs, unpackGraphs } from './graph-columns.ts';

const head = {
  device: 7,
  device_type: '0300',
  timescale: 'day' as const,
  from: 0,
  to: 86_400_000,
  zone: 'America/Chicago',
  slot: 60_000,
  offline_after: 60_000,
  newest: 5,
};

it('refuses bytes that are something else', () => {
  expect(() => unpackGraphs(new Uint8Array(64))).toThrow('not graph columns');
});

it.each([packGraphs, packCompactGraphs])('gives back every number bit by bit, wherever the bytes lie', (pack) => {
  const column = fc.array(fc.double(), { maxLength: 20 });
  fc.assert(
    fc.property(fc.array(fc.tuple(column, fc.boolean()), { maxLength: 5 }), fc.string(), (columns, name) => {
      const series = columns.map(([numbers, band]) => ({
        graph: '7.4',
        sensor: '7.4.1',
        name,
        sensorType: 'NUMERIC' as const,
        units: '°C',
        valueLabel: 'Temperature',
        groupName: 'Temperature',
        deviceName: 'Leg 1',
        ts: Float64Array.from(numbers, (_, i) => i),
        value: Float64Array.from(numbers),
        min: band ? Float64Array.from(numbers, (n) => n - 1) : null,
        max: band ? Float64Array.from(numbers, (n) => n + 1) : null,
        alarm: Uint8Array.from(numbers, (_, i) => i % 2),
        state: Uint16Array.from(numbers, (_, i) => (band ? i : 1)),
      }));
      const graphs = { head, states: ['', name], series };
      const packed = pack(graphs);
      const shifted = new Uint8Array(packed.length + 3);
      shifted.set(packed, 3);
      expect(unpackGraphs(packed)).toEqual(graphs);
      expect(unpackGraphs(shifted.subarray(3))).toEqual(graphs);
    }),
    { numRuns: 100 },
  );
});
