import { LiveDevice } from '@tocsin/contract/live';
import { describe, expect, it } from 'vitest';
import { noon, someBirth, TestPipeline } from './testing/test-device.ts';

describe('the pipeline', () => {
  it('refuses data before any birth', async () => {
    const bench = await new TestPipeline().start();
    expect(await bench.frame([1, 2, 0])).toMatchObject({ kind: 'refused', why: 'no_birth' });
    expect(bench.frameWriter.frames).toEqual([]);
  });

  it('refuses a compact frame of another length and continues to accept valid ones', async () => {
    const bench = await new TestPipeline().start();
    await bench.birth();
    expect(await bench.frame([1, 2])).toMatchObject({ kind: 'refused', why: 'length' });
    expect(await bench.frame([1, 2, 0])).toMatchObject({ kind: 'stored', accepted: 1 });
    expect(bench.pipeline.refused).toEqual({ length: 1 });
  });

  it('answers only after the commit', async () => {
    const bench = await new TestPipeline().start();
    bench.frameWriter.atOnce = false;
    const answers: string[] = [];
    void bench.birth().then((receipt) => answers.push(receipt.kind));
    await Promise.resolve();
    expect(answers).toEqual([]);
    bench.frameWriter.commit();
    await Promise.resolve();
    await Promise.resolve();
    expect(answers).toEqual(['stored']);
  });

  it('publishes live values at once and the alarm event after its commit, with its stored id', async () => {
    const bench = await new TestPipeline().start();
    await bench.birth();
    await bench.frame([41.5, 40, 0]);
    const documents: string[] = [];
    const messages: string[] = [];
    const socket = (into: string[]) => ({
      send: (text: string) => into.push(text),
      buffered: () => 0,
      close: () => {},
    });
    bench.pipeline.live.watch([bench.device.id], socket(documents));
    bench.pipeline.notifications.watch(() => true, socket(messages));
    bench.frameWriter.atOnce = false;
    bench.pass(2_000);
    const sent = bench.frame([41.5, 92, 0], { alarm: [1], state: { 1: 'Absolute' } });
    const live = LiveDevice.parse(JSON.parse(documents.at(-1) ?? ''));
    expect(live).toMatchObject({ Status: 'Alarm', Alarm: true, frame_at: noon + 2_000 });
    expect(live.groups[0]?.sensors[1]).toMatchObject({
      Value: 92,
      Status: 'Alarm',
      Meta: { State: 'Absolute', Units: 'C' },
    });
    expect(messages).toEqual([]);
    bench.frameWriter.commit();
    await sent;
    const [event] = bench.frameWriter.events;
    expect(event).toMatchObject({ type: 'alarm_on', sensorId: '4001', content: 'Absolute', value: 92, active: true });
    expect(JSON.parse(messages[0] ?? '')).toMatchObject({
      notifications: [{ id: event?.id, event_type: 'alarm_on', full_sensor_id: '7.4.4001' }],
      device: 'Leg 1',
      location: 'North',
      count: 1,
    });
  });

  it('resends a silent device with the current time and the time up to which all is stored', async () => {
    const bench = await new TestPipeline().start();
    await bench.birth();
    await bench.frame([41.5, 40, 0]);
    const documents: string[] = [];
    const socket = { send: (text: string | Buffer) => documents.push(text.toString()), buffered: () => 0, close() {} };
    const watching = bench.pipeline.live.watch([bench.device.id], socket);
    // The database becomes unavailable a moment later and returns after half a minute; no frame comes meanwhile.
    bench.frameWriter.storedUntil = () => noon + 1_000;
    bench.pass(20_000);
    watching.again();
    bench.frameWriter.storedUntil = () => bench.clock.now();
    bench.pass(10_000);
    watching.again();
    const published = documents.map((text) => LiveDevice.parse(JSON.parse(text)));
    expect(published.map(({ sent_at, stored_until }) => [sent_at - noon, (stored_until ?? 0) - noon])).toEqual([
      [0, 0],
      [20_000, 1_000],
      [30_000, 30_000],
    ]);
    expect(published.every((doc) => doc.frame_at === noon)).toBe(true);
  });

  it('ends an alarm by an event that names the one it ends', async () => {
    const bench = await new TestPipeline().start();
    await bench.birth();
    await bench.frame([41.5, 92, 0], { alarm: [1] });
    bench.pass(2_000);
    await bench.frame([41.5, 50, 0]);
    const [on, off] = bench.frameWriter.events;
    expect(off).toMatchObject({ type: 'alarm_off', forebearId: on?.id });
    expect(bench.frameWriter.ends).toEqual([{ id: on?.id, deviceId: 7, endedAt: noon + 2_000, reason: null }]);
    expect(bench.pipeline.notifications.activeCount(() => true)).toBe(0);
  });

  it('stores a repeated frame once, and acknowledges the second with the first', async () => {
    const bench = await new TestPipeline().start();
    await bench.birth();
    bench.frameWriter.atOnce = false;
    const frame = { ts: noon, seq: 4, v: [1, 2, 0] };
    const first = bench.send('data', frame);
    const second = bench.send('data', frame);
    bench.frameWriter.commit();
    expect(await first).toMatchObject({ accepted: 1, duplicates: 0 });
    expect(await second).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(bench.frameWriter.frames).toHaveLength(1);
  });

  it('restores exactly the state after the last commit', async () => {
    const bench = await new TestPipeline().start();
    await bench.birth();
    for (let i = 0; i < 8; i++) {
      await bench.frame([41.5 + i, null, i % 2], { alarm: [0] });
      bench.pass(2_000);
    }
    const before = bench.pipeline.registry.row(bench.device.id);
    await bench.restart();
    expect(bench.pipeline.registry.row(bench.device.id)).toEqual(before);
    await bench.frame([30, null, 0]);
    expect(bench.types()).toEqual(['alarm_on', 'alarm_off']);
  });

  it('discards frames the writer dropped, and accepts them when they are sent again', async () => {
    const bench = await new TestPipeline().start();
    await bench.birth();
    bench.frameWriter.atOnce = false;
    const frame = { ts: noon, seq: 0, v: [1, 2, 0], alarm: [0] };
    const lost = bench.send('data', frame);
    bench.frameWriter.giveUp();
    expect(await lost).toEqual({ kind: 'again' });
    bench.frameWriter.atOnce = true;
    expect(await bench.send('data', frame)).toMatchObject({ kind: 'stored', accepted: 1 });
    expect(bench.types()).toEqual(['alarm_on']);
  });

  it('marks a device offline after three report intervals, at least a minute, and online by its next live frame', async () => {
    const bench = await new TestPipeline().start();
    await bench.birth();
    for (let i = 0; i < 8; i++) {
      await bench.frame([1, 2, 0]);
      bench.pass(2_000);
    }
    bench.pass(57_000);
    expect(bench.types()).toEqual([]);
    bench.pass(2_000);
    await Promise.resolve();
    expect(bench.types()).toEqual(['device_offline']);
    await bench.frame([1, 2, 0]);
    expect(bench.types()).toEqual(['device_offline', 'device_online']);
    expect(bench.frameWriter.events[1]?.forebearId).toBe(bench.frameWriter.events[0]?.id);
  });

  it('counts NaN, strings and unknown sensors as bad values', async () => {
    const bench = await new TestPipeline().start();
    await bench.birth();
    const body = `{"ts":${noon},"values":{"4.4000":NaN,"4.4001":{"value":"x","alarm":true},"9.9":3,"5.5000":1}}`;
    expect(await bench.send('data', body)).toMatchObject({ kind: 'stored', accepted: 1, rejectedValues: 3 });
    const live = LiveDevice.parse(JSON.parse(bench.pipeline.document(bench.device.id) ?? ''));
    expect(live.groups[0]?.sensors[0]).toMatchObject({ Value: null, Meta: { State: 'Bad value' } });
    expect(live.groups[0]?.sensors[1]).toMatchObject({ Value: null, Alarm: true, Meta: { State: 'Bad value' } });
    expect(live.groups[1]?.sensors[0]).toMatchObject({ Value: 1, Meta: { State: 'Plugged' } });
  });

  it('records power_up when boot changes, and a sensor that is no longer listed once', async () => {
    const bench = await new TestPipeline().start();
    await bench.birth({ boot: 1 });
    await bench.frame([1, 2, 0]);
    await bench.birth({ boot: 1 });
    expect(bench.types()).toEqual([]);
    const { groups } = someBirth(0);
    await bench.birth({ boot: 2, groups: groups.slice(0, 1) });
    expect(bench.types()).toEqual(['sensor_disappeared', 'power_up']);
    expect(bench.frameWriter.events[0]).toMatchObject({ groupId: '5', sensorId: '5000' });
  });
});
