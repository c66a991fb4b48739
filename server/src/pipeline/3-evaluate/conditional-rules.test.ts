import { shippedTypes } from '@tocsin/contract/device-type';
import { describe, expect, it } from 'vitest';
import type { RuleConditions } from '../catalog.ts';
import { minute, plugged, rule, withRules } from '../testing/rule-bench.ts';
import { noon } from '../testing/test-device.ts';

const left = (...values: (number | null)[]) => values.map((value) => [value, 40, 0]);
const repeat = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
const ramp = (count: number, from: number, step: number) => Array.from({ length: count }, (_, i) => from + i * step);

describe('a deadband', () => {
  // meets: isa-18.2 10.4 deadband
  it('keeps an open warning open until the value is behind it, and does not delay its beginning', async () => {
    const { run, warnings } = await withRules([rule({ deadband: 2 })]);
    await run(left(64, 66, 64, 66, 63.1, 63, 64, 66));
    expect(warnings()).toEqual(['on 10', 'off 50', 'on 70']);
  });

  it('of a rule below a limit lies above it', async () => {
    const { run, warnings } = await withRules([rule({ deadband: 2 }, { sign: '<', value: 20 })]);
    await run(left(19, 21, 22, 21));
    expect(warnings()).toEqual(['on 0', 'off 20']);
  });
});

describe('an off-delay', () => {
  it('lets an open warning end later than it began', async () => {
    const { run, warnings } = await withRules([rule({ offDelayMs: 30_000 }, { delayMs: 10_000 })]);
    await run(left(70, 70, 20, 70, 20, 20, 20, 20, 20));
    // Full at 10; 30 s down from 20 with 10 s up in between ends at 70.
    expect(warnings()).toEqual(['on 10', 'off 70']);
  });

  it('of 0 ends the warning with the first value that is not beyond the limit', async () => {
    const { run, warnings } = await withRules([rule({ offDelayMs: 0 }, { delayMs: 20_000 })]);
    await run(left(70, 70, 70, 20, 70));
    expect(warnings()).toEqual(['on 20', 'off 30']);
  });

  it('elapses at its deadline even if no further frame comes', async () => {
    const { bench, run, warnings, settle } = await withRules([rule({ offDelayMs: 25_000 })]);
    await run(left(20, 20, 20, 20, 20, 70, 20), 1_000);
    bench.pass(30_000);
    await settle();
    expect(warnings()).toEqual(['on 5', 'off 31']);
  });
});

describe('a difference', () => {
  const difference = (over: Partial<RuleConditions> = {}) =>
    rule({ kind: 'difference', reference: '4.4001', ...over }, { value: 15 });

  it('compares with the other sensor, and says so', async () => {
    const { bench, run, warnings } = await withRules([difference()]);
    await run([
      [54, 40, 0],
      [56, 40, 0],
      [56, 42, 0],
      [20, 40, 0],
    ]);
    expect(warnings()).toEqual(['on 10', 'off 20']);
    expect(bench.frameWriter.events.find((event) => event.type === 'warning_on')).toMatchObject({
      content: 'More than 15 °C above Head bearing R',
      value: 56,
    });
  });

  it('in both directions when it is absolute', async () => {
    const { run, warnings } = await withRules([difference({ absolute: true })]);
    await run([
      [40, 40, 0],
      [20, 40, 0],
      [40, 40, 0],
    ]);
    expect(warnings()).toEqual(['on 10', 'off 20']);
  });

  it('converts °F of the other sensor, and cannot be evaluated against another unit', async () => {
    const birth = (unit: string) => ({
      groups: [
        {
          id: '4',
          name: 'Temperature',
          sensors: [
            { id: '4000', name: 'Head bearing L', type: 'NUMERIC', unit: 'C' },
            { id: '4001', name: 'Outside', type: 'NUMERIC', unit },
          ],
        },
      ],
    });
    const { bench, run, warnings, state } = await withRules([difference()]);
    await bench.birth(birth('F'));
    // 68 °F is 20 °C.
    await run([
      [34, 68],
      [36, 68],
    ]);
    expect(warnings()).toEqual(['on 10']);
    await bench.birth(birth('rpm'));
    await run([[20, 68]]);
    expect(warnings()).toEqual(['on 10']);
    expect([...state().unevaluated.keys()]).toEqual([5]);
  });

  it('without a value of the other sensor neither begins nor ends', async () => {
    const { run, warnings, state } = await withRules([difference()]);
    await run([
      [60, null, 0],
      [60, 40, 0],
      [20, null, 0],
    ]);
    expect(warnings()).toEqual(['on 10']);
    expect([...state().unevaluated]).toEqual([[5, noon + 20_000]]);
  });
});

describe('a rise', () => {
  const rising = rule({ kind: 'rise', windowMs: 5 * minute }, { value: 2 });

  it('is the change per minute over its window, and begins only when the window is full', async () => {
    const { run, warnings, state } = await withRules([rising]);
    // 3 °C per minute from the start: the window is full after 5 minutes.
    await run(left(...ramp(30, 20, 0.5)));
    expect(warnings()).toEqual([]);
    expect([...state().unevaluated]).toEqual([[5, noon]]);
    await run(left(...ramp(7, 35, 0.5)));
    expect(warnings()).toEqual(['on 300']);
    expect(state().unevaluated.size).toBe(0);
    await run(left(...repeat(40, 38)));
    expect(warnings()).toHaveLength(2);
  });

  it('does not begin below its rate', async () => {
    const { run, warnings } = await withRules([rising]);
    await run(left(...ramp(90, 20, 0.33)));
    expect(warnings()).toEqual([]);
  });

  it('starts an empty window after a gap beyond the offline time', async () => {
    const { bench, run, warnings, state } = await withRules([rising]);
    await run(left(...ramp(28, 20, 0.5)));
    bench.pass(10 * minute);
    await run(left(...ramp(25, 60, 0.5)));
    expect(warnings()).toEqual([]);
    expect(state().windows.get(5)?.count).toBe(25);
  });

  it('starts an empty window with new k and c, and with another type', async () => {
    const scale = { path: '4.4000', type: 'NUMERIC', unit: 'C', k: 1, c: 0, since: 0 } as const;
    const { bench, run, state } = await withRules([rising], { scales: [scale] });
    await run(left(...ramp(10, 20, 0.5)));
    const before = bench.device;
    const after = { ...before, scales: [scale, { ...scale, k: 2, since: bench.clock.now() }] };
    bench.devices.set(after.id, after);
    bench.pipeline.commands.catalogChanged(before, after);
    expect(state().windows.get(5)?.count).toBe(0);
  });
});

describe('a flat value', () => {
  const flat = rule({ kind: 'flat', windowMs: 5 * minute }, { sign: '<', value: 0.5 });

  it('warns when it moved by at most its value over the window, until it moves by more', async () => {
    const { bench, run, warnings } = await withRules([flat]);
    await run(left(20, ...repeat(31, 30), 30.4, 30.2, 31));
    expect(warnings()).toEqual(['on 310', 'off 340']);
    expect(bench.frameWriter.events.find((event) => event.type === 'warning_on')?.content).toBe(
      'Moves by at most 0.5 °C in 5 min',
    );
  });

  it('with a deadband ends only at a larger movement', async () => {
    const { run, warnings } = await withRules([
      rule({ kind: 'flat', windowMs: 5 * minute, deadband: 1 }, { sign: '<', value: 0.5 }),
    ]);
    await run(left(...repeat(31, 30), 31, 31.6));
    expect(warnings()).toEqual(['on 300', 'off 320']);
  });
});

describe('only while', () => {
  // meets: isa-18.2 11.8 suppressed by design
  it('gates the beginning only: an open warning ends by its own condition', async () => {
    const { run, warnings } = await withRules([rule({ onlyWhile: plugged })]);
    await run([
      [70, 40, 0],
      [70, 40, 1],
      [70, 40, 0],
      [20, 40, 0],
      [70, 40, 0],
    ]);
    expect(warnings()).toEqual(['on 10', 'off 30']);
  });

  it('counts how long the other condition has held, also between frames', async () => {
    const gate = { path: '4.4001', sign: '>', value: 50, state: null, forMs: 25_000 } as const;
    const { run, warnings } = await withRules([rule({ onlyWhile: gate }, { delayMs: 10_000 })]);
    await run([...repeat(3, [70, 60, 0]), [70, 40, 0], ...repeat(5, [70, 60, 0])]);
    // The condition holds again from 40; 25 s later the delay of 10 s begins.
    expect(warnings()).toEqual(['on 75']);
  });

  it('stands still while the other sensor has no value', async () => {
    const gate = { path: '4.4001', sign: '>', value: 50, state: null, forMs: 0 } as const;
    const { run, warnings, state } = await withRules([rule({ onlyWhile: gate }, { delayMs: 30_000 })]);
    await run([
      [70, 60, 0],
      [70, 60, 0],
      [70, null, 0],
      [70, null, 0],
    ]);
    expect(state().unevaluated.size).toBe(1);
    await run([
      [70, 60, 0],
      [70, 60, 0],
    ]);
    expect(warnings()).toEqual(['on 50']);
  });
});

it('during a maintenance test of its sensor ignores delay, deadband and the other condition', async () => {
  const rules = [rule({ deadband: 5, onlyWhile: plugged, offDelayMs: 60_000 }, { delayMs: 60_000 })];
  const { bench, run, warnings } = await withRules(rules, {
    type: shippedTypes['0005'],
    shownType: shippedTypes['0005'],
  });
  await run(left(20));
  await bench.pipeline.commands.test(bench.device.id, {
    kind: 'start',
    path: '4.4000',
    userId: 1,
    userName: 'Petra Lind',
    serialNumber: 'SN7',
  });
  await run(left(70, 64));
  expect(warnings()).toEqual(['on 10', 'off 20']);
});
