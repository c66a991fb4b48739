import type { Person } from '../../access/principal.ts';
import {
  coversDevice,
  decide,
  gatherMs,
  hourMs,
  isEnd,
  type MailedEvent,
  type MailedPlace,
  nextReminder,
  type RuleMailState,
  type RuleTerms,
  rulesFor,
  singleMails,
  termsOf,
} from '../../notify/index.ts';
import type { Db } from '../../platform/db.ts';

/** A warning that was not sent: the sensor it is about, and its beginning and end (null: still active), in unix ms. */
export interface RehearsedMailWarning {
  readonly path: string;
  readonly from: number;
  readonly to: number | null;
}

/** How many e-mails a person would have got, without their addresses. */
export interface RehearsedMails {
  readonly owner: Person;
  readonly before: number;
  readonly after: number;
}

/** Counts the e-mails up to `until` that the rules in force would have sent for two lists of warnings of one device. */
export async function rehearseMails(
  dependencies: { readonly db: Db; readonly loadPerson: (userId: number) => Promise<Person | undefined> },
  place: MailedPlace,
  before: readonly RehearsedMailWarning[],
  after: readonly RehearsedMailWarning[],
  until: number,
): Promise<RehearsedMails[]> {
  const rules = await rulesFor(dependencies.db, [place.clientId], ['warning']);
  const byOwner = new Map<number, { owner: Person; before: number; after: number }>();
  for (const rule of rules) {
    const owner = byOwner.get(rule.user_id)?.owner ?? (await dependencies.loadPerson(rule.user_id));
    if (!owner || !coversDevice(rule, owner, place)) continue;
    const terms = termsOf(rule);
    const counts = byOwner.get(rule.user_id) ?? { owner, before: 0, after: 0 };
    counts.before += countMails(terms, before, until);
    counts.after += countMails(terms, after, until);
    byOwner.set(rule.user_id, counts);
  }
  return [...byOwner.values()];
}

interface Warned extends RehearsedMailWarning {
  readonly id: number;
  state: RuleMailState | null;
}
type Due =
  | { readonly at: number; readonly kind: 'on' | 'off' | 'due' | 'reminder'; readonly warning: Warned }
  | { readonly at: number; readonly kind: 'gathered' }
  | { readonly at: number; readonly kind: 'release'; readonly path: string };

/**
 * Counts the e-mails of one rule up to `until` for these warnings alone, by its own decisions. Nobody acknowledges:
 * reminders go on until the warning ends.
 */
export function countMails(terms: RuleTerms, warnings: readonly RehearsedMailWarning[], until: number): number {
  return new MailCount(terms, until).run(warnings);
}

const eventAt = ({ id }: Warned, type: 'warning_on' | 'warning_off', at: number): MailedEvent => ({
  id,
  type,
  at,
  receivedAt: at,
  isTest: false,
  isActive: type === 'warning_on',
  forebearId: null,
});

class MailCount {
  readonly #terms: RuleTerms;
  readonly #until: number;
  readonly #later: Due[] = [];
  readonly #sent = new Map<string, number[]>();
  readonly #held = new Map<string, Warned[]>();
  #gathered: Warned[] = [];
  #recent: number[] = [];
  #mails = 0;

  constructor(terms: RuleTerms, until: number) {
    this.#terms = terms;
    this.#until = until;
  }

  run(warnings: readonly RehearsedMailWarning[]): number {
    const events = warnings.flatMap((one, id): Due[] => {
      const warning: Warned = { ...one, id, state: null };
      const on: Due = { at: one.from, kind: 'on', warning };
      return one.to === null ? [on] : [on, { at: one.to, kind: 'off', warning }];
    });
    events.sort((a, b) => a.at - b.at);
    let next = 0;
    for (;;) {
      const event = events[next];
      const later = this.#soonest(event?.at ?? this.#until);
      if (later) this.#fallsDue(later);
      else if (event) {
        const batch: Due[] = [];
        while (events[next]?.at === event.at) batch.push(events[next++] ?? event);
        this.#happen(batch, event.at);
      } else return this.#mails;
    }
  }

  /** Takes what falls due first, if it is before a moment. */
  #soonest(before: number): Due | undefined {
    let best = -1;
    this.#later.forEach((one, index) => {
      if (one.at < before && one.at < (this.#later[best]?.at ?? Number.POSITIVE_INFINITY)) best = index;
    });
    return best < 0 ? undefined : this.#later.splice(best, 1)[0];
  }

  #happen(batch: readonly Due[], now: number): void {
    let isMailed = false;
    for (const one of batch) {
      if (one.kind !== 'on' && one.kind !== 'off') continue;
      const { warning } = one;
      const type = one.kind === 'on' ? 'warning_on' : 'warning_off';
      const before = {
        on: warning.state,
        sentLastHour: this.#lastHour(warning.path, now),
        mailsLastMinute: this.#lastMinute(now),
      };
      const decision = decide(this.#terms, eventAt(warning, type, now), before, now);
      const isOff = isEnd(type);
      switch (decision.kind) {
        case 'mail':
          isMailed = true;
          if (!isOff) this.#noteSent(warning, now);
          break;
        case 'gather':
          this.#gather(warning, now, !isOff);
          break;
        case 'hold':
          this.#hold(warning, decision.releaseAt);
          break;
        case 'wait':
          warning.state = 'waiting';
          this.#later.push({ at: decision.dueAt, kind: 'due', warning });
          break;
        case 'drop':
          break;
        default:
          decision satisfies never;
      }
    }
    if (isMailed) this.#mail(now);
  }

  #fallsDue(due: Due): void {
    const now = due.at;
    switch (due.kind) {
      case 'due':
      case 'reminder':
        if (due.warning.to !== null && due.warning.to <= now) return;
        if (this.#lastMinute(now) >= singleMails) this.#gather(due.warning, now, true);
        else {
          this.#noteSent(due.warning, now);
          this.#mail(now);
        }
        return;
      case 'gathered':
        for (const warning of this.#gathered) this.#noteSent(warning, now);
        this.#gathered = [];
        this.#mail(now);
        return;
      case 'release': {
        const sent = this.#lastHour(due.path, now);
        if (sent.length >= this.#terms.numberPerHour) {
          this.#later.push({ at: Math.min(...sent) + hourMs, kind: 'release', path: due.path });
          return;
        }
        const held = this.#held.get(due.path) ?? [];
        this.#held.delete(due.path);
        for (const warning of held) warning.state = 'told';
        const last = held.at(-1);
        if (last) this.#noteSent(last, now);
        this.#mail(now);
        return;
      }
      default:
        return;
    }
  }

  #noteSent(warning: Warned, now: number): void {
    warning.state = 'sent';
    this.#sent.set(warning.path, [...this.#lastHour(warning.path, now), now]);
    const at = nextReminder(this.#terms, eventAt(warning, 'warning_on', now), now);
    if (at !== null) this.#later.push({ at, kind: 'reminder', warning });
  }

  #gather(warning: Warned, now: number, isOn: boolean): void {
    if (this.#gathered.length === 0) this.#later.push({ at: now + gatherMs, kind: 'gathered' });
    this.#gathered.push(warning);
    if (isOn) {
      warning.state = 'gathered';
      this.#sent.set(warning.path, [...this.#lastHour(warning.path, now), now]);
    }
  }

  #hold(warning: Warned, releaseAt: number): void {
    warning.state = 'held';
    const held = this.#held.get(warning.path);
    if (held) held.push(warning);
    else {
      this.#held.set(warning.path, [warning]);
      this.#later.push({ at: releaseAt, kind: 'release', path: warning.path });
    }
  }

  #lastHour(path: string, now: number): readonly number[] {
    return (this.#sent.get(path) ?? []).filter((at) => at > now - hourMs);
  }

  #lastMinute(now: number): number {
    this.#recent = this.#recent.filter((at) => at > now - 60_000);
    return this.#recent.length;
  }

  #mail(now: number): void {
    this.#mails++;
    this.#recent.push(now);
  }
}
