// What warning rules report on the machine temperature of the Numenta Anomaly Benchmark, compared with the numbers that
// docs/users/rehearsal.md names.

import { readFileSync } from 'node:fs';
import { shippedTypes } from '@tocsin/contract/device-type';
import { DeviceId } from '../../../contract/src/ids.ts';
import { rehearsalEvaluation } from '../../../server/src/pipeline/3-evaluate/rehearse-rules.ts';
import type { RuleConditions, WarningRule } from '../../../server/src/pipeline/catalog.ts';
import { indexLayout } from '../../../server/src/pipeline/fill-frame.ts';
import { ALL_SENT, EVALUATED } from '../../../server/src/pipeline/types.ts';

const path = '1.1';
const plain: RuleConditions = {
  kind: 'value',
  windowMs: 0,
  reference: null,
  absolute: false,
  deadband: 0,
  offDelayMs: null,
  onlyWhile: null,
};
const hourMs = 3_600_000;
const below = { path, sign: '<', delayMs: 600_000 } as const;

/** A rule with the number of its warnings, and when it first reports the failure of February. */
interface Row {
  readonly name: string;
  readonly rule: Omit<WarningRule, 'id'>;
  readonly warnings: number;
  readonly failure: string | null;
}
const rows: readonly Row[] = [
  { name: 'below 60 for 10 min', rule: { ...below, value: 60 }, warnings: 22, failure: '2014-02-07T13:30' },
  {
    name: 'below 60 for 10 min, deadband 10',
    rule: { ...below, value: 60, conditions: { ...plain, deadband: 10 } },
    warnings: 15,
    failure: '2014-02-07T13:30',
  },
  { name: 'below 45 for 10 min', rule: { ...below, value: 45 }, warnings: 4, failure: '2014-02-08T00:25' },
  {
    name: 'falls 0.25 a minute within 1 h',
    rule: { path, sign: '<', value: -0.25, delayMs: 0, conditions: { ...plain, kind: 'rise', windowMs: hourMs } },
    warnings: 18,
    failure: '2014-02-07T07:50',
  },
  {
    name: 'flat: at most 0.5 within 1 h',
    rule: { path, sign: '<', value: 0.5, delayMs: 0, conditions: { ...plain, kind: 'flat', windowMs: hourMs } },
    warnings: 0,
    failure: null,
  },
];
const failureFrom = Date.UTC(2014, 1, 7);
const failureTo = Date.UTC(2014, 1, 10);

/** Prints what each rule reports; false when a number differs from the help page's. */
export function nabReport(file: string): boolean {
  let holds = true;
  for (const { name, rule, warnings, failure } of rows) {
    const spans = spansOf(file, { ...rule, id: 1 });
    const first = spans.find((at) => at >= failureFrom && at < failureTo);
    const found = first === undefined ? null : new Date(first).toISOString().slice(0, 16);
    const isSame = spans.length === warnings && found === failure;
    console.log(
      `nab ${name.padEnd(34)} ${String(spans.length).padStart(4)} warnings, failure ${found ?? 'not reported'}`,
    );
    holds &&= isSame;
  }
  return holds;
}

function spansOf(file: string, rule: WarningRule): number[] {
  const readings = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [time = '', value] = line.split(',');
      return { ts: Date.parse(`${time.replace(' ', 'T')}Z`), value: Number(value) };
    })
    .sort((a, b) => a.ts - b.ts);
  const begin = readings[0]?.ts ?? 0;
  const sensor = { groupId: '1', sensorId: '1', name: 'Machine', type: 'NUMERIC', unit: 'F', states: {} } as const;
  const layout = indexLayout({ layoutId: 1, hash: '', groups: [{ id: '1', name: 'M', meta: {} }], sensors: [sensor] });
  const device = {
    id: DeviceId.parse(1),
    shownType: shippedTypes['0300'],
    warningRules: [],
    sensorNames: {},
    scales: [],
    degrees: null,
    acknowledgedKinds: [],
    sensorResponses: {},
  } as const;
  const rehearsal = rehearsalEvaluation.start(device, [rule], [], begin);
  rehearsal.layout(layout, begin);
  let last = Number.NEGATIVE_INFINITY;
  for (const { ts, value } of readings) {
    // The clock goes back 55 minutes once: the first reading of a moment counts.
    if (ts <= last) continue;
    last = ts;
    const keys = { ts, deviceTs: ts, boot: 0, seq: 0, given: EVALUATED, layoutId: 1, receivedAt: ts };
    const values = Float64Array.of(value);
    const texts = { status: new Uint16Array(1), state: new Uint16Array(1) };
    rehearsal.frame({ ...keys, values, flags: Uint8Array.of(ALL_SENT), ...texts }, 900_000);
  }
  return (rehearsal.finish(last).get(rule.id)?.spans ?? []).map((span) => span.from);
}
