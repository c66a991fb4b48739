import { shippedTypes } from '@tocsin/contract/device-type';
import { LiveDevice } from '@tocsin/contract/live';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CatalogDevice, WarningRule } from '../catalog.ts';
import { noon, someBirth, TestPipeline } from '../testing/test-device.ts';
import { comparisonHolds } from './rule-conditions.ts';

// Many generated cases; generous, because other work may share the machine.
const above65: WarningRule = { id: 5, path: '4.4000', sign: '>', value: 65, delayMs: 60_000 };
const settle = async () => {
  for (let i = 0; i < 5; i++) await Promise.resolve();
};

async function withRules(rules: readonly WarningRule[], over: Partial<CatalogDevice> = {}) {
  const bench = await new TestPipeline({ warningRules: rules, ...over }).start();
  await bench.birth();
  /** Values of the first sensor, one each `every` ms. */
  const run = async (values: readonly (number | null)[], every = 10_000) => {
    for (const value of values) {
      await bench.frame([value, 40, 0]);
      bench.pass(every);
      await settle();
    }
  };
  const storedEvents = () => bench.frameWriter.events.map((event) => `${event.type} ${(event.at - noon) / 1_000}`);
  const change = (device: Partial<CatalogDevice>) => {
    const before = bench.devices.get(bench.device.id) ?? bench.device;
    const after = { ...before, ...device };
    bench.devices.set(after.id, after);
    bench.pipeline.commands.catalogChanged(before, after);
  };
  const live = () => LiveDevice.parse(JSON.parse(bench.pipeline.document(bench.device.id) ?? ''));
  return { bench, run, storedEvents, change, live };
}
const repeat = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('a condition', () => {
  it('compares by sign, and = uses the displayed number', () => {
    expect(comparisonHolds('>', 65, 65, 'C')).toBe(false);
    expect(comparisonHolds('<', 64.99, 65, 'C')).toBe(true);
    expect(comparisonHolds('=', 0.1 + 0.2, 0.3, 'bar')).toBe(true);
    expect(comparisonHolds('=', 41.52, 41.5, 'C')).toBe(true);
    expect(comparisonHolds('=', 41.52, 41.5, 'bar')).toBe(false);
  });
});

describe('a warning', () => {
  it('begins when its condition was true for the delay, and ends when the counter is back at 0', async () => {
    const { bench, run, storedEvents, live } = await withRules([above65]);
    await run([...repeat(7, 70), 70, ...repeat(8, 20)]);
    // 60 s up from 0; the counter stays at the delay until 80, then runs down for 60 s.
    expect(storedEvents()).toEqual(['warning_on 60', 'warning_off 140']);
    expect(bench.frameWriter.events[0]).toMatchObject({
      content: 'Above 65 °C for 60 s',
      value: 70,
      active: true,
      ruleId: 5,
    });
    expect(bench.frameWriter.events[1]).toMatchObject({ forebearId: bench.frameWriter.events[0]?.id, value: 20 });
    expect(live().groups[0]?.sensors[0]).toMatchObject({ Status: 'OK', Since: null });
  });

  it('counts down while the condition does not hold, so that real chatter still warns', async () => {
    const { run, storedEvents } = await withRules([above65]);
    for (let i = 0; i < 9; i++) await run([70, 70, 20]);
    // Each cycle gains 10 s net.
    expect(storedEvents()).toEqual(['warning_on 140']);
  });

  it('begins at its deadline even if no further frame comes', async () => {
    const { bench, run, storedEvents, live } = await withRules([{ ...above65, delayMs: 25_000 }]);
    await run([20, 20, 20, 20, 20, 20, 70], 1_000);
    expect(storedEvents()).toEqual([]);
    bench.pass(24_000);
    await settle();
    expect(storedEvents()).toEqual([]);
    bench.pass(1_000);
    await settle();
    expect(storedEvents()).toEqual(['warning_on 31']);
    expect(live().groups[0]?.sensors[0]).toMatchObject({ Status: 'WARNING', Since: noon + 31_000 });
  });

  it('is paused while the device is offline', async () => {
    const { bench, run, storedEvents } = await withRules([{ ...above65, delayMs: 100_000 }]);
    await run(repeat(8, 70), 5_000);
    bench.pass(60 * 60_000);
    await settle();
    await run([70, 70, 70], 5_000);
    // The 35 s to the last frame and the 60 s until it was offline leave 5 s.
    expect(storedEvents().map((line) => line.split(' ')[0])).toEqual(['device_offline', 'device_online', 'warning_on']);
    expect(bench.frameWriter.events[2]?.at).toBe((bench.frameWriter.events[1]?.at ?? 0) + 5_000);
  });

  it('is paused while there is no value', async () => {
    const { run, storedEvents } = await withRules([above65]);
    await run([...repeat(7, 70), ...repeat(20, null), 70]);
    expect(storedEvents().filter((line) => line.startsWith('warning'))).toEqual(['warning_on 60']);
  });

  it('with a delay of 0 begins and ends at once', async () => {
    const { run, storedEvents } = await withRules([{ ...above65, delayMs: 0 }]);
    await run([20, 70, 20, 70]);
    expect(storedEvents()).toEqual(['warning_on 10', 'warning_off 20', 'warning_on 30']);
  });

  it('keeps its counter and its open event after a restart', async () => {
    const { bench, run, storedEvents } = await withRules([above65]);
    await run(repeat(4, 70));
    await bench.restart();
    await run(repeat(4, 70));
    expect(storedEvents()).toEqual(['warning_on 60']);
    await bench.restart();
    await run(repeat(8, 20));
    expect(storedEvents()).toEqual(['warning_on 60', 'warning_off 140']);
    expect(bench.frameWriter.events[1]?.forebearId).toBe(bench.frameWriter.events[0]?.id);
  });

  it('ends with Rule changed when its rule is changed or deleted, also while the server was down', async () => {
    for (const rules of [[], [{ ...above65, value: 66 }], [{ ...above65, id: 6 }]]) {
      const { bench, run, change } = await withRules([above65]);
      await run(repeat(8, 70));
      change({ warningRules: rules });
      await settle();
      expect(bench.frameWriter.events.at(-1)).toMatchObject({ type: 'warning_off', content: 'Rule changed' });
    }
    const { bench, run } = await withRules([above65]);
    await run(repeat(8, 70));
    bench.devices.set(bench.device.id, { ...bench.device, warningRules: [] });
    await bench.restart();
    await settle();
    expect(bench.frameWriter.events.at(-1)).toMatchObject({ type: 'warning_off', content: 'Rule changed' });
  });

  it('continues when another rule or a name changes', async () => {
    const { run, storedEvents, change } = await withRules([above65]);
    await run(repeat(4, 70));
    change({
      warningRules: [{ ...above65, id: 9, path: '4.4001' }, above65],
      sensorNames: new Map([['4.4000', 'Head']]),
    });
    await settle();
    await run(repeat(4, 70));
    expect(storedEvents()).toEqual(['warning_on 60']);
  });

  it('evaluates the displayed number: k * raw + c', async () => {
    const scale = { path: '4.4000', type: 'NUMERIC', unit: '%', k: 6.25, c: -25, since: 0 } as const;
    const { bench, run, live } = await withRules([{ ...above65, value: 50, delayMs: 0 }], {
      shownType: shippedTypes['0006'],
      scales: [scale],
    });
    await run([12, 12.1]);
    expect(bench.frameWriter.events).toMatchObject([{ type: 'warning_on', value: 50.625, content: 'Above 50 %' }]);
    expect(live().groups[0]?.sensors[0]).toMatchObject({ Value: 50.625, Status: 'WARNING', Meta: { Units: '%' } });
    expect(live().groups[0]?.sensors[1]).toMatchObject({ Status: 'N/A' });
  });

  it('in degrees of choice is converted with its numbers, and stays open', async () => {
    const rule = { ...above65, delayMs: 0 };
    const { bench, run, change, live } = await withRules([rule], { shownType: shippedTypes['F500-UDF'], degrees: 'C' });
    await run([70]);
    change({ degrees: 'F', warningRules: [{ ...rule, value: 149 }] });
    await settle();
    await run([70]);
    expect(bench.types()).toEqual(['warning_on']);
    expect(live().groups[0]?.sensors[0]).toMatchObject({ Value: 158, Meta: { Units: 'F' } });
  });

  it("never hides an alarm, and an IE-Node's reported alarm is never dropped", async () => {
    const { bench, run, live } = await withRules([{ ...above65, delayMs: 0 }], { shownType: shippedTypes['0005'] });
    await run([70]);
    await bench.frame([70, 40, 0], { alarm: [0], state: { 0: 'Absolute' } });
    expect(live().groups[0]?.sensors[0]).toMatchObject({ Status: 'Alarm', Alarm: true });
    expect(bench.types()).toEqual(['warning_on', 'alarm_on']);
  });

  it('begins and ends at the same moments however often frames come', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 12, maxLength: 12 }),
        async (holds, framesPerStep) => {
          const once = await withRules([{ ...above65, delayMs: 25_000 }]);
          const often = await withRules([{ ...above65, delayMs: 25_000 }]);
          for (const [i, hold] of holds.entries()) {
            await once.run([hold ? 70 : 20], 10_000);
            const n = framesPerStep[i] ?? 1;
            for (let part = 0; part < n; part++)
              await often.run(
                [hold ? 70 : 20],
                part < n - 1 ? Math.floor(10_000 / n) : 10_000 - (n - 1) * Math.floor(10_000 / n),
              );
          }
          expect(often.storedEvents()).toEqual(once.storedEvents());
          // A simple reference counter that runs second by second.
          const expected: string[] = [];
          let counter = 0;
          let on = false;
          for (let s = 0; s < 120; s++) {
            counter = holds[Math.floor(s / 10)] ? Math.min(25, counter + 1) : Math.max(0, counter - 1);
            if (!on && counter === 25) expected.push(`warning_on ${s + 1}`);
            if (on && counter === 0) expected.push(`warning_off ${s + 1}`);
            if (counter === 25) on = true;
            if (counter === 0) on = false;
          }
          expect(once.storedEvents()).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a rule in another unit than its sensor', () => {
  /** The first sensor in another unit. */
  const bornIn = async (bench: TestPipeline, unit: string) =>
    await bench.birth({
      groups: someBirth(noon).groups.map((group) => ({
        ...group,
        sensors: group.sensors.map((sensor) => (sensor.id === '4000' ? { ...sensor, unit } : sensor)),
      })),
    });
  const inCelsius: WarningRule = { ...above65, unit: 'C', delayMs: 0 };

  it('compares the converted value, says its own unit, and records the displayed value', async () => {
    const { bench, run, storedEvents } = await withRules([inCelsius]);
    await bornIn(bench, 'F');
    // 68 °F are 20 °C, and 158 °F are 70 °C.
    await run([68, 158, 68]);
    expect(storedEvents()).toEqual(['warning_on 10', 'warning_off 20']);
    expect(bench.frameWriter.events[0]).toMatchObject({ content: 'Above 65 °C', value: 158 });
  });

  it('neither begins nor ends while the unit cannot be converted, and goes on when it can again', async () => {
    const { bench, run, storedEvents, change } = await withRules([inCelsius]);
    await run([70]);
    await bornIn(bench, 'bar');
    await run([2, 900, 2]);
    change({ sensorNames: new Map([['4.4000', 'Head']]) });
    await run([2]);
    expect(storedEvents()).toEqual(['warning_on 0']);
    await bornIn(bench, 'K');
    await run([343.15, 293.15]);
    expect(storedEvents()).toEqual(['warning_on 0', 'warning_off 60']);
  });

  it('converts a rate, a deadband and the condition of another sensor', async () => {
    const { bench, run, storedEvents } = await withRules([
      {
        ...inCelsius,
        conditions: {
          kind: 'value',
          windowMs: 0,
          reference: null,
          absolute: false,
          deadband: 5,
          offDelayMs: null,
          onlyWhile: { path: '4.4001', sign: '>', value: 310, state: null, unit: 'K', forMs: 0 },
        },
      },
    ]);
    await bornIn(bench, 'F');
    // The other sensor has 40 °C, which are 313 K. 143.6 °F are 62 °C: within the deadband.
    await run([158, 143.6, 138]);
    expect(storedEvents()).toEqual(['warning_on 0', 'warning_off 20']);
  });
});
