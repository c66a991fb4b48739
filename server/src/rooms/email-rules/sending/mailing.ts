import type { Trx } from '../../../base/audit.ts';
import type { Clock } from '../../../base/clock.ts';
import { oweJob } from '../../../base/jobs.ts';
import { oweMail, writeLetter } from '../../../base/mail.ts';
import { gatherMs, isOff, type MailedEvent, nextReminder, type RuleMailState, type RuleTerms } from './decide.ts';
import { type LetterParts, letterOf, type Told } from './letter.ts';
import { type EventToMail, footOf, type SendingRule } from './store.ts';
import * as kept from './store-rule-mail.ts';

/** What writing a rule's mails needs. */
export interface MailingParts {
  readonly clock: Clock;
  readonly publicUrl: string;
  /** The unit in which a sensor's value is shown, '' for none. */
  readonly unitOf: (deviceId: number, path: string) => Promise<string>;
}

export const tasks = {
  due: 'email-rules.due',
  reminder: 'email-rules.reminder',
  release: 'email-rules.release',
  gathered: 'email-rules.gathered',
} as const;

/** So many events go into one mail; more go into further ones, so that none is lost and every mail can be read. */
const perMail = 300;

const pathOf = (event: EventToMail): string =>
  event.group_id === null ? '' : event.sensor_id === null ? event.group_id : `${event.group_id}.${event.sensor_id}`;
export const keyOf = (event: EventToMail): kept.SensorKey => ({ deviceId: event.device_id, path: pathOf(event) });
export const judged = (event: EventToMail): MailedEvent => ({
  id: event.id,
  type: event.type,
  at: event.at,
  receivedAt: event.received_at,
  isTest: event.is_test,
  isActive: event.is_active,
  forebearId: event.forebear_id,
});
export const termsOf = (rule: SendingRule): RuleTerms => ({
  eventType: rule.event_type,
  contactWhen: rule.contact_when,
  x: rule.x,
  numberPerHour: rule.number_per_hour,
});

export const rowOf = (
  rule: SendingRule,
  event: EventToMail,
  state: RuleMailState,
  at: number,
  more: { readonly step?: number; readonly mailId?: number } = {},
): kept.RuleMailRow => ({
  ...{ ruleId: rule.id, eventId: event.id, step: more.step ?? 0, ...keyOf(event) },
  ...{ isOff: isOff(event.type), state, at, mailId: more.mailId ?? null },
});

/** An event and which mail about it this is: 0 the first, n its nth reminder. */
export interface Due {
  readonly event: EventToMail;
  readonly step: number;
}

/** Owes mails about these events, each with a Message-ID that makes a second run the same mail. Returns their ids. */
export async function mailAbout(
  parts: MailingParts,
  trx: Trx,
  rule: SendingRule,
  due: readonly Due[],
  why: LetterParts['why'],
): Promise<number[]> {
  const ids: number[] = [];
  for (let from = 0; from < due.length; from += perMail)
    ids.push(await mailOne(parts, trx, rule, due.slice(from, from + perMail), why));
  return ids;
}

async function mailOne(
  parts: MailingParts,
  trx: Trx,
  rule: SendingRule,
  due: readonly Due[],
  why: LetterParts['why'],
): Promise<number> {
  const [first] = due;
  if (!first) throw new Error('a mail about nothing');
  const now = parts.clock.now();
  const foot = await footOf(trx, rule.client_id);
  const told = await toldOf(parts, due);
  const { subject, letter } = letterOf({ told, why, publicUrl: parts.publicUrl, ruleId: rule.id, foot });
  const mailId = await oweMail(
    trx,
    {
      kind: 'alarm',
      to: rule.contact,
      subject,
      ...(await writeLetter(letter)),
      userId: rule.user_id,
      clientId: rule.client_id,
      ruleId: rule.id,
      about: { events: due.map(({ event }) => event.id), why },
      messageId: `<rule-${rule.id}-${first.event.id}-${first.step}-${due.length}-${why}@tocsin>`,
    },
    new Date(now),
  );
  await kept.putRuleMails(
    trx,
    due.map(({ event, step }) => rowOf(rule, event, 'sent', now, { step, mailId })),
  );
  for (const { event, step } of due) await oweReminder(trx, rule, event, step + 1, now);
  return mailId;
}

/** Values with their units; each sensor is asked for once. */
async function toldOf(parts: MailingParts, due: readonly Due[]): Promise<Told[]> {
  const units = new Map<string, string>();
  const told: Told[] = [];
  for (const { event } of due) {
    const key = kept.keyText(keyOf(event));
    let unit = units.get(key) ?? '';
    if (event.value !== null && !units.has(key)) {
      unit = await parts.unitOf(event.device_id, pathOf(event));
      units.set(key, unit);
    }
    told.push({ event, unit });
  }
  return told;
}

/** The next repeat of a code 3 rule, while the event lasts. */
export async function oweReminder(
  trx: Trx,
  rule: SendingRule,
  event: EventToMail,
  step: number,
  now: number,
): Promise<void> {
  const due = event.is_active ? nextReminder(termsOf(rule), judged(event), now) : null;
  if (due === null) return;
  await oweJob(trx, {
    task: tasks.reminder,
    payload: { rule: rule.id, event: event.id, step },
    key: `reminder ${rule.id} ${event.id}`,
    runAt: new Date(due),
    priority: -5,
  });
}

/** X minutes after it, a code 2 rule looks whether it is still on. */
export const oweDue = (trx: Trx, rule: SendingRule, event: EventToMail, at: number): Promise<void> =>
  oweJob(trx, {
    task: tasks.due,
    payload: { rule: rule.id, event: event.id },
    key: `due ${rule.id} ${event.id}`,
    runAt: new Date(at),
    priority: -10,
  });

export const oweRelease = (trx: Trx, ruleId: number, event: EventToMail, at: number): Promise<void> =>
  oweJob(trx, {
    task: tasks.release,
    payload: { rule: ruleId, event: event.id },
    key: `release ${ruleId} ${event.device_id} ${pathOf(event)}`,
    runAt: new Date(at),
  });

/** One mail for all that is gathered, after a while. The first of a flood sets the time; its followers leave it. */
export const oweGathered = (trx: Trx, ruleId: number, now: number): Promise<void> =>
  oweJob(trx, {
    task: tasks.gathered,
    payload: { rule: ruleId },
    key: `gathered ${ruleId}`,
    runAt: new Date(now + gatherMs),
    keepsRunAt: true,
    priority: -10,
  });
