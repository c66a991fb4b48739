import type { LiveDevice } from '@tocsin/contract/live';
import { describe, expect, it } from 'vitest';
import { type ReportedDevice, renderSiteMetrics } from './exposition.ts';

const now = Date.UTC(2026, 10, 23, 12);

const document = (over: Partial<LiveDevice> = {}): LiveDevice => ({
  Id: 'LEG1',
  Name: 'Leg 1',
  Status: 'OK',
  Alarm: false,
  device: { deviceId: '1', udf_id: 'LEG1', deviceType: '0300', versionInfo: null, is_online: true },
  groups: [
    {
      Id: '1',
      Name: 'Head',
      Meta: {},
      sensors: [
        {
          Id: '11',
          Name: 'Bearing left',
          Type: 'NUMERIC',
          Value: 41.5,
          Status: 'OK',
          Alarm: false,
          Meta: { State: '', Units: 'C' },
          At: now - 4_000,
          Since: null,
        },
      ],
    },
  ],
  frame_at: now - 4_000,
  received_at: now - 3_500,
  sent_at: now,
  stored_until: now,
  usual_interval: 2_000,
  notices: [],
  ...over,
});
const device = (over: Partial<ReportedDevice> = {}): ReportedDevice => ({
  id: 1,
  title: 'Leg 1',
  type: '0300',
  isSuspended: false,
  document: document(),
  ...over,
});
const sensor = (over: Partial<LiveDevice['groups'][number]['sensors'][number]>): LiveDevice['groups'] =>
  document().groups.map((group) => ({ ...group, sensors: group.sensors.map((one) => ({ ...one, ...over })) }));

/** The samples of one metric, without help and type lines. */
const samples = async (name: string, devices: readonly ReportedDevice[]): Promise<string[]> =>
  (await renderSiteMetrics(devices, now)).split('\n').filter((line) => line.startsWith(`tocsin_${name}{`));
const currentValue = async (live: LiveDevice): Promise<string[]> =>
  await samples('sensor_value', [device({ document: live })]);

describe('leaves a value out', () => {
  it.each([
    ['of a device that is offline', document({ device: { ...document().device, is_online: false } })],
    ['that is stale', document({ groups: sensor({ At: now - 10_001 }) })],
    ['that does not exist', document({ groups: sensor({ Value: null }) })],
  ])('%s', async (_, live) => {
    expect(await currentValue(live)).toEqual([]);
  });

  it('and everything else of a device that never reported', async () => {
    const text = await renderSiteMetrics([device({ document: null })], now);
    expect(text.split('\n').filter((line) => line.startsWith('tocsin_'))).toEqual([
      'tocsin_device_info{device_id="1",device="Leg 1",type="0300"} 1',
      'tocsin_device_online{device_id="1",device="Leg 1"} 0',
      'tocsin_device_suspended{device_id="1",device="Leg 1"} 0',
    ]);
  });
});

describe('shows', () => {
  it('a current value with the place of its sensor', async () => {
    expect(await currentValue(document())).toEqual([
      'tocsin_sensor_value{device_id="1",device="Leg 1",group="Head",sensor="1.11",name="Bearing left",unit="C"} 41.5',
    ]);
  });

  it('an old value of a device that reports by exception', async () => {
    const live = document({ device: { ...document().device, rbe: true }, groups: sensor({ At: now - 86_400_000 }) });
    expect(await currentValue(live)).toHaveLength(1);
  });

  it('quotes, backslashes and line breaks of names as the format asks', async () => {
    const [line] = await currentValue(document({ groups: sensor({ Name: 'a "b" \\ c\nd' }) }));
    expect(line).toContain('name="a \\"b\\" \\\\ c\\nd"');
  });

  it('an alarm also while its device is offline, and times in seconds', async () => {
    const live = document({
      Alarm: true,
      device: { ...document().device, is_online: false },
      groups: sensor({ Alarm: true, Status: 'Alarm' }),
    });
    const devices = [device({ document: live })];
    expect(await samples('sensor_alarm', devices)).toEqual([expect.stringMatching(/ 1$/)]);
    expect(await samples('sensor_warning', devices)).toEqual([expect.stringMatching(/ 0$/)]);
    expect(await samples('device_alarm', devices)).toEqual([expect.stringMatching(/ 1$/)]);
    expect(await samples('device_last_frame_timestamp_seconds', devices)).toEqual([
      expect.stringMatching(new RegExp(` ${(now - 3_500) / 1000}$`)),
    ]);
  });

  const shelf = { sensor: null, node: null, rule: null, covers_alarms: false, until: now + 1 };
  it.each([
    ['of the device', shelf, 1],
    ['of its node', { ...shelf, node: '1' }, 1],
    ['of itself', { ...shelf, sensor: '1.11' }, 1],
    ['of another node with a longer number', { ...shelf, node: '11' }, 0],
    ['of one of its rules', { ...shelf, sensor: '1.11', rule: 7 }, 0],
    ['that has ended', { ...shelf, until: now }, 0],
  ])('a sensor as shelved by a shelf %s', async (_, one, expected) => {
    const shown = await samples('sensor_shelved', [device({ document: document({ shelves: [one] }) })]);
    expect(shown.map((line) => Number(line.at(-1)))).toEqual([expected]);
  });

  it('a sensor that is out of service', async () => {
    const out = [{ path: '1.11', by: 'Ann Vole', reason: null, since: now, review_at: now }];
    const shown = await samples('sensor_out_of_service', [device({ document: document({ out_of_service: out }) })]);
    expect(shown.map((line) => Number(line.at(-1)))).toEqual([1]);
  });
});
