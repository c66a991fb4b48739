import type { RuleEvent } from '@tocsin/contract/email-rules';
import type { Clock } from '../../../base/clock.ts';
import type { Log } from '../../../base/log.ts';
import type { Person } from '../../../policy/who.ts';
import { applyRule } from './applying.ts';
import { hourMs, ruleEvent } from './decide.ts';
import { judged } from './mailing.ts';
import { reaches } from './reach.ts';
import * as store from './store.ts';
import * as owed from './store-owed.ts';
import type { SendingParts } from './worker.ts';

/** Said by the line's transaction when it owes events. */
export const owedChannel = 'email_rule_owed';

/** So many events at most are asked about in one go. */
const roundSize = 1_000;
const rulesAtOnce = 4;
/** A rule that fails is asked again after 1, 2, 4 s and so on up to an hour, for more than a day. */
const mostAttempts = 36;
const retryAfterMs = (attempts: number): number => Math.min(1000 * 2 ** attempts, hourMs);

export interface RoundParts extends SendingParts {
  readonly log: Log;
}

/**
 * Asks every rule about all events that wait; false when none does. A process that dies in between leaves them owed,
 * and a rule that has answered before says nothing twice.
 */
export async function askOwed(parts: RoundParts): Promise<boolean> {
  return await parts.db.transaction().execute(async (trx) => {
    const now = parts.clock.now();
    const waiting = await owed.takeOwed(trx, now, roundSize);
    if (waiting.length === 0) return false;
    const failed = await askRules(parts, waiting);
    const done: number[] = [];
    for (const one of waiting) {
      if (!failed.has(one.event_id)) done.push(one.id);
      else if (one.attempts + 1 < mostAttempts) await owed.putOffOwed(trx, one.id, now + retryAfterMs(one.attempts));
      else {
        parts.log.error('gave up asking the e-mail rules', { event: one.event_id });
        done.push(one.id);
      }
    }
    await owed.forgetOwed(trx, done);
    return true;
  });
}

/** Each rule in a transaction of its own, so that one that fails keeps none of the others. Returns what failed. */
async function askRules(parts: RoundParts, waiting: readonly owed.OwedEvent[]): Promise<ReadonlySet<number>> {
  const found = await store.eventsToMail(
    parts.db,
    waiting.map((one) => one.event_id),
  );
  const again = new Set(waiting.filter((one) => one.again).map((one) => one.event_id));
  const types = new Set(
    found.map((event) => ruleEvent(judged(event))).filter((type): type is RuleEvent => type !== undefined),
  );
  const failed = new Set<number>();
  if (types.size === 0) return failed;
  const rules = await store.rulesFor(parts.db, [...new Set(found.map((event) => event.client_id))], [...types]);
  const owners = await ownersOf(parts, rules);
  const round = withKnownUnits(parts);
  await each(rules, rulesAtOnce, async (known) => {
    const owner = owners.get(known.user_id);
    const mine = owner ? found.filter((event) => reaches(known, owner, event)) : [];
    if (mine.length === 0) return;
    try {
      await parts.db.transaction().execute(async (trx) => {
        const rule = await store.holdRule(trx, known.id);
        if (!rule) return;
        const news = mine.filter((event) => !again.has(event.id));
        if (news.length > 0) await applyRule(round, trx, rule, news, 'new');
        const old = mine.filter((event) => again.has(event.id));
        if (old.length > 0) await applyRule(round, trx, rule, old, 'again');
      });
    } catch (error) {
      parts.log.error('an e-mail rule failed', { rule: known.id, error });
      for (const event of mine) failed.add(event.id);
    }
  });
  return failed;
}

async function ownersOf(parts: RoundParts, rules: readonly store.SendingRule[]): Promise<Map<number, Person>> {
  const owners = new Map<number, Person>();
  for (const id of new Set(rules.map((rule) => rule.user_id))) {
    const person = await parts.loadPerson(id);
    if (person) owners.set(id, person);
  }
  return owners;
}

/** Many rules tell of one sensor: its unit is looked up once a round. */
function withKnownUnits(parts: RoundParts): RoundParts {
  const units = new Map<string, Promise<string>>();
  return {
    ...parts,
    unitOf: (deviceId, path) => {
      const key = `${deviceId} ${path}`;
      const known = units.get(key) ?? parts.unitOf(deviceId, path);
      units.set(key, known);
      return known;
    },
  };
}

async function each<Item>(items: readonly Item[], atOnce: number, work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const go = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, go));
}

const lookMs = 1_000;

/** Asks when it is woken, and looks by itself every second: a call can be lost with its connection. */
export class RuleRounds {
  readonly #ask: () => Promise<boolean>;
  readonly #clock: Clock;
  readonly #log: Log;
  #running: Promise<void> | null = null;
  #again = false;
  #failing = false;
  #stopped = false;
  #cancel: () => void = () => {};

  constructor(parts: { readonly ask: () => Promise<boolean>; readonly clock: Clock; readonly log: Log }) {
    this.#ask = parts.ask;
    this.#clock = parts.clock;
    this.#log = parts.log;
  }

  wake(): void {
    if (this.#stopped) return;
    this.#again = true;
    if (this.#running) return;
    this.#cancel();
    this.#running = this.#run().finally(() => {
      this.#running = null;
      if (!this.#stopped) this.#cancel = this.#clock.after(lookMs, () => this.wake());
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false;
        if (await this.#ask()) this.#again = true;
      }
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) this.#log.warn('the e-mail rules could not be asked; they are asked again', { error });
      this.#failing = true;
    }
  }
}
