import type { RuleEvent } from '@tocsin/contract/email-rules';
import { ClientId, SiteId } from '@tocsin/contract/ids';
import type { Trx } from '../../../base/audit.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { type JobTask, oweJob } from '../../../base/jobs.ts';
import { oweMail, writeLetter } from '../../../base/mail.ts';
import { isOemOrSuper, isStaff, type Person, seesSite } from '../../../policy/who.ts';
import {
  decide,
  gatherMs,
  hourMs,
  isOff,
  type MailedEvent,
  nextReminder,
  type RuleTerms,
  ruleEvent,
} from './decide.ts';
import { type LetterParts, letterOf } from './letter.ts';
import type { EventToMail, SendingRule } from './store.ts';
import * as store from './store.ts';

export interface SendingParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly publicUrl: string;
  /** The rule's owner as they may see things now. */
  readonly loadPerson: (userId: number) => Promise<Person | undefined>;
  /** The unit in which a sensor's value is shown, '' for none. */
  readonly unitOf: (deviceId: number, path: string) => Promise<string>;
}

/** The job that the line owes in the transaction of its events; payload `{"events": [ids]}`. */
export const eventsTask = 'email-rules.events';
const tasks = {
  due: 'email-rules.due',
  reminder: 'email-rules.reminder',
  release: 'email-rules.release',
  gathered: 'email-rules.gathered',
} as const;

const numberIn = (payload: unknown, name: string): number => {
  const value = payload !== null && typeof payload === 'object' ? Reflect.get(payload, name) : undefined;
  if (typeof value !== 'number') throw new Error(`a job without its ${name}`);
  return value;
};

/** The tasks that turn events into mails; each is safe to run twice. */
export function sendingTasks(parts: SendingParts): Record<string, JobTask> {
  return {
    async [eventsTask](payload) {
      const ids: unknown = payload !== null && typeof payload === 'object' ? Reflect.get(payload, 'events') : [];
      if (!Array.isArray(ids)) throw new Error('a job without its events');
      await mailEvents(parts, ids.map(Number));
    },
    [tasks.due]: (payload) => mailStanding(parts, numberIn(payload, 'rule'), numberIn(payload, 'event'), 0),
    [tasks.reminder]: (payload) =>
      mailStanding(parts, numberIn(payload, 'rule'), numberIn(payload, 'event'), numberIn(payload, 'step')),
    [tasks.release]: (payload) => releaseHeld(parts, numberIn(payload, 'rule'), numberIn(payload, 'event')),
    [tasks.gathered]: (payload) => mailGathered(parts, numberIn(payload, 'rule')),
  };
}

const pathOf = (event: EventToMail): string =>
  event.group_id === null ? '' : event.sensor_id === null ? event.group_id : `${event.group_id}.${event.sensor_id}`;
const keyOf = (event: EventToMail) => ({ deviceId: event.device_id, path: pathOf(event) });
const judged = (event: EventToMail): MailedEvent => ({
  id: event.id,
  type: event.type,
  at: event.at,
  receivedAt: event.received_at,
  isTest: event.is_test,
  isActive: event.is_active,
  forebearId: event.forebear_id,
});
const termsOf = (rule: SendingRule): RuleTerms => ({
  eventType: rule.event_type,
  contactWhen: rule.contact_when,
  x: rule.x,
  numberPerHour: rule.number_per_hour,
});

/** A rule reaches only devices that its owner may still see at sending time. */
function reaches(rule: SendingRule, owner: Person, event: EventToMail): boolean {
  if (rule.client_id !== event.client_id || rule.event_type !== ruleEvent(judged(event))) return false;
  if (!rule.all_devices && !rule.devices.includes(event.device_id)) return false;
  if (event.suspended && !isOemOrSuper(owner)) return false;
  const site = { siteId: SiteId.parse(event.site_id), clientId: ClientId.parse(event.client_id) };
  return (isStaff(owner) || owner.clients.has(site.clientId)) && seesSite(owner, site);
}

async function mailEvents(parts: SendingParts, ids: readonly number[]): Promise<void> {
  const events = await store.eventsToMail(parts.db, ids);
  const types = new Set(
    events.map((event) => ruleEvent(judged(event))).filter((type): type is RuleEvent => type !== undefined),
  );
  const clients = [...new Set(events.map((event) => event.client_id))];
  const rules = await store.rulesFor(parts.db, clients, [...types]);
  const owners = new Map<number, Person | undefined>();
  for (const found of rules) {
    if (!owners.has(found.user_id)) owners.set(found.user_id, await parts.loadPerson(found.user_id));
    const owner = owners.get(found.user_id);
    const mine = owner ? events.filter((event) => reaches(found, owner, event)) : [];
    if (mine.length === 0) continue;
    await parts.db.transaction().execute(async (trx) => {
      const rule = await store.holdRule(trx, found.id);
      if (rule) await applyRule(parts, trx, rule, mine);
    });
  }
}

/** Decides each event of a batch under one rule; what is to go now goes in one mail. */
async function applyRule(
  parts: SendingParts,
  trx: Trx,
  rule: SendingRule,
  events: readonly EventToMail[],
): Promise<void> {
  const now = parts.clock.now();
  const mailsLastMinute = await store.mailsSince(trx, rule.id, new Date(now - 60_000));
  const mailed: EventToMail[] = [];
  for (const event of events) {
    if ((await store.stateOf(trx, rule.id, event.id)) !== null) continue;
    const on = event.forebear_id === null ? null : await store.stateOf(trx, rule.id, event.forebear_id);
    const decision = decide(
      termsOf(rule),
      judged(event),
      {
        // The on that goes into this very mail counts as sent.
        on: mailed.some((other) => other.id === event.forebear_id) ? 'sent' : on,
        sentLastHour: [
          ...(await store.sentLastHour(trx, rule.id, keyOf(event), now)),
          ...mailed.filter((other) => !isOff(other.type) && sameSensor(other, event)).map(() => now),
        ],
        mailsLastMinute,
      },
      now,
    );
    switch (decision.kind) {
      case 'mail':
        mailed.push(event);
        break;
      case 'gather':
        await put(trx, rule, event, 'gathered', now);
        await oweGathered(trx, rule.id, now);
        break;
      case 'hold':
        await put(trx, rule, event, 'held', now);
        await oweRelease(trx, rule.id, event, decision.releaseAt);
        break;
      case 'wait':
        await put(trx, rule, event, 'waiting', now);
        await oweJob(trx, {
          task: tasks.due,
          payload: { rule: rule.id, event: event.id },
          key: `due ${rule.id} ${event.id}`,
          runAt: new Date(decision.dueAt),
          priority: -10,
        });
        break;
      case 'drop':
        await put(trx, rule, event, 'dropped', now);
        break;
      default:
        decision satisfies never;
    }
  }
  if (mailed.length > 0) await sendNow(parts, trx, rule, mailed, 'now', 0);
}

const sameSensor = (a: EventToMail, b: EventToMail): boolean => a.device_id === b.device_id && pathOf(a) === pathOf(b);

async function put(
  trx: Trx,
  rule: SendingRule,
  event: EventToMail,
  state: store.RuleMailState,
  at: number,
  more: { readonly step?: number; readonly mailId?: number } = {},
): Promise<void> {
  await store.putRuleMail(trx, {
    ...{ ruleId: rule.id, eventId: event.id, step: more.step ?? 0, ...keyOf(event) },
    ...{ isOff: isOff(event.type), state, at, mailId: more.mailId ?? null },
  });
}

/** Owes one mail about these events, with a Message-ID that makes a second run the same mail. */
async function sendNow(
  parts: SendingParts,
  trx: Trx,
  rule: SendingRule,
  events: readonly EventToMail[],
  why: LetterParts['why'],
  step: number,
): Promise<number> {
  const [first] = events;
  if (!first) throw new Error('a mail about nothing');
  const now = parts.clock.now();
  const told = await Promise.all(
    events.map(async (event) => ({
      event,
      unit: event.value === null ? '' : await parts.unitOf(event.device_id, pathOf(event)),
    })),
  );
  const foot = await store.footOf(trx, rule.client_id);
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
      about: { events: events.map((event) => event.id), why },
      messageId: `<rule-${rule.id}-${first.id}-${step}-${events.length}-${why}@tocsin>`,
    },
    new Date(now),
  );
  for (const event of events) {
    await put(trx, rule, event, 'sent', now, { step, mailId });
    const due = event.is_active ? nextReminder(termsOf(rule), judged(event), now) : null;
    if (due !== null)
      await oweJob(trx, {
        task: tasks.reminder,
        payload: { rule: rule.id, event: event.id, step: step + 1 },
        key: `reminder ${rule.id} ${event.id}`,
        runAt: new Date(due),
        priority: -5,
      });
  }
  return mailId;
}

/** Runs `work` with the rule held, the events as they are now, and an owner who may still see them. */
async function withRule(
  parts: SendingParts,
  ruleId: number,
  ids: (trx: Trx) => Promise<readonly number[]>,
  work: (trx: Trx, rule: SendingRule, events: readonly EventToMail[]) => Promise<void>,
): Promise<void> {
  await parts.db.transaction().execute(async (trx) => {
    const rule = await store.holdRule(trx, ruleId);
    const owner = rule && (await parts.loadPerson(rule.user_id));
    if (!rule || !owner) return;
    const events = await store.eventsToMail(trx, await ids(trx));
    await work(
      trx,
      rule,
      events.filter((event) => reaches(rule, owner, event)),
    );
  });
}

/** X minutes or X hours are over: a mail if it is still in alarm. Reminders end with the acknowledgement. */
async function mailStanding(parts: SendingParts, ruleId: number, eventId: number, step: number): Promise<void> {
  await withRule(
    parts,
    ruleId,
    async () => [eventId],
    async (trx, rule, [event]) => {
      if (!event?.is_active || (step > 0 && event.acknowledged_by !== null)) return;
      const state = await store.stateOf(trx, ruleId, eventId, step);
      if (state !== null && state !== 'waiting') return;
      await sendNow(parts, trx, rule, [event], step > 0 ? 'reminder' : 'still', step);
    },
  );
}

async function oweRelease(trx: Trx, ruleId: number, event: EventToMail, at: number): Promise<void> {
  await oweJob(trx, {
    task: tasks.release,
    payload: { rule: ruleId, event: event.id },
    key: `release ${ruleId} ${event.device_id} ${pathOf(event)}`,
    runAt: new Date(at),
  });
}

/** The hour has freed a place: one mail tells what was held back for this sensor, and what of it still stands. */
async function releaseHeld(parts: SendingParts, ruleId: number, eventId: number): Promise<void> {
  await parts.db.transaction().execute(async (trx) => {
    const rule = await store.holdRule(trx, ruleId);
    const owner = rule && (await parts.loadPerson(rule.user_id));
    const [example] = await store.eventsToMail(trx, [eventId]);
    if (!rule || !owner || !example) return;
    const now = parts.clock.now();
    const sent = await store.sentLastHour(trx, rule.id, keyOf(example), now);
    if (rule.number_per_hour > 0 && sent.length >= rule.number_per_hour) {
      await oweRelease(trx, rule.id, example, Math.min(...sent) + hourMs);
      return;
    }
    const ids = await store.waitingIn(trx, rule.id, 'held', keyOf(example));
    const events = (await store.eventsToMail(trx, ids)).filter((event) => reaches(rule, owner, event));
    const last = events.at(-1);
    if (!last) return;
    const mailId = await sendNow(parts, trx, rule, events, 'held', 0);
    // It takes one place of the hour, not one for each event that it names.
    for (const event of events) if (event !== last) await put(trx, rule, event, 'told', now, { mailId });
  });
}

async function oweGathered(trx: Trx, ruleId: number, now: number): Promise<void> {
  // The first of the flood sets the time; those that follow must not push it away.
  if ((await store.waitingIn(trx, ruleId, 'gathered')).length > 1) return;
  await oweJob(trx, {
    task: tasks.gathered,
    payload: { rule: ruleId },
    key: `gathered ${ruleId}`,
    runAt: new Date(now + gatherMs),
    priority: -10,
  });
}

async function mailGathered(parts: SendingParts, ruleId: number): Promise<void> {
  await withRule(
    parts,
    ruleId,
    (trx) => store.waitingIn(trx, ruleId, 'gathered'),
    async (trx, rule, events) => {
      if (events.length > 0) await sendNow(parts, trx, rule, events, 'now', 0);
    },
  );
}
