import { describe, expect, it } from 'vitest';
import type { RuleTerms } from '../../notify/2-escalate/rules/decide.ts';
import { countMails } from './rehearse-mails.ts';

const minute = 60_000;
const hour = 60 * minute;
const begin = Date.UTC(2026, 2, 1);
const until = begin + 24 * hour;
const terms = (over: Partial<RuleTerms> = {}): RuleTerms => ({
  eventType: 'warning',
  contactWhen: 0,
  x: null,
  numberPerHour: 0,
  ...over,
});
const warning = (from: number, to: number | null, path = '4.1') => ({
  path,
  from: begin + from * minute,
  to: to === null ? null : begin + to * minute,
});

describe('a rule that mails at once', () => {
  it('mails the beginning and the end', () => {
    expect(countMails(terms(), [warning(0, 10), warning(60, null)], until)).toBe(3);
  });

  it('puts events of one moment into one mail', () => {
    expect(countMails(terms(), [warning(0, 10), warning(0, 10, '4.2')], until)).toBe(2);
  });

  it('gathers what comes after five mails in a minute', () => {
    const flood = Array.from({ length: 30 }, (_, i) => ({ path: `4.${i}`, from: begin + i * 1_000, to: null }));
    expect(countMails(terms(), flood, until)).toBeLessThan(10);
  });
});

it('mails a warning that still stands after x minutes, and its end', () => {
  const rule = terms({ contactWhen: 2, x: 15 });
  expect(countMails(rule, [warning(0, 10), warning(60, 90)], until)).toBe(2);
});

it('repeats every x hours until the end', () => {
  expect(countMails(terms({ contactWhen: 3, x: 2 }), [warning(0, 5 * 60)], until)).toBe(4);
  expect(countMails(terms({ contactWhen: 3, x: 6 }), [warning(0, null)], until)).toBe(4);
});

it('summarizes what is over the cap of a sensor when the hour has room again', () => {
  const chatter = Array.from({ length: 10 }, (_, i) => warning(i * 5, i * 5 + 1));
  // Two beginnings and their ends, then one summary.
  expect(countMails(terms({ numberPerHour: 2 }), chatter, until)).toBe(5);
});
