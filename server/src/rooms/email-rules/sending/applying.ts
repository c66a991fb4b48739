import type { Trx } from '../../../base/audit.ts';
import { decide, isOff, type RuleMailState, singleMails } from './decide.ts';
import {
  judged,
  keyOf,
  type MailingParts,
  mailAbout,
  oweDue,
  oweGathered,
  oweRelease,
  oweReminder,
  rowOf,
  termsOf,
} from './mailing.ts';
import type { EventToMail, SendingRule } from './store.ts';
import { testedSince } from './store.ts';
import * as kept from './store-rule-mail.ts';

/** Why it is asked: something happened, or what stands is told again after a suspension. */
export type Asked = 'new' | 'again';

/** A test mail of the rule itself stands for its event for so long. */
const testWindowMs = 60_000;

/** Decides each event of a batch under one rule, which the caller holds; what is to go now goes in one mail. */
export async function applyRule(
  parts: MailingParts,
  trx: Trx,
  rule: SendingRule,
  events: readonly EventToMail[],
  asked: Asked,
): Promise<void> {
  const now = parts.clock.now();
  const met = new Map(
    await kept.statesOf(
      trx,
      rule.id,
      events.flatMap(({ id, forebear_id: on }) => (on === null ? [id] : [id, on])),
    ),
  );
  const lastHour = rule.number_per_hour > 0 ? await kept.sentLastHour(trx, rule.id, now) : new Map<string, number[]>();
  const mailsLastMinute = await kept.mailsSince(trx, rule.id, new Date(now - 60_000));
  const mailed: EventToMail[] = [];
  const rows: kept.RuleMailRow[] = [];
  let gathers = false;
  const put = (event: EventToMail, state: RuleMailState): void => {
    met.set(event.id, state);
    rows.push(rowOf(rule, event, state, now));
  };
  for (const event of events) {
    const before = met.get(event.id);
    if (before !== undefined) {
      if (asked === 'again') await resume(trx, rule, event, before, now);
      continue;
    }
    if (event.type === 'test' && (await testedSince(trx, rule.id, event.at - testWindowMs))) {
      put(event, 'dropped');
      continue;
    }
    const key = kept.keyText(keyOf(event));
    const on = event.forebear_id === null ? null : (met.get(event.forebear_id) ?? null);
    const decision = decide(
      termsOf(rule),
      judged(event),
      { on, sentLastHour: lastHour.get(key) ?? [], mailsLastMinute },
      now,
    );
    switch (decision.kind) {
      case 'mail':
        mailed.push(event);
        // What goes into this very mail counts as sent for what follows in the batch.
        met.set(event.id, 'sent');
        if (!isOff(event.type)) lastHour.set(key, [...(lastHour.get(key) ?? []), now]);
        break;
      case 'gather':
        put(event, 'gathered');
        if (!isOff(event.type)) lastHour.set(key, [...(lastHour.get(key) ?? []), now]);
        gathers = true;
        break;
      case 'hold':
        put(event, 'held');
        await oweRelease(trx, rule.id, event, decision.releaseAt);
        break;
      case 'wait':
        put(event, 'waiting');
        await oweDue(trx, rule, event, decision.dueAt);
        break;
      case 'drop':
        put(event, 'dropped');
        break;
      default:
        decision satisfies never;
    }
  }
  if (gathers) await oweGathered(trx, rule.id, now);
  await kept.putRuleMails(trx, rows);
  await mailAbout(
    parts,
    trx,
    rule,
    mailed.map((event) => ({ event, step: 0 })),
    'now',
  );
}

/** What fell due while nobody might be told of it is looked at now; what was mailed is not mailed twice. */
async function resume(
  trx: Trx,
  rule: SendingRule,
  event: EventToMail,
  state: RuleMailState,
  now: number,
): Promise<void> {
  if (state === 'held') await oweRelease(trx, rule.id, event, now);
  if (state === 'gathered') await oweGathered(trx, rule.id, now);
  if (state !== 'waiting') return;
  const decision = decide(termsOf(rule), judged(event), { on: null, sentLastHour: [], mailsLastMinute: 0 }, now);
  await oweDue(trx, rule, event, decision.kind === 'wait' ? decision.dueAt : now);
}

/** A mail that falls due by the clock: alone, or with others when many of this rule fall due at once. */
export async function mailDue(
  parts: MailingParts,
  trx: Trx,
  rule: SendingRule,
  event: EventToMail,
  step: number,
): Promise<void> {
  const now = parts.clock.now();
  if ((await kept.mailsSince(trx, rule.id, new Date(now - 60_000))) < singleMails) {
    await mailAbout(parts, trx, rule, [{ event, step }], step > 0 ? 'reminder' : 'still');
    return;
  }
  await oweGathered(trx, rule.id, now);
  await kept.putRuleMails(trx, [rowOf(rule, event, 'gathered', now, { step })]);
  await oweReminder(trx, rule, event, step + 1, now);
}
