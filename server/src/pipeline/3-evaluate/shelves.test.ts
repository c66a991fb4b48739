import { SiteId } from '@tocsin/contract/ids';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CatalogDevice } from '../catalog.ts';
import type { ShelveCommand } from '../shelf-types.ts';
import { noon, TestPipeline } from '../testing/test-device.ts';
import { freshState, loadState, saveState } from './evaluation-state.ts';

const hour = 3_600_000;
const rule = { id: 5, path: '4.4000', sign: '>', value: 65, delayMs: 0 } as const;
let bench: TestPipeline;
const begin = async (over: Partial<CatalogDevice> = {}) => {
  bench = await new TestPipeline({ warningRules: [rule], ...over }).start();
  await bench.birth();
  await bench.frame([20, 20, 0]);
};
beforeEach(() => begin());

const sensor = { groupId: '4', sensorId: '4000', ruleId: null };
const wholeDevice = { groupId: null, sensorId: null, ruleId: null };
type Start = ShelveCommand & { kind: 'start' };
const shelve = (over: Partial<Start> = {}) =>
  bench.pipeline.commands.shelve(bench.device.id, {
    kind: 'start',
    target: sensor,
    coversAlarms: false,
    reasonCode: 'chattering',
    reason: 'Loose cable',
    until: bench.clock.now() + hour,
    firstFrom: null,
    userId: 4,
    userName: 'Ann Vole',
    ...over,
  });
const end = (id: number) => bench.pipeline.commands.shelve(bench.device.id, { kind: 'end', id, userName: 'Bo Marten' });
const frame = (value: number, alarm: readonly number[] = []) => {
  bench.pass(2_000);
  return bench.frame([value, 20, 0], { alarm });
};
const settle = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve();
};
const notified = () =>
  bench.frameWriter.events
    .filter((event) => /^(alarm|warning)/.test(event.type))
    .map((event) => `${event.type}${event.shelved ? ' shelved' : ''}`);
const marks = () => bench.frameWriter.changes.map((change) => change.kind);
const idOf = async (answer: ReturnType<typeof shelve>): Promise<number> => {
  const given = await answer;
  if (given?.kind !== 'done') throw new Error(`not shelved: ${JSON.stringify(given)}`);
  return given.id;
};

it('the live document says who shelved what, and until when', async () => {
  const until = bench.clock.now() + hour;
  await idOf(shelve({ until, userName: 'Bo Marten' }));
  const document = JSON.parse(bench.pipeline.document(bench.device.id) ?? '');
  expect(document.shelves).toMatchObject([{ until, by: 'Bo Marten' }]);
});

describe('shelving is refused', () => {
  it('with an end in the past, for what the device does not have, and twice for the same thing', async () => {
    expect(await shelve({ until: bench.clock.now() })).toMatchObject({ kind: 'refused', field: 'until' });
    expect(await shelve({ target: { ...sensor, sensorId: '9' } })).toMatchObject({ kind: 'refused', field: 'sensor' });
    expect(await shelve({ target: { ...sensor, sensorId: null } })).toMatchObject({ kind: 'refused', field: 'node' });
    expect(await shelve({ target: { ...wholeDevice, ruleId: 99 } })).toMatchObject({ kind: 'refused', field: 'rule' });
    const id = await idOf(shelve());
    expect(await shelve({ coversAlarms: true })).toEqual({ kind: 'exists', id });
    expect(bench.frameWriter.shelves).toHaveLength(1);
  });

  it('to the second of two people who shelve at once', async () => {
    const answers = await Promise.all([shelve(), shelve({ userName: 'Bo Marten' })]);
    expect(answers.map((answer) => answer?.kind)).toEqual(['done', 'exists']);
  });

  it('when a shelf that has ended is extended or ended', async () => {
    const id = await idOf(shelve());
    expect(await end(id)).toEqual({ kind: 'done', id });
    expect(await end(id)).toEqual({ kind: 'ended' });
    const later = bench.clock.now() + 2 * hour;
    expect(
      await bench.pipeline.commands.shelve(bench.device.id, { kind: 'extend', id, until: later, userName: 'Bo' }),
    ).toEqual({ kind: 'ended' });
  });
});

describe('shelving while the alarm clears', () => {
  const alarms = () => bench.frameWriter.events.filter(({ type }) => type.startsWith('alarm'));

  it('holds back nothing of what cleared before it, and its end notifies nobody', async () => {
    await frame(90, [0]);
    const both = [frame(20), shelve({ coversAlarms: true })] as const;
    await Promise.all(both);
    expect(alarms().map(({ type, shelved }) => [type, shelved])).toEqual([
      ['alarm_on', false],
      ['alarm_off', false],
    ]);
    await end(await idOf(both[1]));
    expect(bench.frameWriter.changes.filter(({ kind }) => kind === 'unshelved')).toEqual([]);
  });

  it('marks what clears after it, and its end notifies nobody either', async () => {
    await frame(90, [0]);
    const id = await idOf(shelve({ coversAlarms: true }));
    await frame(20);
    expect(marks()).toContain('shelved');
    await end(id);
    expect(bench.frameWriter.changes.filter(({ kind }) => kind === 'unshelved')).toEqual([]);
  });
});

describe('a shelf', () => {
  it('marks what is active and what begins, and changes neither events nor the state of the sensor', async () => {
    await frame(70);
    await shelve();
    await frame(20);
    await frame(80);
    expect(notified()).toEqual(['warning_on shelved', 'warning_off shelved', 'warning_on shelved']);
    expect(marks()).toEqual(['shelved']);
    expect(bench.frameWriter.events.filter((event) => event.active).at(-1)).toMatchObject({ notified: true });
    const { state } = bench.pipeline.registry.get(bench.device.id)?.evaluator ?? { state: freshState() };
    expect(state.rules.get(5)?.open).toMatchObject({ shelved: true });
  });

  it('holds back alarms only if asked to, and never an offline device', async () => {
    const id = await idOf(shelve());
    await frame(20, [0]);
    await frame(20);
    await end(id);
    await shelve({ target: wholeDevice, coversAlarms: true });
    await frame(20, [0]);
    await bench.send('death', { ts: bench.clock.now() });
    expect(notified()).toEqual(['alarm_on', 'alarm_off', 'alarm_on shelved']);
    expect(bench.frameWriter.events.find((event) => event.type === 'device_offline')).toMatchObject({ shelved: false });
  });

  it('of one rule holds back that rule alone', async () => {
    await begin({ warningRules: [rule, { ...rule, id: 6, value: 75 }] });
    await shelve({ target: { ...wholeDevice, ruleId: 6 } });
    await frame(80);
    expect(notified()).toEqual(['warning_on', 'warning_on shelved']);
    expect(bench.frameWriter.shelves).toMatchObject([
      { kind: 'start', shelf: { groupId: '4', sensorId: '4000', ruleId: 6, title: 'Head bearing L: Above 75 °C' } },
    ]);
  });

  it('lets a higher priority through than was active when it began', async () => {
    await begin({ warningRules: [rule, { ...rule, id: 6, value: 75, priority: 'high' }] });
    await frame(70);
    await shelve({ coversAlarms: true });
    await frame(80, [0]);
    expect(notified()).toEqual(['warning_on shelved', 'alarm_on', 'warning_on']);
    await frame(20);
    await frame(70);
    expect(notified().at(-1)).toBe('warning_on shelved');
  });

  it('ends exactly at its time, once: what is active notifies again and keeps its beginning', async () => {
    await frame(70);
    const until = bench.clock.now() + hour;
    await shelve({ until });
    await frame(71);
    bench.pass(hour + 5_000);
    await settle();
    expect(marks()).toEqual(['shelved', 'unshelved']);
    expect(bench.frameWriter.shelves.at(-1)).toMatchObject({
      kind: 'end',
      endedAt: until,
      by: null,
      reason: 'expired',
    });
    const [on] = bench.frameWriter.events.filter((event) => event.type === 'warning_on');
    expect(on).toMatchObject({ shelved: false, at: noon + 2_000 });
    bench.pass(hour);
    await settle();
    expect(bench.frameWriter.shelves).toHaveLength(2);
  });

  it('ends before the frame that comes after its time is evaluated', async () => {
    await shelve({ until: bench.clock.now() + 1_000 });
    bench.frameWriter.atOnce = false;
    bench.serverStepMs += 1_200;
    const sent = bench.frame([70, 20, 0]);
    bench.frameWriter.commit();
    await sent;
    expect(notified()).toEqual(['warning_on']);
    expect(bench.frameWriter.shelves.at(-1)).toMatchObject({ kind: 'end', reason: 'expired' });
  });

  it('ends once through a restart, at its time or at the start', async () => {
    await frame(70);
    const until = bench.clock.now() + hour;
    await shelve({ until });
    await bench.restart();
    bench.pass(hour - 1_000);
    await settle();
    expect(bench.frameWriter.shelves).toHaveLength(1);
    bench.pipeline.stop();
    bench.pass(3 * hour);
    await bench.restart();
    bench.pass(1_000);
    await settle();
    expect(bench.frameWriter.shelves.slice(1)).toMatchObject([{ kind: 'end', endedAt: until }]);
    expect(marks()).toEqual(['shelved', 'unshelved']);
    await bench.restart();
    bench.pass(hour);
    await settle();
    expect(marks()).toEqual(['shelved', 'unshelved']);
  });

  it('that another one outlasts leaves the event held back', async () => {
    await frame(70);
    const id = await idOf(shelve());
    await shelve({ target: wholeDevice });
    await end(id);
    expect(marks()).toEqual(['shelved']);
    bench.pass(hour + 2_000);
    await settle();
    expect(marks()).toEqual(['shelved', 'unshelved']);
  });

  it('is extended, never shortened', async () => {
    const until = bench.clock.now() + hour;
    const id = await idOf(shelve({ until }));
    const extend = (to: number) =>
      bench.pipeline.commands.shelve(bench.device.id, { kind: 'extend', id, until: to, userName: 'Bo Marten' });
    expect(await extend(until)).toMatchObject({ kind: 'refused', field: 'until' });
    expect(await extend(until + hour)).toEqual({ kind: 'done', id });
    bench.pass(hour + 2_000);
    await settle();
    expect(bench.frameWriter.shelves.map((change) => change.kind)).toEqual(['start', 'extend']);
  });

  it('holds back nothing of a maintenance test, and takes over the alarm that outlasts it', async () => {
    await shelve({ coversAlarms: true });
    const who = { userId: 4, userName: 'Ann Vole', serialNumber: 'SN7' };
    await bench.pipeline.commands.test(bench.device.id, { kind: 'start', path: '4.4000', ...who });
    await frame(20, [0]);
    bench.pass(600_000);
    await settle();
    expect(notified()).toEqual(['alarm_on', 'alarm_on shelved']);
  });

  it('is not published again when the device is reactivated', async () => {
    await frame(70);
    await shelve();
    bench.pipeline.catalogChanged({ ...bench.device, suspended: true }, bench.device);
    await settle();
    expect(marks()).toEqual(['shelved']);
  });
});

describe('shelves end', () => {
  it('when the device moves to another site, also while no process ran it', async () => {
    await frame(70);
    await shelve();
    const moved = { ...bench.device, siteId: SiteId.parse(99) };
    bench.devices.set(moved.id, moved);
    await bench.restart();
    await settle();
    expect(bench.frameWriter.shelves.at(-1)).toMatchObject({ kind: 'end', reason: 'moved' });
    expect(marks()).toEqual(['shelved', 'unshelved']);
  });

  it('when the device is removed, without a notification', async () => {
    await frame(70);
    await shelve();
    bench.devices.delete(bench.device.id);
    bench.pipeline.catalogChanged(bench.device, null);
    await settle();
    expect(bench.frameWriter.shelves.at(-1)).toMatchObject({ kind: 'end', reason: 'removed' });
    expect(marks()).toEqual(['shelved']);
  });

  it('when their rule is removed', async () => {
    await shelve({ target: { ...wholeDevice, ruleId: 5 } });
    const without = { ...bench.device, warningRules: [] };
    bench.devices.set(without.id, without);
    bench.pipeline.catalogChanged(bench.device, without);
    await settle();
    expect(bench.frameWriter.shelves.at(-1)).toMatchObject({ kind: 'end', reason: 'rule_changed' });
  });
});

it('a state of 1.0.0 loads without shelves, and a saved shelf comes back', () => {
  const [...elements] = JSON.parse(saveState(freshState()));
  expect(loadState(JSON.stringify(elements.slice(0, 16))).shelves.size).toBe(0);
  const state = freshState();
  const shelf = { id: 3, siteId: SiteId.parse(1), ...sensor, coversAlarms: true, priority: 'high', until: 7 } as const;
  state.shelves.set(3, shelf);
  expect(loadState(saveState(state)).shelves.get(3)).toEqual(shelf);
});
