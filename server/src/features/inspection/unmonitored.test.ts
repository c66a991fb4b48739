import { describe, expect, it } from 'vitest';
import type { DeviceRow, SiteRow, TestStep } from './store.ts';
import { type Sources, unmonitoredMs, unmonitoredOf } from './unmonitored.ts';

const hour = 3_600_000;
const site: SiteRow = {
  id: 1,
  client_id: 1,
  title: 'North',
  address: '',
  company: 'Co',
  timezone: 'UTC',
  is_suspended: false,
  created_at: -100 * hour,
};
const device = (id: number, over: Partial<DeviceRow> = {}): DeviceRow => ({
  id,
  title: `Leg ${id}`,
  serial_number: `SN-${id}`,
  device_type: '0300',
  is_suspended: false,
  created_at: -100 * hour,
  removed_at: null,
  born_at: -100 * hour,
  ...over,
});
const sources = (over: Partial<Sources>): Sources => ({
  site,
  devices: [device(1)],
  since: -50 * hour,
  gaps: [],
  suspensions: [],
  outages: [],
  steps: [],
  inactiveSpans: [],
  silences: [],
  span: { from: 0, to: 24 * hour },
  now: 100 * hour,
  ...over,
});
const listed = (over: Partial<Sources>) =>
  unmonitoredOf(sources(over)).map(({ reason, from, to, open, device: name }) => [
    reason,
    from / hour,
    to / hour,
    ...(open ? ['goes on'] : []),
    ...(name ? [name] : []),
  ]);

describe('times without monitoring', () => {
  it('are empty when everything was monitored, and are cut to the range', () => {
    expect(listed({})).toEqual([]);
    expect(listed({ gaps: [{ kind: 'server', from: -hour, to: hour }] })).toEqual([['server', 0, 1]]);
    expect(listed({ gaps: [{ kind: 'database', from: 23 * hour, to: 30 * hour }] })).toEqual([
      ['database', 23, 24, 'goes on'],
    ]);
  });

  it('report that there is no record before the first heartbeat', () => {
    expect(listed({ since: 5 * hour })).toEqual([['no-record', 0, 5]]);
    expect(listed({ since: null })).toEqual([['no-record', 0, 24, 'goes on']]);
  });

  it('derive a suspension from its two ends, also one that began before the first audit entry', () => {
    const at = (h: number, suspended: boolean, id: number | null = 1) => ({
      at: h * hour,
      device_id: id,
      suspended,
      by: 'Ann',
    });
    expect(listed({ suspensions: [at(2, true), at(3, false), at(20, true)] })).toEqual([
      ['suspended', 2, 3, 'Leg 1'],
      ['suspended', 20, 24, 'goes on', 'Leg 1'],
    ]);
    expect(listed({ suspensions: [at(4, false, null)] })).toEqual([['suspended', 0, 4]]);
    expect(listed({ devices: [device(1, { is_suspended: true })] })).toEqual([
      ['suspended', 0, 24, 'goes on', 'Leg 1'],
    ]);
  });

  it('count a device that has not sent anything yet from its claim', () => {
    expect(listed({ devices: [device(1, { created_at: 2 * hour, born_at: 3 * hour })] })).toEqual([
      ['no-data', 2, 3, 'Leg 1'],
    ]);
    expect(listed({ devices: [device(1, { created_at: 2 * hour, born_at: null })] })).toEqual([
      ['no-data', 2, 24, 'goes on', 'Leg 1'],
    ]);
  });

  it('have a test from its start to its end, whatever comment came later', () => {
    const step = (name: TestStep['step'], at: number): TestStep => ({
      id: at,
      test_id: 1,
      link: 1,
      at: at * hour,
      started_at: 2 * hour,
      device_id: 1,
      device_name: 'Leg 1',
      serial_number: 'SN',
      group_id: '4',
      group_name: 'T',
      sensor_id: '4001',
      sensor_name: 'Head',
      step: name,
      user_id: 1,
      user_name: 'Eve',
      walk_id: null,
      comment: '',
      chain: '',
      holds: true,
    });
    const steps = [
      step('maintenance_expect_alarm_on', 2),
      step('maintanance_succeeded', 3),
      { ...step('comment', 20), comment: 'fine' },
    ];
    expect(listed({ steps })).toEqual([['test', 2, 3, 'Leg 1']]);
    expect(unmonitoredOf(sources({ steps }))[0]).toMatchObject({ sensorId: '4.4001', detail: 'by Eve, passed' });
    expect(listed({ steps: steps.slice(0, 1), now: 4 * hour })).toEqual([['test', 2, 4, 'goes on', 'Leg 1']]);
  });

  it('of a device count overlaps once, without those of single sensors', () => {
    const rest = { deviceId: 1, path: '4.1', name: 'x', word: 'Disabled', from: 0, to: 24 * hour };
    const spans = unmonitoredOf(
      sources({
        devices: [device(1), device(2)],
        gaps: [{ kind: 'server', from: hour, to: 3 * hour }],
        outages: [
          {
            device_id: 1,
            device: 'Leg 1',
            reason: 'offline',
            group_id: null,
            sensor_name: null,
            ended: true,
            from: 2 * hour,
            to: 5 * hour,
          },
        ],
        inactiveSpans: [rest],
      }),
    );
    expect([unmonitoredMs(spans, 1), unmonitoredMs(spans, 2)]).toEqual([4 * hour, 2 * hour]);
  });
});
