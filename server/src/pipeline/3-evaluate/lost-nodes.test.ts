import { shippedTypes } from '@tocsin/contract/device-type';
import { LiveDevice } from '@tocsin/contract/live';
import { stateTexts } from '@tocsin/contract/status';
import { beforeEach, describe, expect, it } from 'vitest';
import { TestPipeline } from '../testing/test-device.ts';

const sensor = (id: string, type = 'NUMERIC') => ({ id, name: `S${id}`, type, unit: 'C' });
const birth = {
  groups: [
    { id: '12', name: 'Node 12', sensors: ['121', '122', '123'].map((id) => sensor(id)) },
    { id: '53', name: 'Node 53', meta: { kind: 'SN2' }, sensors: [sensor('531'), sensor('532', 'ENUM')] },
  ],
};
let bench: TestPipeline;
beforeEach(async () => {
  bench = await new TestPipeline({ type: shippedTypes.F500, shownType: shippedTypes.F500, udfId: null }).start();
  await bench.birth(birth);
});
const lost = { 0: stateTexts.lostNode, 1: stateTexts.lostNode, 2: 'Disabled' };
const live = () => LiveDevice.parse(JSON.parse(bench.pipeline.document(bench.device.id) ?? ''));
const frame = (v: readonly unknown[], state: object = {}, alarm: readonly number[] = []) => {
  bench.pass(10_000);
  return bench.frame(v, { state, alarm });
};

describe('a lost node', () => {
  it('is one warning on the node, ended by one, and its sensors get no event', async () => {
    await frame([80, 20, null, 240, 1], { 2: 'Disabled' }, [0]);
    for (let i = 0; i < 5; i++) await frame([null, null, null, 240, 1], lost);
    expect(bench.frameWriter.events.slice(1)).toMatchObject([
      { type: 'warning_on', groupId: '12', sensorId: null, content: stateTexts.lostNode, active: true },
    ]);
    expect(live().groups[0]?.sensors.map((one) => [one.Status, one.Alarm])).toEqual([
      // Last known: the alarm stays active until the node reports otherwise.
      ['Alarm', true],
      ['Not Scanned', false],
      ['Disabled', false],
    ]);
    // The alarm since its own beginning, the others since the node was lost.
    const [alarmAt, lostAt] = bench.frameWriter.events.map(({ at }) => at);
    expect(live().groups.map((group) => group.sensors.map((one) => one.Since))).toEqual([
      [alarmAt, lostAt, lostAt],
      [null, null],
    ]);
    await frame([30, 20, null, 240, 1], { 2: 'Disabled' });
    expect(bench.frameWriter.events.slice(2)).toMatchObject([
      { type: 'warning_off', groupId: '12', forebearId: bench.frameWriter.events[1]?.id },
      { type: 'alarm_off', sensorId: '121', forebearId: bench.frameWriter.events[0]?.id },
    ]);
  });

  it('is not lost while one of its sensors still reports', async () => {
    await frame([null, 20, null, 240, 1], { 0: stateTexts.lostNode, 2: 'Disabled' });
    expect(bench.types()).toEqual([]);
  });

  it('stays lost over a restart', async () => {
    await frame([null, null, null, 240, 1], lost);
    await bench.restart();
    await frame([null, null, null, 240, 1], lost);
    await frame([1, 2, null, 240, 1], { 2: 'Disabled' });
    expect(bench.types()).toEqual(['warning_on', 'warning_off']);
  });
});

describe('an SN2', () => {
  it('publishes each change of its status text, not the first text and not a repetition', async () => {
    for (const word of ['OK', 'OK', 'Underspeed', 'Underspeed', 'OK']) await frame([1, 2, 3, 240, 1], { 4: word });
    expect(bench.frameWriter.events).toMatchObject([
      { type: 'sn2_status_change', groupId: '53', sensorId: '532', content: 'Underspeed' },
      { type: 'sn2_status_change', content: 'OK' },
    ]);
    await bench.restart();
    await frame([1, 2, 3, 240, 1], { 4: 'OK' });
    expect(bench.frameWriter.events).toHaveLength(2);
  });
});

describe('the live document of an F500', () => {
  it('has its nodes by number, counts their sensors and shows which are active', async () => {
    await frame([1, 2, null, 240, 1], { 0: 'Disabled', 1: 'Sensor Not Scanned by T500', 2: 'Disabled' });
    expect(live().groups.map((group) => [group.Id, group.Meta.Nodes, group.Meta.Activity])).toEqual([
      ['12', 3, 'Inactive'],
      ['53', 2, 'Active'],
    ]);
  });
});
