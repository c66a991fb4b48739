import { expect, it } from 'vitest';
import { type RuleInWords, ruleSummary, unfinishedSentence } from './warning-rules.ts';

const rule: RuleInWords = {
  kind: 'value',
  window_seconds: null,
  absolute: false,
  deadband: 0,
  off_delay_seconds: null,
  sign: '>',
  value: 65,
  delay_seconds: 60,
  unit: 'C',
  reference: null,
  only_while: null,
};
const textOf = (over: Partial<RuleInWords>): string => ruleSummary({ ...rule, ...over });

it('says everything that a rule evaluates', () => {
  expect(textOf({})).toBe('Above 65 °C for 60 s');
  expect(textOf({ delay_seconds: 0, deadband: 2, off_delay_seconds: 30 })).toBe(
    'Above 65 °C; the warning ends 2 °C behind the limit, after 30 s',
  );
  expect(textOf({ kind: 'rise', value: 2, window_seconds: 300, delay_seconds: 0 })).toBe(
    'Rises by more than 2 °C per minute over 5 min',
  );
  expect(textOf({ kind: 'difference', reference: 'Ambient 1', absolute: true })).toBe(
    'Differs by more than 65 °C from Ambient 1 for 1 min',
  );
  expect(textOf({ kind: 'flat', value: 0.1, window_seconds: 3_600, delay_seconds: 0 })).toBe(
    'Moves by at most 0.1 °C in 1 h',
  );
  const running = { name: 'Motor', unit: '', sign: null, value: null, state: 'Running', for_seconds: 1_800 };
  expect(textOf({ only_while: running })).toBe('Above 65 °C for 60 s, while Motor is Running for 30 min');
  expect(textOf({ only_while: { ...running, name: null } })).toMatch(
    /while a sensor that is no longer listed is Running/,
  );
});

it('reads a rule that is being written, with blanks for what is missing', () => {
  const empty = { sign: '>', unit: '', value: null, delay_seconds: 60 } as const;
  expect(unfinishedSentence(null, empty)).toBe('Warn when … is above … for 1 min');
  expect(unfinishedSentence('Motor', { ...empty, sign: '<', unit: 'C', value: 5, delay_seconds: 0 })).toBe(
    'Warn when Motor is below 5 °C',
  );
  expect(unfinishedSentence('Motor', { ...empty, delay_seconds: null })).toBe('Warn when Motor is above … for …');
});
