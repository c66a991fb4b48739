// Prints as JSON what rules cost a frame that is committed alone: node tools/bench-rules.ts FRAMES. Microseconds of
// processor time for a frame of 100 sensors every 2 s through the pipeline with a writer in memory, its device state
// packed with it: without rules, with 10 simple ones, and with 100 of every kind. In turns, so that a busy moment of the
// machine affects all.

import { createRandom } from '@tocsin/simulator/random';
import type { RuleConditions, WarningRule } from '../server/src/pipeline/catalog.ts';
import { TestPipeline } from '../server/src/pipeline/testing/test-device.ts';

const frames = Number(process.argv[2] ?? 5_000);
const rounds = 5;
const frameMs = 2_000;
const groups = Array.from({ length: 10 }, (_, g) => ({
  id: String(g + 1),
  name: `Group ${g + 1}`,
  sensors: Array.from({ length: 10 }, (_, s) => ({
    id: String((g + 1) * 100 + s),
    name: `Sensor ${g + 1}.${s}`,
    type: 'NUMERIC',
    unit: 'C',
  })),
}));
const paths = groups.flatMap((group) => group.sensors.map((sensor) => `${group.id}.${sensor.id}`));

const simple = paths
  .filter((_, n) => n % 10 === 0)
  .map((path, n): WarningRule => ({ id: n + 1, path, sign: '>', value: 65, delayMs: 60_000, since: 0 }));

const plain: RuleConditions = {
  kind: 'value',
  windowMs: 0,
  reference: null,
  absolute: false,
  deadband: 2,
  offDelayMs: 120_000,
  onlyWhile: null,
};
const rich = paths.map((path, n): WarningRule => {
  const other = paths[(n + 1) % paths.length] ?? path;
  const base = { id: n + 1, path, sign: '>', delayMs: 60_000, since: 0 } as const;
  switch (n % 4) {
    case 0:
      return { ...base, value: 20, conditions: { ...plain, kind: 'rise', windowMs: 300_000 } };
    case 1:
      return { ...base, value: 45, conditions: { ...plain, kind: 'difference', reference: other, absolute: true } };
    case 2:
      return { ...base, sign: '<', value: 0.1, conditions: { ...plain, kind: 'flat', windowMs: 600_000 } };
    default: {
      const onlyWhile = { path: other, sign: '>', value: 10, state: null, forMs: 1_800_000 } as const;
      return { ...base, value: 65, conditions: { ...plain, onlyWhile } };
    }
  }
});

/** Values that move by up to 0.3 with each frame; the same for every kind of rules. */
function walk(seed: number): () => readonly number[] {
  const random = createRandom(seed);
  const values = paths.map(() => random.between(20, 60));
  return () => {
    for (let i = 0; i < values.length; i++)
      values[i] = Math.round(((values[i] ?? 0) + random.between(-0.3, 0.3)) * 10) / 10;
    return values;
  };
}

/** Microseconds of processor time a frame; the first quarter fills windows and warms up. */
async function costWith(rules: readonly WarningRule[]): Promise<number> {
  const bench = await new TestPipeline({ warningRules: rules }).start();
  await bench.send('birth', { ts: bench.clock.now(), version: 'bench', boot: 1, groups });
  const values = walk(1);
  const texts = Array.from({ length: frames }, () => [...values()]);
  let used = process.cpuUsage();
  const warm = Math.floor(frames / 4);
  for (const [i, frame] of texts.entries()) {
    if (i === warm) used = process.cpuUsage();
    await bench.frame(frame);
    bench.pass(frameMs);
  }
  const { user, system } = process.cpuUsage(used);
  bench.pipeline.stop();
  return (user + system) / (frames - warm);
}

const costs: Record<'none' | 'simple' | 'rich', number[]> = { none: [], simple: [], rich: [] };
for (let round = 0; round < rounds; round++) {
  costs.none.push(await costWith([]));
  costs.simple.push(await costWith(simple));
  costs.rich.push(await costWith(rich));
}
const median = (of: readonly number[]): number => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0;
console.log(JSON.stringify({ none: median(costs.none), simple: median(costs.simple), rich: median(costs.rich) }));
process.exit(0);
