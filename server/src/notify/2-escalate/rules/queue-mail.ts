import { english } from '@tocsin/contract/languages/languages';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts } from '@tocsin/contract/texts/event-mails';
import { languageOf } from '../../../access/reader-language.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db.ts';
import { enqueueJob } from '../../../platform/jobs.ts';
import { enqueueMail, renderMail } from '../../../platform/mail.ts';
import { isEnd, type SendingRule } from '../../1-match/match.ts';
import { eventLinesOf, type LineSources, pathOf, storyOf } from '../../4-deliver/mail/event-lines.ts';
import { type EventMail, mailContentOf } from '../../4-deliver/mail/event-mail.ts';
import { footOf } from '../../4-deliver/mail/store-foot.ts';
import type { EventToSend } from '../../event-to-send.ts';
import { gatherMs, type MailedEvent, nextReminder, type RuleMailState, type RuleTerms } from './decide.ts';
import * as ruleMails from './store-rule-mail.ts';

/** Dependencies for writing a rule's mails. */
export interface MailingDependencies extends LineSources {
  readonly clock: Clock;
  readonly publicUrl: string;
}

export const tasks = {
  due: 'email-rules.due',
  reminder: 'email-rules.reminder',
  release: 'email-rules.release',
  gathered: 'email-rules.gathered',
} as const;

/** Maximum events per mail; more go into further mails, so that each stays readable. */
const perMail = 300;

export const keyOf = (event: EventToSend): ruleMails.SensorKey => ({ deviceId: event.device_id, path: pathOf(event) });
export const toMailedEvent = (event: EventToSend): MailedEvent => ({
  id: event.id,
  type: event.type,
  at: event.at,
  receivedAt: event.unshelved_at ?? event.received_at,
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
  event: EventToSend,
  state: RuleMailState,
  at: number,
  more: { readonly step?: number; readonly mailId?: number } = {},
): ruleMails.RuleMailRow => ({
  ruleId: rule.id,
  eventId: event.id,
  step: more.step ?? 0,
  ...keyOf(event),
  isOff: isEnd(event.type),
  state,
  at,
  mailId: more.mailId ?? null,
});

/** An event and the number of its mail: 0 the first, n its nth reminder. */
export interface Due {
  readonly event: EventToSend;
  readonly step: number;
}

/**
 * Enqueues mails about these events and returns their ids. Each has a deterministic Message-ID, so that a repeated run
 * makes no second mail.
 */
export async function mailAbout(
  dependencies: MailingDependencies,
  trx: Trx,
  rule: SendingRule,
  due: readonly Due[],
  why: EventMail['why'],
): Promise<number[]> {
  const ids: number[] = [];
  for (let from = 0; from < due.length; from += perMail)
    ids.push(await mailOne(dependencies, trx, rule, due.slice(from, from + perMail), why));
  return ids;
}

async function mailOne(
  dependencies: MailingDependencies,
  trx: Trx,
  rule: SendingRule,
  due: readonly Due[],
  why: EventMail['why'],
): Promise<number> {
  const [first] = due;
  if (!first) throw new Error('a mail without events');
  const now = dependencies.clock.now();
  const foot = await footOf(trx, rule.client_id);
  const events = due.map(({ event }) => event);
  const eventLines = await eventLinesOf(dependencies, trx, events);
  // An alternative contact has no account and no language.
  const language = rule.is_alternative ? english : await languageOf(trx, rule.user_id);
  const { subject, mail } = mailContentOf({
    events: eventLines,
    story: await storyOf(dependencies, trx, events, { id: rule.user_id, language }),
    language,
    why,
    publicUrl: dependencies.publicUrl,
    sentBy: textsIn(texts, language).sentBy(`${dependencies.publicUrl}/user/setting/add/notification/${rule.id}`),
    foot,
  });
  const mailId = await enqueueMail(
    trx,
    {
      kind: 'alarm',
      to: rule.contact,
      subject,
      ...(await renderMail(mail)),
      userId: rule.user_id,
      clientId: rule.client_id,
      ruleId: rule.id,
      about: { events: due.map(({ event }) => event.id), why },
      ...threadOf(due),
      messageId: `<rule-${rule.id}-${first.event.id}-${first.step}-${due.length}-${why}${episodeOf(first.event)}@tocsin>`,
    },
    new Date(now),
  );
  await ruleMails.putRuleMails(
    trx,
    due.map(({ event, step }) => rowOf(rule, event, 'sent', now, { step, mailId })),
  );
  for (const { event, step } of due) await enqueueReminder(trx, rule, event, step + 1, now);
  return mailId;
}

/** The mails of one condition, its reminders and its end are a thread; a mail about several conditions is in none. */
function threadOf(due: readonly Due[]): { readonly thread?: string } {
  const [condition, ...others] = new Set(due.map(({ event }) => event.forebear_id ?? event.id));
  return condition === undefined || others.length > 0 ? {} : { thread: `event-${condition}` };
}

/** Distinguishes the mails after a shelf's end from those before it. */
const episodeOf = (event: EventToSend): string => (event.unshelved_at === null ? '' : `-${event.unshelved_at}`);

/** Enqueues the next reminder of a code 3 rule, while the event lasts. */
export async function enqueueReminder(
  trx: Trx,
  rule: SendingRule,
  event: EventToSend,
  step: number,
  now: number,
): Promise<void> {
  const due = event.is_active ? nextReminder(termsOf(rule), toMailedEvent(event), now) : null;
  if (due === null) return;
  await enqueueJob(trx, {
    task: tasks.reminder,
    payload: { rule: rule.id, event: event.id, step },
    key: `reminder ${rule.id} ${event.id}`,
    runAt: new Date(due),
    priority: -5,
  });
}

/** After X minutes a code 2 rule checks whether the event is still active. */
export const enqueueDue = (trx: Trx, rule: SendingRule, event: EventToSend, at: number): Promise<void> =>
  enqueueJob(trx, {
    task: tasks.due,
    payload: { rule: rule.id, event: event.id },
    key: `due ${rule.id} ${event.id}`,
    runAt: new Date(at),
    priority: -10,
  });

export const enqueueRelease = (trx: Trx, ruleId: number, event: EventToSend, at: number): Promise<void> =>
  enqueueJob(trx, {
    task: tasks.release,
    payload: { rule: ruleId, event: event.id },
    key: `release ${ruleId} ${event.device_id} ${pathOf(event)}`,
    runAt: new Date(at),
  });

/** Schedules one mail for all gathered events. The first event of a flood sets the time; later ones keep it. */
export const enqueueGathered = (trx: Trx, ruleId: number, now: number): Promise<void> =>
  enqueueJob(trx, {
    task: tasks.gathered,
    payload: { rule: ruleId },
    key: `gathered ${ruleId}`,
    runAt: new Date(now + gatherMs),
    keepsRunAt: true,
    priority: -10,
  });
