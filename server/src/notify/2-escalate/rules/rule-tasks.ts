import type { Person } from '../../../access/principal.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import type { JobTask } from '../../../platform/jobs.ts';
import { isEnd, ruleIsAbout, type SendingRule } from '../../1-match/match.ts';
import * as store from '../../1-match/store.ts';
import { type EventToSend, presentEvents } from '../../event-to-send.ts';
import { mailDue } from './apply-rule.ts';
import { hourMs } from './decide.ts';
import {
  type Due,
  enqueueRelease,
  enqueueReminder,
  keyOf,
  type MailingDependencies,
  mailAbout,
  rowOf,
  tasks,
} from './queue-mail.ts';
import * as ruleMails from './store-rule-mail.ts';

export interface SendingDependencies extends MailingDependencies {
  readonly db: Db;
  /** The rule's owner with current access. */
  readonly loadPerson: (db: Db, userId: number) => Promise<Person | undefined>;
}

const valueIn = (payload: unknown, name: string): unknown =>
  payload !== null && typeof payload === 'object' ? Reflect.get(payload, name) : undefined;
const numberIn = (payload: unknown, name: string): number => {
  const value = valueIn(payload, name);
  if (typeof value !== 'number') throw new Error(`a job without its ${name}`);
  return value;
};
/** The scheduled tasks; each is safe to run twice. */
export function sendingTasks(dependencies: SendingDependencies): Record<string, JobTask> {
  return {
    [tasks.due]: (payload) => mailActive(dependencies, numberIn(payload, 'rule'), numberIn(payload, 'event'), 0),
    [tasks.reminder]: (payload) =>
      mailActive(dependencies, numberIn(payload, 'rule'), numberIn(payload, 'event'), numberIn(payload, 'step')),
    [tasks.release]: (payload) => releaseHeld(dependencies, numberIn(payload, 'rule'), numberIn(payload, 'event')),
    [tasks.gathered]: (payload) => mailGathered(dependencies, numberIn(payload, 'rule')),
  };
}

/** Runs `work` with the rule locked, the current events, and whether the owner may still see each. */
async function withRule(
  dependencies: SendingDependencies,
  ruleId: number,
  work: (
    trx: Trx,
    rule: SendingRule,
    load: (ids: readonly number[]) => Promise<EventToSend[]>,
    sees: (event: EventToSend) => boolean,
  ) => Promise<void>,
): Promise<void> {
  await dependencies.db.transaction().execute(async (trx) => {
    const rule = await store.holdRule(trx, ruleId);
    const owner = rule && (await dependencies.loadPerson(trx, rule.user_id));
    if (!rule || !owner) return;
    await work(
      trx,
      rule,
      (ids) => presentEvents(trx, ids),
      (event) => ruleIsAbout(rule, owner, event),
    );
  });
}

/** After X minutes or X hours: mails if the alarm is still active. An acknowledgement ends the reminders. */
async function mailActive(
  dependencies: SendingDependencies,
  ruleId: number,
  eventId: number,
  step: number,
): Promise<void> {
  await withRule(dependencies, ruleId, async (trx, rule, load, sees) => {
    const [event] = await load([eventId]);
    if (!event?.is_active || (step > 0 && event.acknowledged_by !== null)) return;
    if (!sees(event)) {
      // Suspended or not visible to the owner at the moment: the schedule goes on without mails.
      if (step > 0) await enqueueReminder(trx, rule, event, step, dependencies.clock.now());
      return;
    }
    const state = await ruleMails.stateOf(trx, ruleId, eventId, step);
    if (state === null || state === 'waiting') await mailDue(dependencies, trx, rule, event, step);
  });
}

/** When the hour has room again: one mail summarizes the held events of this sensor and which are still active. */
async function releaseHeld(dependencies: SendingDependencies, ruleId: number, eventId: number): Promise<void> {
  await withRule(dependencies, ruleId, async (trx, rule, load, sees) => {
    const [example] = await load([eventId]);
    if (!example) return;
    const now = dependencies.clock.now();
    const key = keyOf(example);
    const sent = (await ruleMails.sentLastHour(trx, rule.id, now)).get(ruleMails.keyText(key)) ?? [];
    if (rule.number_per_hour > 0 && sent.length >= rule.number_per_hour) {
      await enqueueRelease(trx, rule.id, example, Math.min(...sent) + hourMs);
      return;
    }
    const events = (await load(await ruleMails.heldOf(trx, rule.id, key))).filter(sees);
    const last = events.at(-1);
    if (!last) return;
    const due = events.map((event) => ({ event, step: 0 }));
    const [mailId] = await mailAbout(dependencies, trx, rule, due, 'held');
    // The summary counts once towards the cap, not once per event.
    const others = events.filter((event) => event !== last);
    await ruleMails.putRuleMails(
      trx,
      others.map((event) => rowOf(rule, event, 'told', now, mailId === undefined ? {} : { mailId })),
    );
  });
}

/**
 * When the gathering period of a flood ends: all events in one mail, most severe first. Reminders of ended events are
 * left out.
 */
async function mailGathered(dependencies: SendingDependencies, ruleId: number): Promise<void> {
  await withRule(dependencies, ruleId, async (trx, rule, load, sees) => {
    const waiting = await ruleMails.gatheredOf(trx, ruleId);
    const byId = new Map((await load(waiting.map((one) => one.eventId))).map((event) => [event.id, event]));
    const heldBack = new Set([...byId.values()].filter((event) => event.is_shelved).map((event) => event.id));
    const due = waiting.flatMap(({ eventId, step }): Due[] => {
      const event = byId.get(eventId);
      return event && sees(event) ? [{ event, step }] : [];
    });
    const isRepeat = ({ event, step }: Due) => step > 0 || (rule.contact_when === 2 && !isEnd(event.type));
    const over = due.filter((one) => isRepeat(one) && !one.event.is_active);
    const untold = new Set(over.map(({ event }) => event.id));
    const isOver = (one: Due) =>
      untold.has(one.event.id) ||
      (one.event.forebear_id !== null && (untold.has(one.event.forebear_id) || heldBack.has(one.event.forebear_id)));
    const now = dependencies.clock.now();
    await ruleMails.putRuleMails(
      trx,
      due.filter(isOver).map(({ event, step }) => rowOf(rule, event, 'dropped', now, { step })),
    );
    const left = due.filter((one) => !isOver(one));
    const repeats = left.filter(isRepeat);
    const news = left.filter((one) => !isRepeat(one));
    await mailAbout(dependencies, trx, rule, news, 'now');
    await mailAbout(dependencies, trx, rule, repeats, rule.contact_when === 2 ? 'still' : 'reminder');
  });
}
