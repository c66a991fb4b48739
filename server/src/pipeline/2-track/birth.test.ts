import { LiveDevice } from '@tocsin/contract/live';
import { beforeEach, describe, expect, it } from 'vitest';
import { noon, someBirth, TestPipeline } from '../testing/test-device.ts';

let bench: TestPipeline;
beforeEach(async () => {
  bench = await new TestPipeline().start();
});
const live = () => LiveDevice.parse(JSON.parse(bench.pipeline.document(bench.device.id) ?? ''));
/** A layout that no other birth in these tests has. */
const list = (n: number) => ({
  groups: [{ id: '4', name: 'Temperature', sensors: [{ id: '4000', type: 'NUMERIC', unit: `u${n}` }] }],
});

describe('births', () => {
  it('with more than 20 new layouts an hour are refused, and so is the data after them', async () => {
    for (let n = 0; n < 20; n++) expect(await bench.birth(list(n))).toMatchObject({ kind: 'stored' });
    await bench.frame([1]);
    expect(await bench.birth(list(20))).toMatchObject({ kind: 'refused', why: 'layouts' });
    expect(await bench.frame([1])).toMatchObject({ kind: 'refused', why: 'layouts' });
    expect(live().notices).toMatchObject([{ kind: 'refused', text: 'Data refused: The last birth was refused' }]);
    expect(live().Status).toBe('Not scanned');
  });

  it('of a known layout are always accepted, and so is the first of a session', async () => {
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
    expect(bench.frameWriter.layouts.size).toBe(1);
    expect(live().groups.map((group) => group.Name)).toEqual(['Temperature 2', 'Plug 2']);
    expect(live().groups[0]?.sensors[0]?.Value).toBe(1);
    await bench.restart();
    expect(live().groups.map((group) => group.Name)).toEqual(['Temperature 2', 'Plug 2']);
  });

  it('carry values and open alarms over to another layout by path', async () => {
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
    expect(bench.frameWriter.events[3]?.forebearId).toBe(bench.frameWriter.events[0]?.id);
  });

  it('that state values and alarms are also a frame', async () => {
    const sensors = [{ id: '4000', type: 'NUMERIC', value: 41.5, alarm: true, state: 'Absolute' }];
    await bench.birth({ groups: [{ id: '4', name: 'Temperature', sensors }] });
    expect(bench.frameWriter.events).toMatchObject([{ type: 'alarm_on', content: 'Absolute', value: 41.5 }]);
  });

  it('shorten long names to 60 characters and count them', async () => {
    const name = 'x'.repeat(80);
    await bench.birth({ groups: [{ id: '4', name, sensors: [{ id: '4000', name, type: 'NUMERIC' }] }] });
    expect(bench.pipeline.registry.get(bench.device.id)?.deviceState.counters.cut).toBe(2);
    expect(live().groups[0]?.Name).toHaveLength(60);
  });
});

describe('power_up', () => {
  it('is recorded when uptime falls or boot changes in a data message, not on a reconnect', async () => {
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
  it('are empty for a value that the birth does not name, and not those of the previous value', async () => {
    const states = { 0: 'Closed', 1: 'Open' };
    const sensors = [{ id: '4000', name: 'Gate', type: 'ENUM', states }];
    await bench.birth({ groups: [{ id: '4', name: 'Gates', sensors }] });
    const state = () => live().groups[0]?.sensors[0]?.Meta.State;
    await bench.frame([1]);
    expect(state()).toBe('Open');
    bench.pass(1_000);
    await bench.send('data', { ts: bench.clock.now(), values: { '4.4000': 7 } });
    const unnamed = state();
    expect(unnamed).not.toBe('Open');
    bench.pass(1_000);
    await bench.frame([0]);
    expect(state()).toBe('Closed');
    bench.pass(1_000);
    await bench.send('data', { ts: bench.clock.now(), values: { '4.4000': { value: 7, state: 'Jammed' } } });
    expect(state()).toBe('Jammed');
  });

  it('beyond 256 of a device read Other, are counted, and refuse nothing', async () => {
    await bench.birth();
    for (let i = 0; i < 300; i++) {
      bench.pass(1_000);
      expect(await bench.frame([1, 2, 0], { state: { 0: `text ${i}` } })).toMatchObject({ kind: 'stored' });
      if (i === 250) expect(live().groups[0]?.sensors[0]?.Meta.State).toBe('text 250');
    }
    expect(live().groups[0]?.sensors[0]?.Meta.State).toBe('Other');
    const texts = bench.pipeline.registry.get(bench.device.id)?.deviceState.texts;
    // The two texts of the birth's states count as well.
    expect([texts?.list.length, texts?.overflow]).toEqual([259, 46]);
  });
});

describe('frames without a seq', () => {
  it('with the same time and content are one; with different content both are stored and counted as a conflict', async () => {
    await bench.birth();
    const ts = bench.clock.now();
    expect(await bench.send('data', { ts, v: [1, 2, 0] })).toMatchObject({ accepted: 1 });
    expect(await bench.send('data', { ts, v: [1, 2, 0] })).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await bench.send('data', { ts, v: [1, 3, 0] })).toMatchObject({ accepted: 1 });
    expect(await bench.send('data', { ts, v: [1, 3, 0] })).toMatchObject({ duplicates: 1 });
    expect(bench.frameWriter.frames.map((frame) => frame.seq)).toEqual([0, 1]);
    expect(bench.pipeline.registry.get(bench.device.id)?.deviceState.counters).toMatchObject({
      conflicts: 1,
      duplicates: 2,
    });
  });
});

describe('frames without a boot of their own', () => {
  beforeEach(async () => {
    await bench.birth({ boot: 1 });
    await bench.send('data', { ts: noon, seq: 9, boot: 1, v: [1, 31, 0] });
    await bench.birth({ boot: 2 });
  });

  // spec: decisions 5 Duplicates: without boot, the same own ts, seq and content is a duplicate whatever boot
  it('are duplicates of another boot only if their content is the same', async () => {
    expect(await bench.send('data', { ts: noon, seq: 9, v: [1, 32, 0] })).toMatchObject({ accepted: 1, duplicates: 0 });
    expect(await bench.send('data', { ts: noon, seq: 9, v: [1, 31, 0] })).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(bench.frameWriter.frames.map(({ boot, seq, values }) => [boot, seq, values[1]])).toEqual([
      [1, 9, 31],
      [2, 9, 32],
    ]);
  });

  it('are also distinguished after a restart', async () => {
    await bench.restart();
    expect(await bench.send('data', { ts: noon, seq: 9, v: [1, 31, 0] })).toMatchObject({ duplicates: 1 });
    expect(await bench.send('data', { ts: noon, seq: 9, v: [1, 32, 0] })).toMatchObject({ accepted: 1 });
  });

  it('and without a seq are a conflict only with frames of the same boot', async () => {
    expect(await bench.send('data', { ts: noon, v: [1, 31, 0] })).toMatchObject({ duplicates: 1 });
    expect(await bench.send('data', { ts: noon, boot: 2, v: [1, 31, 0] })).toMatchObject({ accepted: 1 });
    expect(await bench.send('data', { ts: noon, v: [1, 33, 0] })).toMatchObject({ accepted: 1 });
    expect(bench.frameWriter.frames.map(({ boot, seq }) => [boot, seq])).toEqual([
      [1, 9],
      [2, 0],
      [2, 1],
    ]);
    expect(bench.pipeline.registry.get(bench.device.id)?.deviceState.counters.conflicts).toBe(1);
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
    expect(bench.frameWriter.events).toMatchObject([{ type: 'sensor_disappeared', sensorId: '4000', active: false }]);
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
    expect(bench.frameWriter.events).toMatchObject([{ type: 'sensor_disappeared', sensorId: '4000' }]);
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
