import type { RuleEvent } from '@tocsin/contract/email-rules';
import type { Person } from '../../../access/principal.ts';
import { mapSome } from '../../../platform/each.ts';
import type { Log } from '../../../platform/log.ts';
import { ruleEvent, ruleIsAbout, type SendingRule } from '../../1-match/match.ts';
import * as store from '../../1-match/store.ts';
import * as pending from '../../1-match/store-pending.ts';
import { presentEvents } from '../../event-to-send.ts';
import { applyRule } from './apply-rule.ts';
import { hourMs } from './decide.ts';
import type { SendingDependencies } from './rule-tasks.ts';

/** Maximum number of events per run. */
const roundSize = 1_000;
const rulesAtOnce = 4;
/** A failing rule is retried after 1, 2, 4 s and so on, up to an hour apart, for more than a day. */
const maxAttempts = 36;
const retryAfterMs = (attempts: number): number => Math.min(1000 * 2 ** attempts, hourMs);

export interface RuleWorkerDependencies extends SendingDependencies {
  readonly log: Log;
}

/**
 * Applies every rule to all pending events; false when none is pending. If the process dies in between, the events stay
 * pending, and a rule that has already decided them sends nothing twice.
 */
export async function askPending(dependencies: RuleWorkerDependencies): Promise<boolean> {
  return await dependencies.db.transaction().execute(async (trx) => {
    const now = dependencies.clock.now();
    const waiting = await pending.claimPending(trx, 'rules', new Date(now), { limit: roundSize });
    if (waiting.length === 0) return false;
    const failed = await askRules(dependencies, waiting);
    const done: number[] = [];
    for (const one of waiting) {
      if (!failed.has(one.event_id)) done.push(one.id);
      else if (one.attempts + 1 < maxAttempts)
        await pending.postponePending(trx, one.id, new Date(now + retryAfterMs(one.attempts)));
      else {
        dependencies.log.error('gave up applying the e-mail rules to an event', { event: one.event_id });
        done.push(one.id);
      }
    }
    await pending.deletePending(trx, done);
    return true;
  });
}

/** Runs each rule in its own transaction, so that a failing rule does not block the others. Returns the failures. */
async function askRules(
  dependencies: RuleWorkerDependencies,
  waiting: readonly pending.PendingRow[],
): Promise<ReadonlySet<number>> {
  const events = await presentEvents(
    dependencies.db,
    waiting.map((one) => one.event_id),
  );
  const again = new Set(waiting.filter((one) => one.is_again).map((one) => one.event_id));
  const types = new Set(
    events.map((event) => ruleEvent(event)).filter((type): type is RuleEvent => type !== undefined),
  );
  const failed = new Set<number>();
  if (types.size === 0) return failed;
  const rules = await store.rulesFor(dependencies.db, [...new Set(events.map((event) => event.client_id))], [...types]);
  const owners = await ownersOf(dependencies, rules);
  await mapSome(rules, rulesAtOnce, async (known) => {
    const owner = owners.get(known.user_id);
    const mine = owner ? events.filter((event) => ruleIsAbout(known, owner, event)) : [];
    if (mine.length === 0) return;
    try {
      await dependencies.db.transaction().execute(async (trx) => {
        const rule = await store.holdRule(trx, known.id);
        if (!rule) return;
        const news = mine.filter((event) => !again.has(event.id));
        if (news.length > 0) await applyRule(dependencies, trx, rule, news, 'new');
        const old = mine.filter((event) => again.has(event.id));
        if (old.length > 0) await applyRule(dependencies, trx, rule, old, 'again');
      });
    } catch (error) {
      dependencies.log.error('an e-mail rule failed', { rule: known.id, error });
      for (const event of mine) failed.add(event.id);
    }
  });
  return failed;
}

async function ownersOf(
  dependencies: RuleWorkerDependencies,
  rules: readonly SendingRule[],
): Promise<Map<number, Person>> {
  const owners = new Map<number, Person>();
  for (const id of new Set(rules.map((rule) => rule.user_id))) {
    const person = await dependencies.loadPerson(dependencies.db, id);
    if (person) owners.set(id, person);
  }
  return owners;
}
