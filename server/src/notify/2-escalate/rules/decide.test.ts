import { describe, expect, it } from 'vitest';
import { ruleEvent } from '../../1-match/match.ts';
import { type Before, decide, hourMs, type MailedEvent, nextReminder, type RuleTerms } from './decide.ts';

const now = 1_000_000_000;
const rule = (over: Partial<RuleTerms> = {}): RuleTerms => ({
  eventType: 'alarm',
  contactWhen: 0,
  x: null,
  numberPerHour: 0,
  ...over,
});
const event = (over: Partial<MailedEvent> = {}): MailedEvent => ({
  id: 1,
  type: 'alarm_on',
  at: now,
  receivedAt: now,
  isTest: false,
  isActive: true,
  forebearId: null,
  ...over,
});
const before = (over: Partial<Before> = {}): Before => ({ on: null, sentLastHour: [], mailsLastMinute: 0, ...over });
const off = event({ type: 'alarm_off', forebearId: 1 });

describe('an off', () => {
  // spec: decisions 6 an off is mailed only if its on was
  it.each([null, 'held', 'waiting', 'told', 'dropped'] as const)('is dropped when its on was %s', (on) => {
    expect(decide(rule(), off, before({ on }), now)).toEqual({ kind: 'drop' });
  });

  it('follows its on, into the same gathered mail too, and is not counted in the cap', () => {
    expect(decide(rule({ numberPerHour: 1 }), off, before({ on: 'sent', sentLastHour: [now] }), now)).toEqual({
      kind: 'mail',
    });
    expect(decide(rule(), off, before({ on: 'gathered' }), now)).toEqual({ kind: 'gather' });
  });
});

// spec: decisions 6 number_per_hour caps e-mails per rule and sensor in the last 60 minutes
it('holds mails over the limit until the hour has room', () => {
  const capped = rule({ numberPerHour: 2 });
  expect(decide(capped, event(), before({ sentLastHour: [now - 5] }), now)).toEqual({ kind: 'mail' });
  expect(decide(capped, event(), before({ sentLastHour: [now - 5, now - 100] }), now)).toEqual({
    kind: 'hold',
    releaseAt: now - 100 + hourMs,
  });
});

// spec: administration 3 contact_when 2 'Notify if the alarm is not cleared after X minutes'
it('waits X minutes from the arrival, and never into the past', () => {
  const after = rule({ contactWhen: 2, x: 5 });
  expect(decide(after, event(), before(), now)).toEqual({ kind: 'wait', dueAt: now + 300_000 });
  expect(decide(after, event({ receivedAt: now - hourMs }), before(), now)).toEqual({ kind: 'wait', dueAt: now });
  expect(
    decide(rule({ contactWhen: 2, x: 5, eventType: 'power_up' }), event({ type: 'power_up' }), before(), now),
  ).toEqual({ kind: 'mail' });
});

// spec: administration 3 contact_when 3 'Notify every X hours if the alarm is not cleared'
it('mails at once and reminds every X hours while it lasts', () => {
  const every = rule({ contactWhen: 3, x: 2 });
  expect(decide(every, event(), before(), now)).toEqual({ kind: 'mail' });
  expect(nextReminder(every, event(), now)).toBe(now + 2 * hourMs);
  expect(nextReminder(every, off, now)).toBeNull();
  expect(nextReminder(rule(), event(), now)).toBeNull();
});

it('gathers a flood instead of sending one mail after the other', () => {
  expect(decide(rule(), event(), before({ mailsLastMinute: 4 }), now)).toEqual({ kind: 'mail' });
  expect(decide(rule(), event(), before({ mailsLastMinute: 5 }), now)).toEqual({ kind: 'gather' });
});

// spec: decisions 8 Alarms of the tested sensor go only to rules of type maintenance
it('gives alarms under a test to rules of type maintenance', () => {
  expect(ruleEvent({ type: 'alarm_on', is_test: true })).toBe('maintenance');
  expect(ruleEvent({ type: 'alarm_on', is_test: false })).toBe('alarm');
  expect(ruleEvent({ type: 'device_offline', is_test: false })).toBe('online_status');
  expect(ruleEvent({ type: 'sensor_disappeared', is_test: false })).toBeUndefined();
});
