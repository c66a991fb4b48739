import { shippedTypes } from '@tocsin/contract/device-type';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CatalogDevice } from '../catalog.ts';
import { noon, someBirth, TestPipeline } from '../testing/test-device.ts';

let bench: TestPipeline;
const begin = async (over: Partial<CatalogDevice> = {}) => {
  bench = await new TestPipeline(over).start();
  await bench.birth();
  await bench.frame([20, 20, 0]);
};
beforeEach(() => begin());

const who = { userId: 4, userName: 'Ann Vole', serialNumber: 'SN7' };
const start = (path = '4.4001') => bench.pipeline.commands.test(bench.device.id, { kind: 'start', path, ...who });
const cancel = (comment = 'wrong one', path = '4.4001') =>
  bench.pipeline.commands.test(bench.device.id, { kind: 'cancel', path, comment, ...who });
const frame = (alarm: readonly number[] = [], v: readonly number[] = [20, 20, 0]) => {
  bench.pass(2_000);
  return bench.frame(v, { alarm });
};
const steps = () => bench.frameWriter.steps.map((step) => step.step);
const settle = async () => {
  for (let i = 0; i < 5; i++) await Promise.resolve();
};

describe('a maintenance test is refused', () => {
  it('for the controllers, for a sensor that is not there, and beside another test', async () => {
    const groups = [{ id: '18', name: 'System', sensors: [{ id: '18000', type: 'ENUM' }] }, ...someBirth(0).groups];
    await bench.birth({ groups });
    expect(await start('18.18000')).toMatchObject({ kind: 'refused', text: 'Maintenance Mode Restricted' });
    expect(await start('9.9')).toMatchObject({ kind: 'refused', field: 'sensor_id' });
    expect(await start()).toMatchObject({ kind: 'done' });
    expect(await start('4.4000')).toMatchObject({ kind: 'refused', text: 'Maintenance Mode Restricted' });
    expect(steps()).toEqual(['maintenance_expect_alarm_on']);
  });

  // spec: decisions 8 Maintenance: a device that goes offline during a test fails it, so none begins while it is away
  it('while the device is offline, and accepted when it is back', async () => {
    await bench.send('death', { ts: bench.clock.now() });
    expect(await start()).toMatchObject({ kind: 'refused', field: 'sensor_id' });
    expect(steps()).toEqual([]);
    await frame();
    expect(await start()).toMatchObject({ kind: 'done' });
  });

  it('of a sensor that has disappeared, until it is back', async () => {
    const send = (v: readonly (number | null)[]) => {
      bench.pass(2_000);
      return bench.frame(v);
    };
    for (let i = 0; i < 3; i++) await send([20, null, 0]);
    expect(bench.types()).toEqual(['sensor_disappeared']);
    expect(await start()).toMatchObject({ kind: 'refused', field: 'sensor_id' });
    await send([20, 20, 0]);
    expect(await start()).toMatchObject({ kind: 'done' });
  });

  it('to the second of two people who start at once: one record, under one name', async () => {
    const second = { kind: 'start', path: '4.4001', userId: 5, userName: 'Bo Marten', serialNumber: 'SN7' } as const;
    const answers = await Promise.all([start(), bench.pipeline.commands.test(bench.device.id, second)]);
    expect(answers.map((answer) => answer?.kind)).toEqual(['done', 'refused']);
    expect(bench.frameWriter.steps.map((step) => step.userName)).toEqual(['Ann Vole']);
  });

  it('to be cancelled without a comment, in alarm, or of another sensor', async () => {
    await start();
    expect(await cancel(' ')).toMatchObject({ kind: 'refused', field: 'comment' });
    expect(await cancel('x', '4.4000')).toMatchObject({ kind: 'refused', field: 'sensor_id' });
    await frame([1]);
    expect(await cancel()).toMatchObject({ kind: 'refused', field: 'event_type' });
  });
});

describe('a maintenance test', () => {
  it('succeeds when the alarm came and went, and its alarms are marked as tests', async () => {
    await start();
    await frame([1]);
    await frame([1]);
    await frame();
    expect(steps()).toEqual(['maintenance_expect_alarm_on', 'maintenance_expect_alarm_off', 'maintanance_succeeded']);
    expect(bench.frameWriter.steps[2]).toMatchObject({
      testId: bench.frameWriter.steps[0]?.id,
      sensorId: '4001',
      groupName: 'Temperature',
      startedAt: noon,
      ...who,
    });
    const alarms = bench.frameWriter.events.filter((event) => event.type.startsWith('alarm'));
    expect(alarms).toMatchObject([
      { type: 'alarm_on', test: true, active: false },
      { type: 'alarm_off', test: true, forebearId: alarms[0]?.id },
    ]);
    expect(bench.pipeline.notifications.activeCount(() => true)).toBe(0);
    await frame([1]);
    expect(bench.frameWriter.events.at(-1)).toMatchObject({ type: 'alarm_on', test: false, active: true });
  });

  it('does not change the alarms of other sensors', async () => {
    await start();
    await frame([0]);
    expect(bench.frameWriter.events.at(-1)).toMatchObject({ type: 'alarm_on', sensorId: '4000', test: false });
    expect(steps()).toEqual(['maintenance_expect_alarm_on']);
  });

  // spec: monitoring 4 After 540 seconds the test fails (maintenance_failed)
  it('fails after 540 s, and an alarm still active becomes a regular alarm at that moment', async () => {
    await start();
    for (let i = 0; i < 20; i++) {
      bench.pass(26_000);
      await bench.frame([20, 90 + i, 0], { alarm: [1], state: { 1: 'Absolute' } });
    }
    await bench.restart();
    expect(steps()).toHaveLength(2);
    bench.pass(26_000);
    await settle();
    expect(steps().at(-1)).toBe('maintenance_failed');
    const test = bench.frameWriter.events.find((event) => event.type === 'alarm_on');
    expect(bench.frameWriter.ends).toMatchObject([{ id: test?.id, reason: 'Test ended' }]);
    const own = bench.frameWriter.events.at(-1);
    expect(own).toMatchObject({ type: 'alarm_on', test: false, active: true, content: 'Absolute', value: 109 });
    await frame();
    expect(bench.frameWriter.events.at(-1)).toMatchObject({ type: 'alarm_off', forebearId: own?.id, test: false });
  });

  it('fails with the comment device offline when the device goes offline', async () => {
    await start();
    await bench.send('death', { ts: bench.clock.now() });
    expect(bench.frameWriter.steps.at(-1)).toMatchObject({ step: 'maintenance_failed', comment: 'device offline' });
  });

  it('continues after a restart', async () => {
    await start();
    await frame([1]);
    await bench.restart();
    await frame();
    expect(steps().at(-1)).toBe('maintanance_succeeded');
  });

  it('of an IE-Node waits for a warning, without its delay', async () => {
    const rule = { id: 5, path: '4.4001', sign: '>', value: 65, delayMs: 60_000 } as const;
    await begin({ shownType: shippedTypes['0005'], warningRules: [rule] });
    await start();
    await frame([], [20, 70, 0]);
    expect(bench.frameWriter.events.find((event) => event.type === 'warning_on')).toMatchObject({
      test: true,
      active: false,
    });
    await frame([], [20, 30, 0]);
    expect(steps().at(-1)).toBe('maintanance_succeeded');
    await frame([], [20, 70, 0]);
    expect(bench.types().filter((type) => type === 'warning_on')).toHaveLength(1);
  });

  // spec: decisions 8 Maintenance: an alarm still on when the test ends becomes an alarm_on at that moment
  it('of an IE-Node that fails while its warning is active turns it into a regular warning at that moment', async () => {
    await begin({
      shownType: shippedTypes['0005'],
      warningRules: [{ id: 5, path: '4.4001', sign: '>', value: 65, delayMs: 60_000 }],
    });
    await start();
    const hot = async () => {
      for (let i = 0; i < 21; i++) {
        bench.pass(26_000);
        await bench.frame([20, 70, 0]);
      }
    };
    await hot();
    expect(steps().at(-1)).toBe('maintenance_failed');
    const failedAt = bench.frameWriter.steps.at(-1)?.at ?? 0;
    const [test, off, own] = bench.frameWriter.events.filter((event) => event.type.startsWith('warning'));
    expect(test).toMatchObject({ type: 'warning_on', test: true, at: noon + 26_000 });
    expect(off).toMatchObject({ type: 'warning_off', test: true, forebearId: test?.id, at: failedAt });
    expect(own).toMatchObject({ type: 'warning_on', test: false, active: true, at: failedAt });
    await hot();
    expect(bench.types().filter((type) => type === 'warning_on')).toHaveLength(2);
  });

  it('that succeeds while the sensor cools down warns of it only after the delay, and its own warning has ended', async () => {
    await begin({ warningRules: [{ id: 5, path: '4.4001', sign: '>', value: 65, delayMs: 60_000 }] });
    await start();
    await frame([1], [20, 82, 0]);
    await frame([], [20, 79, 0]);
    expect(steps().at(-1)).toBe('maintanance_succeeded');
    const [test, off, ...more] = bench.frameWriter.events.filter((event) => event.type.startsWith('warning'));
    expect([off?.forebearId, (off?.at ?? 0) - (test?.at ?? 0), more]).toEqual([test?.id, 2_000, []]);
  });

  it('stores a later comment as a separate row', async () => {
    await start();
    await cancel('wrong one');
    const last = bench.frameWriter.steps.at(-1);
    if (!last) throw new Error('no step');
    await bench.pipeline.commands.comment(last);
    expect(bench.frameWriter.steps.map((step) => [step.step, step.comment])).toEqual([
      ['maintenance_expect_alarm_on', ''],
      ['maintenance_canceled', 'wrong one'],
      ['comment', 'wrong one'],
    ]);
  });

  it('runs on the restored device state after the writer abandoned its queue', async () => {
    bench.frameWriter.atOnce = false;
    const started = start();
    bench.frameWriter.giveUp();
    bench.frameWriter.atOnce = true;
    expect(await started).toMatchObject({ kind: 'done' });
    expect(steps()).toEqual(['maintenance_expect_alarm_on']);
  });
});

describe('Fix Notification', () => {
  it('ends events the live state no longer supports and leaves the others', async () => {
    await frame([0, 1]);
    await bench.birth({
      groups: [{ id: '4', name: 'Temperature', sensors: [{ id: '4000', type: 'NUMERIC', unit: 'C' }] }],
    });
    bench.pass(1_000);
    await bench.frame([20], { alarm: [0] });
    await bench.pipeline.commands.fix(bench.device.id);
    const [stands, gone] = bench.frameWriter.events.filter((event) => event.type === 'alarm_on');
    expect(bench.frameWriter.ends.map((end) => end.id)).toEqual([gone?.id]);
    expect(bench.frameWriter.events.at(-1)).toMatchObject({
      type: 'alarm_off',
      sensorId: '4001',
      content: 'Fix Notification',
    });
    expect(bench.pipeline.notifications.activeOf(bench.device.id).map((event) => event.id)).toEqual([stands?.id]);
  });
});

describe('a device that users change', () => {
  const change = (after: CatalogDevice | null) => {
    const before = bench.devices.get(bench.device.id) ?? null;
    if (after) bench.devices.set(bench.device.id, after);
    else bench.devices.delete(bench.device.id);
    bench.pipeline.commands.catalogChanged(before, after);
  };

  it('notifies of every active alarm again when it is no longer suspended', async () => {
    const messages: string[] = [];
    change({ ...bench.device, suspended: true });
    bench.pipeline.notifications.watch((device) => !device.suspended, {
      send: (text) => messages.push(text.toString()),
      buffered: () => 0,
      close: () => {},
    });
    await frame([1]);
    expect(messages).toEqual([]);
    change({ ...bench.device, suspended: false });
    await settle();
    expect(messages.map((text) => JSON.parse(text).notifications[0].event_type)).toEqual(['alarm_on']);
    expect(bench.types().filter((type) => type === 'alarm_on')).toHaveLength(1);
  });

  it('ends its open events as Removed and forgets it', async () => {
    await frame([1]);
    change(null);
    await settle();
    expect(bench.frameWriter.ends).toMatchObject([{ reason: 'Removed' }]);
    expect(bench.pipeline.registry.get(bench.device.id)).toBeUndefined();
    expect(await bench.frame([20, 20, 0])).toMatchObject({ kind: 'refused' });
  });

  it('returns with its state when it is restored, and raises active alarms', async () => {
    await frame([1]);
    change(null);
    await settle();
    change(bench.device);
    await settle();
    await frame([1]);
    expect(bench.types().filter((type) => type === 'alarm_on')).toHaveLength(2);
  });

  it('has its changes in the log, and changes of its site under the site only', async () => {
    await bench.pipeline.commands.administered({
      type: 'device_administration',
      siteId: bench.device.siteId,
      deviceId: bench.device.id,
      content: 'Renamed by Ann Vole',
    });
    await bench.pipeline.commands.administered({
      type: 'site_administration',
      siteId: bench.device.siteId,
      deviceId: null,
      content: 'Suspended by Ann Vole',
    });
    expect(bench.frameWriter.events).toMatchObject([
      { type: 'device_administration', deviceId: 7, content: 'Renamed by Ann Vole' },
      { type: 'site_administration', deviceId: 0, site: { siteTitle: 'North' } },
    ]);
  });
});
