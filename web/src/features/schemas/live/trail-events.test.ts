import type { FilmEvent } from '@tocsin/contract/film';
import { expect, it } from 'vitest';
import type { Machine } from '../canvas/tab.ts';
import { trailOf } from './trail-events.ts';

const machine = (id: string, sensor: string): Machine => ({
  kind: 'machine',
  id,
  savedId: null,
  name: id,
  type: 1,
  x: 0,
  y: 0,
  scale: 1,
  stretch: 0,
  lengthM: null,
  area: '',
  flip: false,
  bindings: [{ point: 'speed', sensor }],
  stateSensor: null,
});
const event = (id: number, more: Partial<FilmEvent>): FilmEvent => ({
  id,
  at: id * 1_000,
  ended_at: null,
  event_type: 'alarm_on',
  device: 'WDC4',
  device_id: 1,
  sensor: 'Speed',
  full_sensor_id: '1.1.1000',
  content: '',
  ...more,
});
const machines = [machine('leg', '1.1.1000'), machine('fan', '2.1.1000')];

it('lists what began at machines of the drawing, newest first, and leaves out the rest of a device', () => {
  const events = [
    event(1, {}),
    event(2, { device_id: 2, full_sensor_id: '2.1.1000', ended_at: 9_000 }),
    event(3, { full_sensor_id: '1.1.1001' }),
  ];
  expect(trailOf(machines, events).map((one) => [one.machine.id, one.endedAt])).toEqual([
    ['fan', 9_000],
    ['leg', null],
  ]);
});

it('assigns the offline time of a device to one of its machines', () => {
  const lost = event(4, { sensor: null, full_sensor_id: null, event_type: 'device_offline' });
  expect(trailOf(machines, [lost])).toMatchObject([{ machine: { id: 'leg' }, sensor: null }]);
});
