import type { RuleEvent } from '@tocsin/contract/email-rules';
import type { EventType } from '@tocsin/contract/event';
import { isEnd } from '../../1-match/match.ts';

/** Outcome of an event under a rule: the table rule_mail. */
export type RuleMailState = 'sent' | 'held' | 'gathered' | 'waiting' | 'told' | 'dropped';

/** An event as rules see it. Times are unix ms. */
export interface MailedEvent {
  readonly id: number;
  readonly type: EventType;
  readonly at: number;
  readonly receivedAt: number;
  readonly isTest: boolean;
  readonly isActive: boolean;
  readonly forebearId: number | null;
}

export interface RuleTerms {
  readonly eventType: RuleEvent;
  /** 0 at once, 2 after x minutes, 3 at once and every x hours. */
  readonly contactWhen: number;
  readonly x: number | null;
  /** Above 0: smart notify, at most so many mails an hour for one sensor. */
  readonly numberPerHour: number;
}

const lasting: ReadonlySet<EventType> = new Set(['alarm_on', 'warning_on', 'device_offline']);

/** What happened earlier under this rule. */
export interface Before {
  /** Outcome of the event that this end belongs to. */
  readonly on: RuleMailState | null;
  /** Times (unix ms) of mails for this sensor in the last 60 minutes, without ends. */
  readonly sentLastHour: readonly number[];
  /** Mails of this rule in the last minute. */
  readonly mailsLastMinute: number;
}

export type Decision =
  | { readonly kind: 'mail' }
  /** Part of a flood: mailed with others a little later. */
  | { readonly kind: 'gather' }
  /** Over the cap: summarized when the hour has room again. */
  | { readonly kind: 'hold'; readonly releaseAt: number }
  | { readonly kind: 'wait'; readonly dueAt: number }
  | { readonly kind: 'drop' };

export const hourMs = 3_600_000;
/** Number of mails of one rule that go out singly within a minute; further ones are gathered for a while. */
export const singleMails = 5;
export const gatherMs = 20_000;

/** Decides what a rule does with an event. */
export function decide(rule: RuleTerms, event: MailedEvent, before: Before, now: number): Decision {
  const once: Decision = before.mailsLastMinute >= singleMails ? { kind: 'gather' } : { kind: 'mail' };
  // An end is mailed only if its beginning was, and does not count towards the cap.
  if (isEnd(event.type)) {
    if (before.on === 'gathered') return { kind: 'gather' };
    return before.on === 'sent' ? once : { kind: 'drop' };
  }
  if (rule.numberPerHour > 0) {
    const oldest = before.sentLastHour.length >= rule.numberPerHour ? Math.min(...before.sentLastHour) : null;
    return oldest === null ? once : { kind: 'hold', releaseAt: oldest + hourMs };
  }
  if (rule.contactWhen === 2 && lasting.has(event.type)) {
    return { kind: 'wait', dueAt: Math.max(event.receivedAt + (rule.x ?? 1) * 60_000, now) };
  }
  return once;
}

/** When the next reminder is due; null when the rule has none or the event does not last. */
export function nextReminder(rule: RuleTerms, event: MailedEvent, sentAt: number): number | null {
  if (rule.contactWhen !== 3 || rule.numberPerHour > 0 || !lasting.has(event.type)) return null;
  return sentAt + (rule.x ?? 1) * hourMs;
}
