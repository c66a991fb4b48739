import { noResponse } from '@tocsin/contract/responses';
import { simpleConditions } from '@tocsin/contract/rule-conditions';
import { expect, test } from 'vitest';
import { loosens } from './loosening.ts';
import { planRules, type SettledRow, type StoredRule } from './warnings.ts';

const rule: StoredRule = {
  id: 1,
  path: '4.4000',
  sign: '>',
  value: 65,
  delay_seconds: 60,
  ...simpleConditions,
  ...noResponse,
};
const low: StoredRule = { ...rule, id: 2, path: '1.1000', sign: '<', value: 90 };
const gated = {
  ...rule,
  only_while: { sensor_id: '1.1', sign: null, value: null, state: 'Running', for_seconds: 60, unit: null },
};
const isLooser = (before: StoredRule, change: Partial<SettledRow> | null): boolean => {
  const rows: SettledRow[] = change === null ? [] : [{ ...before, ...change }];
  return loosens([before], planRules([before], rows));
};

test.each<[string, StoredRule, Partial<SettledRow> | null]>([
  ['removed', rule, null],
  ['given a higher limit', rule, { value: 66 }],
  ['given a lower limit below', low, { value: 89 }],
  ['delayed', rule, { delay_seconds: 61 }],
  ['turned round', rule, { sign: '<' }],
  ['moved to another sensor', rule, { path: '4.4001' }],
  ['ended sooner', { ...rule, deadband: 2 }, { deadband: 1 }],
  ['ended without its off-delay', { ...rule, off_delay_seconds: 600 }, { off_delay_seconds: 60 }],
  ['bound to a condition', rule, { only_while: { sensor_id: '1.1', state: 'Running' } }],
  ['given a higher limit in another unit', { ...rule, unit: 'C' }, { value: 150, unit: 'F' }],
  ['given a unit that cannot be compared', { ...rule, unit: 'C' }, { value: 2, unit: 'bar' }],
  ['given a lower priority', { ...rule, priority: 'high' }, { priority: 'low' }],
])('a rule that is %s is loosened', (_name, before, change) => {
  expect(isLooser(before, change)).toBe(true);
});

test.each<[string, StoredRule, Partial<SettledRow>]>([
  ['unchanged', rule, {}],
  ['given a lower limit', rule, { value: 60 }],
  ['given a higher limit below', low, { value: 95 }],
  ['given a lower limit in another unit', { ...rule, unit: 'C' }, { value: 140, unit: 'F' }],
  ['sooner', rule, { delay_seconds: 0 }],
  ['given a deadband', rule, { deadband: 2 }],
  ['freed from its condition', gated, { only_while: null }],
  ['given a higher priority', rule, { priority: 'critical' }],
  ['given another response text', rule, { what_to_do: 'Grease it' }],
])('a rule that is %s is not', (_name, before, change) => {
  expect(isLooser(before, change)).toBe(false);
});

test('one new rule stands in for one removed rule only', () => {
  const stored = [rule, { ...rule, id: 3, value: 75 }];
  expect(loosens(stored, planRules(stored, [{ ...rule, value: 60 }]))).toBe(true);
});
