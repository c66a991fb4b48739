import type { Db, Trx } from '../../../platform/db.ts';
import type { InjectFault } from '../../../platform/fault-injection.ts';
import type { Log } from '../../../platform/log.ts';
import type { Block, MailContent } from '../../../platform/mail.ts';
import type { PeopleOfPolicies } from '../../3-resolve/people.ts';

/** An event, or a live-fire test of a policy. */
type MessageAbout =
  | { readonly eventId: number; readonly policyTestId: null }
  | { readonly eventId: null; readonly policyTestId: number };

/** One message to one person in the transaction of its step; false: they had the same one already. */
type EnqueueMessage = (
  trx: Trx,
  message: {
    readonly clientId: number;
    readonly userId: number;
    readonly userName: string;
    readonly causeKey: string;
    readonly escalationId: number;
    readonly step: number;
    /** 1 critical to 4 low. */
    readonly priority: number;
    /** By the database's clock. */
    readonly at: Date;
    readonly letter: Letter;
    readonly isTest: boolean;
  } & MessageAbout,
) => Promise<boolean>;

/** Queues what a step sends to a webhook, in the transaction of the step. */
type EnqueueWebhook = (
  trx: Trx,
  delivery: {
    readonly webhookId: number;
    /** Null: a live-fire test of the policy. */
    readonly eventId: number | null;
    /** Title of the policy. */
    readonly policy: string;
    readonly escalation: { readonly id: number; readonly step: number };
    readonly publicUrl: string;
  },
  at: Date,
) => Promise<void>;

/** Messages of one person that wait for one mail. */
interface Gathered {
  readonly userId: number;
  readonly clientId: number;
  readonly ids: readonly number[];
  readonly eventIds: readonly number[];
}

/** A mail, rendered. */
export interface Letter {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** What the engine needs to find due steps and to notify people. */
export interface EngineDependencies extends PeopleOfPolicies {
  readonly db: Db;
  readonly log: Log;
  readonly publicUrl: string;
  /** The time by the database's clock; tests have their own. */
  readonly now: (db: Db) => Promise<number>;
  readonly injectFault?: InjectFault;
  /** Escalations whose step failed in this process, by id, and when it did, unix ms. */
  readonly failedSteps: Map<number, number>;
  readonly enqueueMessage: EnqueueMessage;
  readonly enqueueWebhook: EnqueueWebhook;
  /** Messages that wait to be mailed together; undefined: none. */
  readonly gathered: (trx: Trx, at: Date) => Promise<Gathered | undefined>;
  /** `letter` undefined: the events are gone, and the messages have failed. */
  readonly mailGathered: (trx: Trx, gathered: Gathered, letter: Letter | undefined, at: Date) => Promise<void>;
  /** Address of the client's emergency contact; undefined: it has none. */
  readonly emergencyAddress: (trx: Trx, clientId: number) => Promise<string | undefined>;
  /** The mail about events; undefined: they are gone. */
  readonly mailAbout: (
    eventIds: readonly number[],
    parts: {
      readonly intro: readonly Block[];
      readonly actions: readonly Block[];
      readonly sentBy: string;
      readonly language: string;
      /** Whose story it tells; null: an address without an account. */
      readonly readerId: number | null;
    },
  ) => Promise<{ readonly subject: string; readonly mail: MailContent } | undefined>;
}
