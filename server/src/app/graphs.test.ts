import { DeviceId } from '@tocsin/contract/ids';
import { expect, it } from 'vitest';
import type { Moment } from '../history/read/calls.ts';
import { catalogOf, noon, someDevice } from '../pipeline/testing/test-device.ts';
import { type AcceptedFrame, ALL_SENT, HOLDS, SENT } from '../pipeline/types.ts';
import { documentAt } from './graphs.ts';

const id = DeviceId.parse(7);
const catalog = catalogOf(new Map([[id, someDevice()]]));

const frame = (given: number): AcceptedFrame => ({
  ts: noon,
  deviceTs: noon,
  boot: 1,
  seq: 1,
  given,
  layoutId: 1,
  receivedAt: noon,
  values: Float64Array.of(41.5, 20),
  flags: Uint8Array.of(ALL_SENT, ALL_SENT & ~SENT),
  status: Uint16Array.of(0, 0),
  state: Uint16Array.of(0, 0),
});
const sensor = (sensorId: string): Moment['layout']['sensors'][number] => ({
  groupId: '4',
  sensorId,
  name: `Sensor ${sensorId}`,
  type: 'NUMERIC',
  unit: 'C',
  states: {},
});
const moment = (given: number): Moment => ({
  frame: frame(given),
  layout: {
    layoutId: 1,
    hash: 'h',
    groups: [{ id: '4', name: 'Temperature', meta: {} }],
    sensors: [sensor('4000'), sensor('4001')],
  },
  texts: [''],
  reportedAt: Float64Array.of(noon, noon - 9 * 60_000),
  usualMs: 2_000,
  activeEvents: [{ type: 'warning_on', at: noon - 5_000, path: '4.4001', content: 'Above 15' }],
});

// Otherwise the page would mark values as stale that were live then: it computes ages from the usual interval, unless
// values hold.
it('shows a moment as it was published then: active alarms, the usual interval, and whether values hold', () => {
  const publishedThen = documentAt(catalog, id, moment(0));
  expect(publishedThen).toMatchObject({
    usual_interval: 2_000,
    frame_at: noon,
    device: { is_online: true, rbe: false },
  });
  expect(publishedThen?.groups[0]?.sensors).toMatchObject([
    { Id: '4000', Value: 41.5, Status: 'OK', At: noon, Since: null },
    { Id: '4001', Value: 20, Status: 'WARNING', At: noon - 9 * 60_000, Since: noon - 5_000 },
  ]);
  expect(documentAt(catalog, id, moment(HOLDS))?.device.rbe).toBe(true);
  expect(documentAt(catalog, DeviceId.parse(8), moment(0))).toBeUndefined();
});
