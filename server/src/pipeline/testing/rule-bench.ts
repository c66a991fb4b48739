import type { CatalogDevice, RuleConditions, WarningRule } from '../catalog.ts';
import { noon, TestPipeline } from './test-device.ts';

/** The conditions of a rule that has none. */
const noConditions: RuleConditions = {
  kind: 'value',
  windowMs: 0,
  reference: null,
  absolute: false,
  deadband: 0,
  offDelayMs: null,
  onlyWhile: null,
};
/** A rule of the first sensor: above 65 without a delay. */
export const rule = (conditions: Partial<RuleConditions>, over: Partial<WarningRule> = {}): WarningRule => ({
  id: 5,
  path: '4.4000',
  sign: '>',
  value: 65,
  delayMs: 0,
  conditions: { ...noConditions, ...conditions },
  ...over,
});
/** While the third sensor is plugged. */
export const plugged = { path: '5.5000', sign: null, value: null, state: 'Plugged', forMs: 0 } as const;
export const minute = 60_000;

/** A pipeline with one device that has these rules. */
export async function withRules(rules: readonly WarningRule[], over: Partial<CatalogDevice> = {}) {
  const bench = await new TestPipeline({ warningRules: rules, ...over }).start();
  await bench.birth();
  const settle = async () => {
    for (let i = 0; i < 5; i++) await Promise.resolve();
  };
  /** Values of the three sensors, one frame each `every` ms. */
  const run = async (frames: readonly (readonly (number | null)[])[], every = 10_000) => {
    for (const values of frames) {
      await bench.frame(values);
      bench.pass(every);
      await settle();
    }
  };
  const warnings = () =>
    bench.frameWriter.events
      .filter((event) => event.type.startsWith('warning'))
      .map((event) => `${event.type.slice(8)} ${(event.at - noon) / 1_000}`);
  const state = () => {
    const { evaluator } = bench.pipeline.registry.get(bench.device.id) ?? {};
    if (!evaluator) throw new Error('the device has no state');
    return evaluator.state;
  };
  return { bench, run, warnings, state, settle };
}
