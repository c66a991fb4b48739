import type { Trx } from '../../../base/audit.ts';
import type { Db } from '../../../base/db.ts';
import type { JobTask } from '../../../base/jobs.ts';
import type { Person } from '../../../policy/who.ts';
import { mailDue } from './applying.ts';
import { hourMs, isOff } from './decide.ts';
import { type Due, keyOf, type MailingParts, mailAbout, oweRelease, oweReminder, rowOf, tasks } from './mailing.ts';
import { reaches } from './reach.ts';
import type { EventToMail, SendingRule } from './store.ts';
import * as store from './store.ts';
import * as kept from './store-rule-mail.ts';

export interface SendingParts extends MailingParts {
  readonly db: Db;
  /** The rule's owner as they may see things now. */
  readonly loadPerson: (userId: number) => Promise<Person | undefined>;
}

const valueIn = (payload: unknown, name: string): unknown =>
  payload !== null && typeof payload === 'object' ? Reflect.get(payload, name) : undefined;
const numberIn = (payload: unknown, name: string): number => {
  const value = valueIn(payload, name);
  if (typeof value !== 'number') throw new Error(`a job without its ${name}`);
  return value;
};
/** The tasks that wait for their time; each is safe to run twice. */
export function sendingTasks(parts: SendingParts): Record<string, JobTask> {
  return {
    [tasks.due]: (payload) => mailStanding(parts, numberIn(payload, 'rule'), numberIn(payload, 'event'), 0),
    [tasks.reminder]: (payload) =>
      mailStanding(parts, numberIn(payload, 'rule'), numberIn(payload, 'event'), numberIn(payload, 'step')),
    [tasks.release]: (payload) => releaseHeld(parts, numberIn(payload, 'rule'), numberIn(payload, 'event')),
    [tasks.gathered]: (payload) => mailGathered(parts, numberIn(payload, 'rule')),
  };
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
