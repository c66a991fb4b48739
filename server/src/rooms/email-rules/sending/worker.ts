import type { RuleEvent } from '@tocsin/contract/email-rules';
import { ClientId, SiteId } from '@tocsin/contract/ids';
import type { Trx } from '../../../base/audit.ts';
import type { Db } from '../../../base/db.ts';
import type { JobTask } from '../../../base/jobs.ts';
import { isOemOrSuper, isStaff, type Person, seesSite } from '../../../policy/who.ts';
import { type Asked, applyRule, mailDue } from './applying.ts';
import { hourMs, isOff, ruleEvent } from './decide.ts';
import {
  type Due,
  judged,
  keyOf,
  type MailingParts,
  mailAbout,
  oweRelease,
  oweReminder,
  rowOf,
  tasks,
} from './mailing.ts';
import type { EventToMail, SendingRule } from './store.ts';
import * as store from './store.ts';
import * as kept from './store-rule-mail.ts';

export interface SendingParts extends MailingParts {
  readonly db: Db;
  /** The rule's owner as they may see things now. */
  readonly loadPerson: (userId: number) => Promise<Person | undefined>;
}

/**
 * The job that the line owes in the transaction of its events; payload `{"events": [ids], "again": [ids]}`, the latter
 * told once more after a suspension. Its jobs run one after the other, so that an off never overtakes its on.
 */
export const eventsTask = 'email-rules.events';
export const eventsQueue = 'rule events';

const valueIn = (payload: unknown, name: string): unknown =>
  payload !== null && typeof payload === 'object' ? Reflect.get(payload, name) : undefined;
const numberIn = (payload: unknown, name: string): number => {
  const value = valueIn(payload, name);
  if (typeof value !== 'number') throw new Error(`a job without its ${name}`);
  return value;
};
const idsIn = (payload: unknown, name: string): number[] => {
  const ids = valueIn(payload, name);
  return Array.isArray(ids) ? ids.map(Number) : [];
};

/** The tasks that turn events into mails; each is safe to run twice. */
export function sendingTasks(parts: SendingParts): Record<string, JobTask> {
  return {
    async [eventsTask](payload) {
      await mailEvents(parts, idsIn(payload, 'events'), 'new');
      await mailEvents(parts, idsIn(payload, 'again'), 'again');
    },
    [tasks.due]: (payload) => mailStanding(parts, numberIn(payload, 'rule'), numberIn(payload, 'event'), 0),
    [tasks.reminder]: (payload) =>
      mailStanding(parts, numberIn(payload, 'rule'), numberIn(payload, 'event'), numberIn(payload, 'step')),
    [tasks.release]: (payload) => releaseHeld(parts, numberIn(payload, 'rule'), numberIn(payload, 'event')),
    [tasks.gathered]: (payload) => mailGathered(parts, numberIn(payload, 'rule')),
  };
}

/** A rule reaches only devices that its owner may still see at sending time. */
function reaches(rule: SendingRule, owner: Person, event: EventToMail): boolean {
  if (rule.client_id !== event.client_id || rule.event_type !== ruleEvent(judged(event))) return false;
  // An event of a site is about none of its devices: rules for all devices take it.
  if (!rule.all_devices && !rule.devices.includes(event.device_id)) return false;
  if (event.suspended && !isOemOrSuper(owner)) return false;
  const site = { siteId: SiteId.parse(event.site_id), clientId: ClientId.parse(event.client_id) };
  return (isStaff(owner) || owner.clients.has(site.clientId)) && seesSite(owner, site);
}

async function mailEvents(parts: SendingParts, ids: readonly number[], asked: Asked): Promise<void> {
  if (ids.length === 0) return;
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
      if (rule) await applyRule(parts, trx, rule, mine, asked);
    });
  }
}

/** Runs `work` with the rule held, the events as they are now, and whether its owner may still see each. */
async function withRule(
  parts: SendingParts,
  ruleId: number,
  work: (
    trx: Trx,
    rule: SendingRule,
    load: (ids: readonly number[]) => Promise<EventToMail[]>,
    sees: (event: EventToMail) => boolean,
  ) => Promise<void>,
): Promise<void> {
  await parts.db.transaction().execute(async (trx) => {
    const rule = await store.holdRule(trx, ruleId);
    const owner = rule && (await parts.loadPerson(rule.user_id));
    if (!rule || !owner) return;
    await work(
      trx,
      rule,
      (ids) => store.eventsToMail(trx, ids),
      (event) => reaches(rule, owner, event),
    );
  });
}

/** X minutes or X hours are over: a mail if it is still in alarm. Reminders end with the acknowledgement. */
async function mailStanding(parts: SendingParts, ruleId: number, eventId: number, step: number): Promise<void> {
  await withRule(parts, ruleId, async (trx, rule, load, sees) => {
    const [event] = await load([eventId]);
    if (!event?.is_active || (step > 0 && event.acknowledged_by !== null)) return;
    if (!sees(event)) {
      // Suspended, or out of the owner's sight, for now: the repeats go on in silence.
      if (step > 0) await oweReminder(trx, rule, event, step, parts.clock.now());
      return;
    }
    const state = await kept.stateOf(trx, ruleId, eventId, step);
    if (state === null || state === 'waiting') await mailDue(parts, trx, rule, event, step);
  });
}

/** The hour has freed a place: one mail tells what was held back for this sensor, and what of it still stands. */
async function releaseHeld(parts: SendingParts, ruleId: number, eventId: number): Promise<void> {
  await withRule(parts, ruleId, async (trx, rule, load, sees) => {
    const [example] = await load([eventId]);
    if (!example) return;
    const now = parts.clock.now();
    const key = keyOf(example);
    const sent = (await kept.sentLastHour(trx, rule.id, now)).get(kept.keyText(key)) ?? [];
    if (rule.number_per_hour > 0 && sent.length >= rule.number_per_hour) {
      await oweRelease(trx, rule.id, example, Math.min(...sent) + hourMs);
      return;
    }
    const events = (await load(await kept.heldOf(trx, rule.id, key))).filter(sees);
    const last = events.at(-1);
    if (!last) return;
    const due = events.map((event) => ({ event, step: 0 }));
    const [mailId] = await mailAbout(parts, trx, rule, due, 'held');
    // It takes one place of the hour, not one for each event that it names.
    const others = events.filter((event) => event !== last);
    await kept.putRuleMails(
      trx,
      others.map((event) => rowOf(rule, event, 'told', now, mailId === undefined ? {} : { mailId })),
    );
  });
}

/** A flood's while is over: all of it in one mail, worst first. What only repeats is left out when it has ended. */
async function mailGathered(parts: SendingParts, ruleId: number): Promise<void> {
  await withRule(parts, ruleId, async (trx, rule, load, sees) => {
    const waiting = await kept.gatheredOf(trx, ruleId);
    const byId = new Map((await load(waiting.map((one) => one.eventId))).map((event) => [event.id, event]));
    const due = waiting.flatMap(({ eventId, step }): Due[] => {
      const event = byId.get(eventId);
      return event && sees(event) ? [{ event, step }] : [];
    });
    const isRepeat = ({ event, step }: Due) => step > 0 || (rule.contact_when === 2 && !isOff(event.type));
    const over = due.filter((one) => isRepeat(one) && !one.event.is_active);
    const untold = new Set(over.map(({ event }) => event.id));
    const isOver = (one: Due) =>
      untold.has(one.event.id) || (one.event.forebear_id !== null && untold.has(one.event.forebear_id));
    const now = parts.clock.now();
    await kept.putRuleMails(
      trx,
      due.filter(isOver).map(({ event, step }) => rowOf(rule, event, 'dropped', now, { step })),
    );
    const left = due.filter((one) => !isOver(one));
    const repeats = left.filter(isRepeat);
    const news = left.filter((one) => !isRepeat(one));
    await mailAbout(parts, trx, rule, news, 'now');
    await mailAbout(parts, trx, rule, repeats, rule.contact_when === 2 ? 'still' : 'reminder');
  });
}
