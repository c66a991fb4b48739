import { shippedTypes } from '@tocsin/contract/device-type';
import { DeviceId } from '@tocsin/contract/ids';
import { runSignal, unpackSignal } from '@tocsin/contract/rehearsal-signal';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rehearsalEvaluation } from '../../pipeline/3-evaluate/rehearse-rules.ts';
import type { RuleConditions, WarningRule } from '../../pipeline/catalog.ts';
import { indexLayout } from '../../pipeline/fill-frame.ts';
import { type AcceptedFrame, ALL_SENT, EVALUATED, type EvaluatedDevice } from '../../pipeline/types.ts';
import { SignalWatch } from './signal.ts';

const start = Date.UTC(2026, 2, 1);
const holdMs = 60_000;
const layout = indexLayout({
  layoutId: 1,
  hash: '',
  groups: [{ id: '4', name: 'Temperature', meta: {} }],
  sensors: [
    { groupId: '4', sensorId: '1', name: 'Head', type: 'NUMERIC', unit: 'C', states: {} },
    { groupId: '4', sensorId: '2', name: 'Load', type: 'NUMERIC', unit: 'A', states: {} },
  ],
});
const device: EvaluatedDevice = {
  id: DeviceId.parse(1),
  shownType: shippedTypes['0300'],
  warningRules: [],
  sensorNames: {},
  scales: [],
  degrees: null,
  acknowledgedKinds: [],
  sensorResponses: {},
};

const plainConditions: RuleConditions = {
  kind: 'value',
  windowMs: 0,
  reference: null,
  absolute: false,
  deadband: 0,
  offDelayMs: null,
  onlyWhile: null,
};
const gate = { path: '4.2', sign: '>', value: 3, state: null, forMs: 45_000 } as const;
const conditionsOf = fc.constantFrom<Partial<RuleConditions>>(
  {},
  { offDelayMs: 20_000 },
  { offDelayMs: 0 },
  { kind: 'rise', windowMs: 60_000 },
  { kind: 'difference', reference: '4.2' },
  { kind: 'flat', windowMs: 60_000 },
  { onlyWhile: gate },
  { onlyWhile: gate, offDelayMs: 90_000 },
);
/** A limit that the values of each kind cross. */
const limitOf = ({ kind }: RuleConditions): number => (kind === 'value' ? 65 : kind === 'difference' ? 60 : 5);

interface Reading {
  readonly gap: number;
  readonly value: number;
  readonly load: number;
}

const frameOf = (ts: number, { value, load }: Reading): AcceptedFrame => ({
  ts,
  deviceTs: ts,
  boot: 0,
  seq: 0,
  given: EVALUATED,
  layoutId: 1,
  receivedAt: ts,
  values: Float64Array.of(value, load),
  flags: Uint8Array.of(ALL_SENT, ALL_SENT),
  status: new Uint16Array(2),
  state: new Uint16Array(2),
});

/** Runs one rule over readings as the server does. */
function rehearse(rule: WarningRule, readings: readonly Reading[]) {
  const rehearsal = rehearsalEvaluation.start(device, [rule], [], start);
  const end = start + readings.reduce((sum, one) => sum + one.gap, 0) + holdMs;
  const watch = new SignalWatch(
    {
      ruleId: rule.id,
      sign: rule.conditions?.kind === 'flat' ? '<=' : rule.sign,
      value: rule.value,
      deadband: rule.conditions?.deadband ?? 0,
      delaySeconds: rule.delayMs / 1_000,
      leastStep: 0.1,
    },
    start,
    end,
  );
  rehearsal.layout(layout, start);
  let ts = start;
  for (const reading of readings) {
    ts += reading.gap;
    rehearsal.frame(frameOf(ts, reading), holdMs);
    watch.add(ts, holdMs, rehearsal.sample(rule.id));
  }
  const spans = rehearsal.finish(end).get(rule.id)?.spans ?? [];
  return { spans: spans.map(({ from, to }) => ({ from, to })), signal: watch.pack(end) };
}

const reading = fc.record({
  gap: fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 1_000, max: 20_000 }) },
    fc.integer({ min: 50_000, max: 200_000 }),
  ),
  value: fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 550, max: 750 }).map((tenths) => tenths / 10) },
    fc.constant(Number.NaN),
  ),
  load: fc.integer({ min: 0, max: 10 }),
});

it('answers each position of the sliders with exactly the warnings that the pipeline would raise', () => {
  fc.assert(
    fc.property(
      fc.array(reading, { minLength: 5, maxLength: 150 }),
      fc.constantFrom<'>' | '<' | '='>('>', '<', '='),
      fc.constantFrom(0, 5_000, 30_000, 60_000),
      conditionsOf,
      fc.tuple(fc.nat(), fc.nat(), fc.nat()),
      (readings, sign, delayMs, more, [nthValue, nthDeadband, nthDelay]) => {
        const conditions = { ...plainConditions, ...more };
        const rule: WarningRule = { id: 1, path: '4.1', sign, value: limitOf(conditions), delayMs, conditions };
        const { spans, signal } = rehearse(rule, readings);
        // A flat rule has no sign.
        if (!signal || (more.kind === 'flat' && sign === '=')) return;
        const whole = { ...signal, ...unpackSignal(signal.bytes, signal.entries) };
        const offDelayOf = (delay: number): number => conditions.offDelayMs ?? delay;
        const own = { value: rule.value, deadband: 0, delayMs, offDelayMs: offDelayOf(delayMs) };
        expect(runSignal(whole, own)).toEqual(spans);
        const value = signal.values[nthValue % signal.values.length] ?? 65;
        const deadband = sign === '=' ? 0 : (signal.deadbands[nthDeadband % signal.deadbands.length] ?? 0);
        const moved = { ...rule, value, delayMs: (signal.delays[nthDelay % signal.delays.length] ?? 0) * 1_000 };
        const other = { ...conditions, deadband };
        expect(
          runSignal(whole, { value, deadband, delayMs: moved.delayMs, offDelayMs: offDelayOf(moved.delayMs) }),
          JSON.stringify({ value, deadband, delay: moved.delayMs }),
        ).toEqual(rehearse({ ...moved, conditions: other }, readings).spans);
      },
    ),
    { numRuns: 150 },
  );
});
