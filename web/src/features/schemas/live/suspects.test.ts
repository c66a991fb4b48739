import { describe, expect, it } from 'vitest';
import { suspectsByMachine } from './suspects.ts';

const row = (device_id: number, sensor_id: string) => ({
  device_id,
  sensor_id,
  sensor: `Sensor ${sensor_id}`,
  since: '2026-11-01T00:00:00.000Z',
});
const machine = (id: string, sensors: string[], stateSensor: string | null = null) => ({ id, sensors, stateSensor });

describe('suspected dead sensors on a drawing', () => {
  it('are listed for each machine that is bound to them, including as state sensor, and for no other', () => {
    const found = suspectsByMachine(
      [machine('a', ['7.4.4000', '7.4.4001']), machine('b', [], '7.4.4000'), machine('c', ['8.4.4000'])],
      [row(7, '4.4000')],
    );
    expect([...found].map(([id, suspects]) => `${id} ${suspects.map(({ sensor }) => sensor)}`)).toEqual([
      'a Sensor 4.4000',
      'b Sensor 4.4000',
    ]);
  });

  it('are none where nothing is suspected', () => {
    expect(suspectsByMachine([machine('a', ['7.4.4000'])], []).size).toBe(0);
  });
});
