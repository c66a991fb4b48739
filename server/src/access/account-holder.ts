import type { OwnProof } from '@tocsin/contract/passkeys';
import type { Trx } from '../platform/db.ts';
import type { Person } from './principal.ts';

/** What every call needs that adds a way to reach a person or to read what they may read. */
export interface AccountHolder {
  /** Refuses unless the caller gave their password or one of their passkeys: a stolen session must not be enough. */
  /** Until when a sign-in at the provider proves the person of a session from there; null: it does not. */
  readonly provenUntil: (who: Person) => Promise<Date | null>;
  readonly demandProof: (call: { readonly who: Person; readonly address: string }, proof: OwnProof) => Promise<unknown>;
  /** Mails the holder what was added and what to do if it was not them, in the transaction that adds it. */
  readonly mailAdded: (
    trx: Trx,
    userId: number,
    added: { readonly what: 'method' | 'key' | 'calendar'; readonly title: string },
  ) => Promise<void>;
}
