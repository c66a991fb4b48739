import type { Trx } from '../../../platform/db.ts';
import { isEnd, type SendingRule } from '../../1-match/match.ts';
import type { EventToSend } from '../../event-to-send.ts';
import { decide, type RuleMailState, singleMails } from './decide.ts';
import {
  enqueueDue,
  enqueueGathered,
  enqueueRelease,
  enqueueReminder,
  keyOf,
  type MailingDependencies,
  mailAbout,
  rowOf,
  termsOf,
  toMailedEvent,
} from './queue-mail.ts';
import * as ruleMails from './store-rule-mail.ts';
import { testedSince } from './store-rule-mail.ts';

/** Why the rule runs: a new event, or an active one that notifies again after a suspension. */
export type RunReason = 'new' | 'again';

/** The rule's own test mail replaces the mail about its event for this long. */
const testWindowMs = 60_000;

/** Applies one locked rule to each event of a batch; immediate events go in one mail. */
export async function applyRule(
  dependencies: MailingDependencies,
  trx: Trx,
  rule: SendingRule,
  events: readonly EventToSend[],
  reason: RunReason,
): Promise<void> {
  const now = dependencies.clock.now();
  await ruleMails.forgetBefore(trx, rule.id, events);
  const met = new Map(
    await ruleMails.statesOf(
      trx,
      rule.id,
      events.flatMap(({ id, forebear_id: on }) => (on === null ? [id] : [id, on])),
    ),
  );
  const lastHour =
    rule.number_per_hour > 0 ? await ruleMails.sentLastHour(trx, rule.id, now) : new Map<string, number[]>();
  const mailsLastMinute = await ruleMails.mailsSince(trx, rule.id, new Date(now - 60_000));
  const mailed: EventToSend[] = [];
  const rows: ruleMails.RuleMailRow[] = [];
  let gathers = false;
  const put = (event: EventToSend, state: RuleMailState): void => {
    met.set(event.id, state);
    rows.push(rowOf(rule, event, state, now));
  };
  for (const event of events) {
    const before = met.get(event.id);
    if (before !== undefined) {
      if (reason === 'again') await resume(trx, rule, event, before, now);
      continue;
    }
    if (event.type === 'test' && (await testedSince(trx, rule.id, event.at - testWindowMs))) {
      put(event, 'dropped');
      continue;
    }
    const key = ruleMails.keyText(keyOf(event));
    const on = event.forebear_id === null ? null : (met.get(event.forebear_id) ?? null);
    const decision = decide(
      termsOf(rule),
      toMailedEvent(event),
      { on, sentLastHour: lastHour.get(key) ?? [], mailsLastMinute },
      now,
    );
    switch (decision.kind) {
      case 'mail':
        mailed.push(event);
        // Events in this mail count as sent for the rest of the batch.
        met.set(event.id, 'sent');
        if (!isEnd(event.type)) lastHour.set(key, [...(lastHour.get(key) ?? []), now]);
        break;
      case 'gather':
        put(event, 'gathered');
        if (!isEnd(event.type)) lastHour.set(key, [...(lastHour.get(key) ?? []), now]);
        gathers = true;
        break;
      case 'hold':
        put(event, 'held');
        await enqueueRelease(trx, rule.id, event, decision.releaseAt);
        break;
      case 'wait':
        put(event, 'waiting');
        await enqueueDue(trx, rule, event, decision.dueAt);
        break;
      case 'drop':
        put(event, 'dropped');
        break;
      default:
        decision satisfies never;
    }
  }
  if (gathers) await enqueueGathered(trx, rule.id, now);
  await ruleMails.putRuleMails(trx, rows);
  await mailAbout(
    dependencies,
    trx,
    rule,
    mailed.map((event) => ({ event, step: 0 })),
    'now',
  );
}

/** Decides events that fell due during the suspension; mailed ones are not mailed again. */
async function resume(
  trx: Trx,
  rule: SendingRule,
  event: EventToSend,
  state: RuleMailState,
  now: number,
): Promise<void> {
  if (state === 'held') await enqueueRelease(trx, rule.id, event, now);
  if (state === 'gathered') await enqueueGathered(trx, rule.id, now);
  if (state !== 'waiting') return;
  const decision = decide(termsOf(rule), toMailedEvent(event), { on: null, sentLastHour: [], mailsLastMinute: 0 }, now);
  await enqueueDue(trx, rule, event, decision.kind === 'wait' ? decision.dueAt : now);
}

/** A mail that falls due by time: alone, or gathered when many of this rule fall due at once. */
export async function mailDue(
  dependencies: MailingDependencies,
  trx: Trx,
  rule: SendingRule,
  event: EventToSend,
  step: number,
): Promise<void> {
  const now = dependencies.clock.now();
  if ((await ruleMails.mailsSince(trx, rule.id, new Date(now - 60_000))) < singleMails) {
    await mailAbout(dependencies, trx, rule, [{ event, step }], step > 0 ? 'reminder' : 'still');
    return;
  }
  await enqueueGathered(trx, rule.id, now);
  await ruleMails.putRuleMails(trx, [rowOf(rule, event, 'gathered', now, { step })]);
  await enqueueReminder(trx, rule, event, step + 1, now);
}
