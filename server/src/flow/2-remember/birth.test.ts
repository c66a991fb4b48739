import { LiveDevice } from '@tocsin/contract/live';
import { beforeEach, describe, expect, it } from 'vitest';
import { LineBench, someBirth } from '../../line/testing/bench-device.ts';

let bench: LineBench;
beforeEach(async () => {
  bench = await new LineBench().start();
});
const live = () => LiveDevice.parse(JSON.parse(bench.line.document(bench.device.id) ?? ''));
/** A list that no birth had before. */
const list = (n: number) => ({
  groups: [{ id: '4', name: 'Temperature', sensors: [{ id: '4000', type: 'NUMERIC', unit: `u${n}` }] }],
});

describe('births', () => {
  it('of more than 20 new lists an hour are refused, and the data after them', async () => {
    for (let n = 0; n < 20; n++) expect(await bench.birth(list(n))).toMatchObject({ kind: 'stored' });
    await bench.frame([1]);
    expect(await bench.birth(list(20))).toMatchObject({ kind: 'refused', why: 'layouts' });
    expect(await bench.frame([1])).toMatchObject({ kind: 'refused', why: 'layouts' });
    expect(live().notices).toMatchObject([{ kind: 'refused', text: 'Data refused: Its last birth was refused' }]);
    expect(live().Status).toBe('Not scanned');
  });

  it('of a list that was there before are always taken, and so is the first of a session', async () => {
    for (let n = 0; n < 21; n++) await bench.birth(list(n));
    expect(await bench.birth(list(3))).toMatchObject({ kind: 'stored' });
    bench.session(9);
    expect(await bench.birth(list(40))).toMatchObject({ kind: 'stored' });
    expect(await bench.birth(list(41))).toMatchObject({ kind: 'refused' });
    bench.pass(3_600_001);
    expect(await bench.birth(list(41))).toMatchObject({ kind: 'stored' });
  });

  it('with the same ids, types, units and states are the same layout, whatever the names are now', async () => {
    await bench.birth();
    await bench.frame([1, 2, 0]);
    const { groups } = someBirth(0);
    const renamed = groups.map((group) => ({ ...group, name: `${group.name} 2` }));
    await bench.birth({ groups: renamed });
    expect(bench.keep.layouts.size).toBe(1);
    expect(live().groups.map((group) => group.Name)).toEqual(['Temperature 2', 'Plug 2']);
    expect(live().groups[0]?.sensors[0]?.Value).toBe(1);
    await bench.restart();
    expect(live().groups.map((group) => group.Name)).toEqual(['Temperature 2', 'Plug 2']);
  });

  it('carry values and open alarms over to another list by path', async () => {
    await bench.birth();
    await bench.frame([11, 22, 0], { alarm: [1] });
    const { groups } = someBirth(0);
    const extra = { id: '9', name: 'New', sensors: [{ id: '1', type: 'NUMERIC' }] };
    await bench.birth({ groups: [extra, ...groups] });
    expect(bench.types()).toEqual(['alarm_on']);
    const temperature = live().groups.find((group) => group.Id === '4');
    expect(temperature?.sensors.map((sensor) => [sensor.Value, sensor.Alarm])).toEqual([
      [11, false],
      [22, true],
    ]);
    await bench.frame([5, 11, 22, 0]);
    expect(bench.types()).toEqual(['alarm_on', 'alarm_off']);
  });

  it('leave an open alarm of a sensor that is gone as last known until it is back', async () => {
    await bench.birth();
    await bench.frame([11, 22, 0], { alarm: [1] });
    const { groups } = someBirth(0);
    await bench.birth({ groups: groups.slice(1) });
    expect(bench.types()).toEqual(['alarm_on', 'sensor_disappeared', 'sensor_disappeared']);
    await bench.frame([0]);
    await bench.birth();
    await bench.frame([11, 22, 0]);
    expect(bench.types().slice(3)).toEqual(['alarm_off']);
    expect(bench.keep.events[3]?.forebearId).toBe(bench.keep.events[0]?.id);
  });

  it('that state values and alarms are a frame as well', async () => {
    const sensors = [{ id: '4000', type: 'NUMERIC', value: 41.5, alarm: true, state: 'Absolute' }];
    await bench.birth({ groups: [{ id: '4', name: 'Temperature', sensors }] });
    expect(bench.keep.events).toMatchObject([{ type: 'alarm_on', content: 'Absolute', value: 41.5 }]);
  });

  it('cut long names at 60 characters and count it', async () => {
    const name = 'x'.repeat(80);
    await bench.birth({ groups: [{ id: '4', name, sensors: [{ id: '4000', name, type: 'NUMERIC' }] }] });
    expect(bench.line.places.get(bench.device.id)?.board.counters.cut).toBe(2);
    expect(live().groups[0]?.Name).toHaveLength(60);
  });
});

describe('power_up', () => {
  it('is told when uptime falls or boot changes in a data message, not by a reconnect', async () => {
    await bench.birth({ uptime_s: 500 });
    await bench.birth({ uptime_s: 800 });
    expect(bench.types()).toEqual([]);
    await bench.birth({ uptime_s: 3 });
    await bench.frame([1, 2, 0], { boot: 7 });
    bench.pass(1_000);
    await bench.frame([1, 2, 0], { boot: 8 });
    expect(bench.types()).toEqual(['power_up', 'power_up']);
  });
});

describe('state texts', () => {
  it('beyond 256 of a device read Other, are counted, and refuse nothing', async () => {
    await bench.birth();
    for (let i = 0; i < 300; i++) {
      bench.pass(1_000);
      expect(await bench.frame([1, 2, 0], { state: { 0: `text ${i}` } })).toMatchObject({ kind: 'stored' });
      if (i === 250) expect(live().groups[0]?.sensors[0]?.Meta.State).toBe('text 250');
    }
    expect(live().groups[0]?.sensors[0]?.Meta.State).toBe('Other');
    const texts = bench.line.places.get(bench.device.id)?.board.texts;
    // The two texts of the birth's states count as well.
    expect([texts?.list.length, texts?.overflow]).toEqual([259, 46]);
  });
});

describe('frames without a seq', () => {
  it('of the same time and content are one; of other content both are kept and counted as a conflict', async () => {
    await bench.birth();
    const ts = bench.clock.now();
    expect(await bench.send('data', { ts, v: [1, 2, 0] })).toMatchObject({ accepted: 1 });
    expect(await bench.send('data', { ts, v: [1, 2, 0] })).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await bench.send('data', { ts, v: [1, 3, 0] })).toMatchObject({ accepted: 1 });
    expect(await bench.send('data', { ts, v: [1, 3, 0] })).toMatchObject({ duplicates: 1 });
    expect(bench.keep.frames.map((frame) => frame.seq)).toEqual([0, 1]);
    expect(bench.line.places.get(bench.device.id)?.board.counters).toMatchObject({ conflicts: 1, duplicates: 2 });
  });
});

describe('a sensor that is null without a state', () => {
  it('in three frames in a row has disappeared once; its return is silent', async () => {
    await bench.birth();
    await bench.frame([1, 2, 0]);
    const send = async (v: readonly unknown[], more = {}) => {
      bench.pass(1_000);
      await bench.frame(v, more);
    };
    await send([null, 2, 0]);
    await send([null, 2, 0]);
    await send([null, 2, 0], { state: { 0: 'Open circuit' } });
    await send([null, 2, 0]);
    await send([null, 2, 0]);
    expect(bench.types()).toEqual([]);
    await send([null, 2, 0]);
    await send([null, 2, 0]);
    expect(bench.keep.events).toMatchObject([{ type: 'sensor_disappeared', sensorId: '4000', active: false }]);
    await send([1, 2, 0]);
    for (let i = 0; i < 3; i++) await send([null, 2, 0]);
    expect(bench.types()).toEqual(['sensor_disappeared', 'sensor_disappeared']);
  });

  it('has disappeared for a device that reports by exception too: its null holds in the frames that follow', async () => {
    bench.session(1);
    await bench.birth({ rbe: true });
    await bench.frame([1, 2, 0]);
    const change = (values: object) => {
      bench.pass(1_000);
      return bench.send('data', { ts: bench.clock.now(), values });
    };
    await change({ '4.4000': null });
    await change({ '4.4001': 3 });
    expect(bench.types()).toEqual([]);
    await change({ '4.4001': 4 });
    expect(bench.keep.events).toMatchObject([{ type: 'sensor_disappeared', sensorId: '4000' }]);
    await change({ '4.4001': 5 });
    await change({ '4.4000': 1 });
    expect(bench.types()).toEqual(['sensor_disappeared']);
  });

  it('has not disappeared when a device that reports parts left it out: only what was sent counts', async () => {
    await bench.birth();
    await bench.frame([1, 2, 0]);
    for (const values of [{ '4.4000': null }, { '4.4001': 3 }, { '4.4001': 4 }, { '4.4001': 5 }]) {
      bench.pass(1_000);
      await bench.send('data', { ts: bench.clock.now(), values });
    }
    expect(bench.types()).toEqual([]);
  });
});
