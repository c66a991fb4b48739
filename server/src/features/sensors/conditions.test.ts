import { type ConditionsFields, simpleConditions } from '@tocsin/contract/rule-conditions';
import { describe, expect, it } from 'vitest';
import { type CheckedRule, checkConditions } from './conditions.ts';
import type { ShownSensor } from './list.ts';

const sensor = (path: string, over: Partial<ShownSensor> = {}): [string, ShownSensor] => {
  const [groupId = '', sensorId = ''] = path.split('.');
  const named = { groupId, sensorId, path, name: path, shownName: path, label: '', image: null, groupName: groupId };
  const shown = { type: 'NUMERIC', unit: 'C', shownType: 'NUMERIC', shownUnit: 'C' } as const;
  return [path, { ...named, ...shown, states: {}, ...over }];
};
const sensors = new Map([
  sensor('4.left'),
  sensor('4.ambient'),
  sensor('4.outside', { unit: 'F', shownUnit: 'F' }),
  sensor('5.speed', { unit: 'rpm', shownUnit: 'rpm' }),
  sensor('6.motor', { type: 'ENUM', shownType: 'ENUM', unit: '', shownUnit: '' }),
]);
const rule = (over: Partial<CheckedRule & { position: number }>): CheckedRule & { position: number } => ({
  path: '4.left',
  sign: '>',
  value: 15,
  position: 0,
  ...simpleConditions,
  ...over,
});
const check = (...rules: (CheckedRule & { position: number })[]) => checkConditions(rules, rules, sensors);
const running: ConditionsFields['only_while'] = {
  sensor_id: '6.motor',
  sign: null,
  value: null,
  state: 'Running',
  for_seconds: 1_800,
  unit: null,
};
const difference = { kind: 'difference', reference: '4.ambient' } as const;

describe('the conditions of a rule are refused', () => {
  it.each<[string, Partial<CheckedRule>]>([
    ['reference', { ...difference, reference: null }],
    ['reference', { ...difference, reference: '4.left' }],
    ['reference', { ...difference, reference: '4.removed' }],
    ['reference', { ...difference, reference: '5.speed' }],
    ['reference', { ...difference, reference: '6.motor' }],
    ['reference', { reference: '4.ambient' }],
    ['absolute', { absolute: true }],
    ['sensor_id', { ...difference, path: '6.motor' }],
    ['window_seconds', { kind: 'rise' }],
    ['window_seconds', { kind: 'rise', window_seconds: 3_601 }],
    ['window_seconds', { kind: 'flat', sign: '<', window_seconds: 28_801 }],
    ['window_seconds', { kind: 'flat', sign: '<', window_seconds: 86_401 }],
    ['window_seconds', { window_seconds: 60 }],
    ['sign', { kind: 'flat', window_seconds: 60 }],
    ['value', { kind: 'flat', sign: '<', value: -1, window_seconds: 60 }],
    ['deadband', { sign: '=', deadband: 1 }],
    ['deadband', { ...difference, deadband: 16 }],
    ['only_while', { only_while: { ...running, sensor_id: '4.removed' } }],
    ['only_while', { only_while: { ...running, sensor_id: '4.ambient' } }],
    ['only_while', { only_while: { ...running, state: null, sign: '>', value: 5 } }],
  ])('at %s: %j', (field, over) => {
    expect(() => check(rule({ position: 3, ...over }))).toThrowError(
      expect.objectContaining({ more: { fields: { [field]: [expect.any(String)] }, body: { index: 3 } } }),
    );
  });

  it('when a deadband reaches the opposite limit of the same sensor', () => {
    const low = rule({ sign: '<', value: 5, position: 1 });
    expect(() => check(rule({ deadband: 10 }), low)).not.toThrow();
    expect(() => check(rule({ deadband: 11 }), low)).toThrow(expect.objectContaining({ code: 'invalid' }));
  });

  it('when a device would have more than 100 windows', () => {
    const windowed = (position: number) => rule({ kind: 'rise', window_seconds: 60, position });
    const hundred = Array.from({ length: 100 }, (_, i) => windowed(i));
    expect(() => check(...hundred)).not.toThrow();
    expect(() => check(...hundred, windowed(100))).toThrowError(
      expect.objectContaining({ more: { fields: { kind: [expect.any(String)] }, body: { index: 100 } } }),
    );
  });
});

it('accepts every kind, with references in other degrees', () => {
  check(
    rule({ deadband: 2, off_delay_seconds: 0, only_while: running }),
    rule({ ...difference, reference: '4.outside', absolute: true }),
    rule({
      kind: 'rise',
      window_seconds: 3_600,
      only_while: { ...running, sensor_id: '5.speed', state: null, sign: '>', value: 5 },
    }),
    rule({ kind: 'flat', sign: '<', window_seconds: 28_800 }),
  );
});
