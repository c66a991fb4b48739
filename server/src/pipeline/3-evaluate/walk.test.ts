import { beforeEach, describe, expect, it } from 'vitest';
import { pendingOf } from '../../notify/1-match/match.ts';
import { noon, someBirth } from '../testing/test-device.ts';
import { petra, sam, speedSensor, WalkBench, walked, walkedGroups } from '../testing/walk-bench.ts';

const [head, tail, knee, plug] = walked;
const minute = 60_000;
let bench: WalkBench;
beforeEach(async () => {
  bench = await WalkBench.begin();
});
/** Presses, trips and returns a sensor, two seconds each. */
const walkBy = async (path: string) => {
  await bench.press(path);
  bench.pass(2_000);
  await bench.trip([path]);
  bench.pass(2_000);
  await bench.trip();
};
const mailed = () => pendingOf(bench.frameWriter.events, []).filter(({ audience }) => audience === 'rules').length;
const last = () => bench.frameWriter.events.at(-1);

describe('nothing is armed', () => {
  it('while the machine runs by its speed, or the device is offline', async () => {
    await bench.trip([], 84);
    expect(await bench.arm()).toMatchObject({ kind: 'refused', field: 'is_locked_out', text: /Head shaft/ });
    await bench.trip();
    await bench.send('death', { ts: bench.clock.now() });
    expect(await bench.arm()).toMatchObject({ kind: 'refused', field: 'sensors' });
    expect(bench.walk).toBeNull();
  });

  it('while a switch says that the machine runs', async () => {
    const running = { id: '7', name: 'Drive', sensors: [{ id: '7000', name: 'Mixer 3 Running', type: 'BOOL' }] };
    const groups = walkedGroups.with(2, running);
    await bench.send('birth', { ...someBirth(bench.clock.now()), groups });
    await bench.frame([20, 20, 20, 0, 1], {});
    expect(await bench.arm()).toMatchObject({ kind: 'refused', text: /Mixer 3 Running/ });
    await bench.frame([20, 20, 20, 0, 0], {});
    expect(await bench.arm()).toMatchObject({ kind: 'done' });
  });

  it('of a sensor that is not there, beside another test, or beside another walk', async () => {
    expect(await bench.arm(['9.9'])).toMatchObject({ kind: 'refused', text: /no sensor 9\.9/ });
    const test = { kind: 'start', path: head, serialNumber: 'SN7', ...petra } as const;
    await bench.pipeline.commands.test(bench.device.id, test);
    expect(await bench.arm()).toMatchObject({ kind: 'refused' });
    bench = await WalkBench.begin();
    await bench.arm();
    expect(await bench.arm(walked, sam)).toMatchObject({ kind: 'conflict', text: /Petra Lind/ });
    expect(await bench.pipeline.commands.test(bench.device.id, test)).toMatchObject({ kind: 'refused' });
  });

  it('of sensors in alarm or shelved, which are skipped by name; refused when nothing is left', async () => {
    await bench.trip([head]);
    const shelf = { coversAlarms: true, reasonCode: 'other', reason: 'x', firstFrom: null } as const;
    await bench.pipeline.commands.shelve(bench.device.id, {
      kind: 'start',
      target: { groupId: '5', sensorId: '5000', ruleId: null },
      until: bench.clock.now() + minute,
      ...shelf,
      ...petra,
    });
    expect(await bench.arm([head, plug])).toMatchObject({ text: /Sensor 4000 \(in alarm\), Chute \(shelved\)/ });
    expect(await bench.arm()).toMatchObject({ kind: 'done' });
    expect(bench.states()).toEqual(['skipped in_alarm', 'waiting', 'waiting', 'skipped shelved']);
    const again = { kind: 'start', target: { groupId: null, sensorId: null, ruleId: null }, until: noon * 2 } as const;
    const answer = await bench.pipeline.commands.shelve(bench.device.id, { ...again, ...shelf, ...petra });
    expect(answer).toMatchObject({ kind: 'refused', text: /walk test/ });
  });

  it('by a press of somebody who does not walk, until they take the walk over', async () => {
    await bench.arm();
    expect(await bench.press(head, sam)).toMatchObject({ kind: 'conflict' });
    await bench.command({ kind: 'take-over', id: bench.walk?.id ?? 0, ...sam });
    expect(await bench.press(head, sam)).toMatchObject({ kind: 'done' });
    expect(await bench.press(head)).toMatchObject({ kind: 'conflict', text: /Sam Ortega/ });
  });
});

describe('a sensor that is armed', () => {
  it('passes when it was announced, tripped and returned: one record, nobody is notified, and it protects again', async () => {
    await bench.arm();
    await walkBy(head);
    expect(bench.states()).toEqual(['passed', 'waiting', 'waiting', 'waiting']);
    expect(bench.frameWriter.steps).toMatchObject([
      { step: 'maintanance_succeeded', walkId: bench.walk?.id, sensorId: '4000', userName: 'Petra Lind' },
    ]);
    // The mail of the beginning, for rules of type maintenance.
    expect(mailed()).toBe(1);
    expect(bench.pipeline.notifications.activeCount(() => true)).toBe(0);
    await bench.trip([head]);
    expect(last()).toMatchObject({ type: 'alarm_on', test: false, active: true });
  });

  it('is tripped, not confirmed, without an announcement; confirmed at signing it becomes a record', async () => {
    await bench.arm();
    await bench.trip([head]);
    await bench.wait(2_000);
    await bench.trip();
    expect(bench.states()[0]).toBe('tripped');
    expect(await bench.sign([tail])).toMatchObject({ kind: 'refused', field: 'confirmed' });
    expect(await bench.sign([head])).toMatchObject({ kind: 'done' });
    expect(await bench.sign([head])).toMatchObject({ kind: 'ended' });
    expect(bench.state).toBeNull();
    expect(bench.frameWriter.steps).toMatchObject([{ comment: /confirmed at signing/ }]);
    expect(bench.states()).toEqual(['passed', 'failed not_tripped', 'failed not_tripped', 'failed not_tripped']);
    // Its beginning and its end.
    expect(mailed()).toBe(2);
  });

  it('is named as swapped when another one trips within ten seconds, and both pass only under their own names', async () => {
    await bench.arm();
    await bench.press(head);
    bench.pass(9_000);
    await bench.trip([tail]);
    bench.pass(2_000);
    await bench.trip();
    expect(bench.states().slice(0, 2)).toEqual(['failed swapped', 'failed swapped']);
    expect(bench.frameWriter.steps).toEqual([]);
    bench.pass(60_000);
    await bench.trip([tail]);
    await bench.trip();
    expect(bench.states()[1]).toBe('failed swapped');
    await walkBy(tail);
    await walkBy(head);
    expect(bench.states().slice(0, 2)).toEqual(['passed', 'passed']);
    expect([...(bench.walk?.sensors.values() ?? [])].slice(0, 2)).toMatchObject([
      { swappedWith: tail, presses: 2, pressedAt: expect.any(Number) },
      { swappedWith: head, presses: 1 },
    ]);
  });

  it('is not named as swapped when another one trips eleven seconds after the press', async () => {
    await bench.arm();
    await bench.press(head);
    bench.pass(11_000);
    await bench.trip([tail]);
    expect(bench.states().slice(0, 2)).toEqual(['waiting', 'tripped']);
  });

  it('notifies as if it began then: after five minutes when announced, after 60 s when not', async () => {
    await bench.arm();
    await bench.press(head);
    await bench.trip([head]);
    await bench.wait(5 * minute + 500);
    await bench.trip([head, tail]);
    await bench.wait(minute + 500);
    const at = noon + 5 * minute;
    expect(bench.alarms()).toEqual([
      `${noon} 4000 on test`,
      `${at} 4000 on`,
      `${at + 500} 4001 on test`,
      `${at + minute + 500} 4001 on`,
    ]);
    expect(bench.states().slice(0, 2)).toEqual(['failed standing', 'failed not_announced']);
    expect(bench.frameWriter.steps).toEqual([]);
    expect(bench.pipeline.notifications.activeCount(() => true)).toBe(2);
  });

  it('is disarmed after 60 minutes without a trip, and can be armed again', async () => {
    await bench.arm([head], petra, 60);
    await bench.arm();
    await bench.wait(50 * minute);
    await bench.trip();
    await bench.command({ kind: 'arm', id: bench.walk?.id ?? 0, paths: [tail], ...petra });
    await bench.wait(11 * minute);
    expect(bench.states()).toEqual(['failed not_tripped', 'waiting']);
    await bench.trip([head]);
    expect(last()).toMatchObject({ type: 'alarm_on', test: false });
  });

  it('is disarmed when a person skips it', async () => {
    await bench.arm();
    await bench.command({ kind: 'skip', id: bench.walk?.id ?? 0, path: knee, reason: 'No ladder', ...petra });
    await bench.trip([knee, head]);
    expect(bench.alarms().slice(-2)).toEqual([`${noon} 4000 on test`, `${noon} 4002 on`]);
  });
});

describe('a walk ends, and what is in alarm notifies then', () => {
  const ends = async (end: () => Promise<unknown>, reason: string) => {
    await bench.arm([head, tail]);
    await bench.press(head);
    await bench.trip([head]);
    await end();
    expect(bench.walk).toMatchObject({ endReason: reason });
    expect(last()).toMatchObject({ type: 'maintenance', test: true, notified: true });
    expect(
      bench
        .alarms()
        .filter((alarm) => alarm.includes('4000'))
        .at(-1),
    ).toMatch(/on$/);
  };

  it('when it is signed', () => ends(() => bench.sign(), 'signed'));
  it('when the walker signs out, not when somebody else does', () =>
    ends(async () => {
      await bench.command({ kind: 'leave', id: bench.walk?.id ?? 0, ...sam });
      expect(bench.walk?.endedAt).toBeNull();
      await bench.command({ kind: 'leave', id: bench.walk?.id ?? 0, ...petra });
    }, 'signed_out'));
  it('when the machine runs', () => ends(() => bench.trip([head], 84), 'running'));
  it('when nobody tripped or pressed anything for its idle minutes, at exactly that time, over a restart', async () => {
    await bench.arm([head, tail], petra, 5);
    await bench.wait(4 * minute);
    await bench.trip([head]);
    await bench.restart();
    await bench.wait(minute + 500);
    // The standing alarm notified after 60 s; the walk goes on from the trip.
    expect(bench.alarms().at(-1)).toBe(`${noon + 5 * minute} 4000 on`);
    await bench.wait(4 * minute);
    expect(bench.walk).toMatchObject({ endReason: 'idle', endedAt: noon + 9 * minute });
  });
  it('when the server restarts into an expired walk', () =>
    ends(async () => {
      bench.pipeline.stop();
      bench.pass(10 * 60 * minute);
      await bench.restart();
      await bench.wait(500);
    }, 'idle'));
  it('after four hours, whatever is pressed', async () => {
    await bench.arm([head], petra, 60);
    for (let i = 0; i < 5; i++) {
      await bench.wait(50 * minute);
      await bench.trip();
      const id = bench.walk?.id ?? 0;
      await bench.command({ kind: 'arm', id, paths: [i % 2 ? head : tail], ...petra });
    }
    expect(bench.walk).toMatchObject({ endReason: 'limit', endedAt: noon + 240 * minute });
  });
  it('when the device moves or is removed', async () => {
    await bench.arm([head]);
    await bench.trip([head]);
    const moved = { ...bench.device, siteId: 9 as typeof bench.device.siteId };
    bench.devices.set(bench.device.id, moved);
    bench.pipeline.catalogChanged(bench.device, moved);
    await bench.wait(0);
    expect(bench.walk).toMatchObject({ endReason: 'moved' });
    await bench.trip();
    await bench.arm([head]);
    bench.devices.delete(bench.device.id);
    bench.pipeline.catalogChanged(moved, null);
    await bench.wait(0);
    expect(bench.frameWriter.walks.at(-1)?.walk).toMatchObject({ endReason: 'removed' });
  });
});

it('what is armed stands in the live document, until nothing is', async () => {
  const armed = () => JSON.parse(bench.pipeline.document(bench.device.id) ?? '').walk;
  expect(armed()).toBeUndefined();
  await bench.arm([head, tail]);
  await walkBy(head);
  expect(armed()).toMatchObject({ by: 'Petra Lind', armed: [tail] });
  await bench.sign();
  expect(armed()).toBeUndefined();
});

it('a walk goes on when its speed sensor is tested, and does not look at it', async () => {
  await bench.arm([head, speedSensor]);
  await bench.trip([], 84);
  expect(bench.walk?.endedAt).toBeNull();
});

it('other sensors notify as always, and a device that goes offline does', async () => {
  await bench.arm([head]);
  await bench.trip([tail]);
  expect(last()).toMatchObject({ type: 'alarm_on', test: false, active: true });
  await bench.wait(30 * minute + 500);
  expect(bench.types()).toContain('device_offline');
  expect(bench.walk).toMatchObject({ endReason: 'idle' });
});

it('a server clock that is set back an hour keeps nothing armed for longer', async () => {
  await bench.arm([head], petra, 5);
  await bench.wait(4 * minute);
  bench.serverStepMs = -60 * minute;
  await bench.trip();
  await bench.wait(6 * minute);
  expect(bench.walk).toMatchObject({ endReason: 'idle' });
});

it('a server clock that jumps forward ends the walk, and what is in alarm notifies then', async () => {
  await bench.arm([head], petra, 60);
  await bench.press(head);
  bench.pass(2_000);
  await bench.trip([head]);
  bench.serverStepMs = 61 * minute;
  await bench.wait(1_000);
  expect(bench.walk).toMatchObject({ endReason: 'idle' });
  expect(bench.alarms().filter((one) => one.endsWith(' on'))).toHaveLength(1);
});

it('a device that goes offline and starts anew in the middle keeps its walk: what returns then is a proof', async () => {
  await bench.arm([head, tail]);
  await bench.press(head);
  bench.pass(2_000);
  await bench.trip([head]);
  await bench.send('death', { ts: bench.clock.now() });
  bench.pass(10_000);
  await bench.birth({ groups: walkedGroups, boot: 2 });
  await bench.trip();
  expect(bench.states()).toEqual(['passed', 'waiting']);
  await walkBy(tail);
  expect(bench.states()).toEqual(['passed', 'passed']);
  expect(bench.alarms().filter((one) => !one.endsWith(' test'))).toEqual([]);
});

it('an unsigned walk can be signed for 24 hours, by anybody who may walk', async () => {
  await bench.arm([head], petra, 5);
  await bench.wait(6 * minute);
  expect(await bench.sign([], sam)).toMatchObject({ kind: 'done' });
  expect(bench.walk).toMatchObject({ signedBy: 'Sam Ortega', endReason: 'idle' });
  await bench.trip();
  await bench.arm([head], petra, 5);
  await bench.wait(25 * 60 * minute);
  expect(await bench.sign()).toMatchObject({ kind: 'ended' });
  expect(bench.state).toBeNull();
});

it('a walk of a thousand sensors is stored and ends like any other', async () => {
  const sensors = Array.from({ length: 1_000 }, (_, i) => ({ id: String(i), name: `S${i}`, type: 'NUMERIC' }));
  await bench.birth({ groups: [{ id: '7', name: 'All', sensors }] });
  await bench.frame(sensors.map(() => 1));
  await bench.arm(sensors.map(({ id }) => `7.${id}`));
  await bench.restart();
  await bench.wait(31 * minute);
  expect(new Set(bench.states())).toEqual(new Set(['failed not_tripped']));
  expect(bench.walk?.sensors.size).toBe(1_000);
});
