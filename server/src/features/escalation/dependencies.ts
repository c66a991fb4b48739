import type { DutyGap } from '@tocsin/contract/on-call';
import type { RotationSubject } from '../../access/subject.ts';
import type { Trx } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { InjectFault } from '../../platform/fault-injection.ts';
import type { Log } from '../../platform/log.ts';
import type { Block, MailContent } from '../../platform/mail.ts';

/** The people of a policy as they are now. */
export interface PolicyRoster {
  readonly personOf: (
    person: { readonly id: number; readonly name: string },
    served: RotationSubject,
  ) => { readonly id: number; readonly name: string; readonly gap: DutyGap | null };
}

/** A rotation that exists and has people. */
interface UsableRotation {
  readonly id: number;
  readonly title: string;
  readonly served: RotationSubject;
}

/** Who has the duties of rotations in a span of time. */
export interface DutyHoldersPort {
  readonly userIds: readonly number[];
  /** `userId` null: the rotation has not begun; undefined: it does not exist or has nobody. */
  at(rotationId: number, moment: number): { readonly userId: number | null } | undefined;
  nameOf(userId: number): string;
}

/** A webhook that a policy may name. */
interface TargetWebhook {
  readonly id: number;
  readonly title: string;
  readonly isActive: boolean;
  readonly served: RotationSubject;
  /** When its receiver last took something; null: never. */
  readonly confirmedAt: Date | null;
}
/** Webhooks that exist, by id. */
export type TargetWebhooks = ReadonlyMap<number, TargetWebhook>;

/** How the people, duties and webhooks of policies are looked up. */
interface PeopleDependencies {
  readonly webhooksOf: (ids: readonly number[]) => Promise<TargetWebhooks>;
  readonly rosterOf: (userIds: readonly number[]) => Promise<PolicyRoster>;
  readonly holdersOf: (rotationIds: readonly number[], from: number, to: number) => Promise<DutyHoldersPort>;
}

export interface EscalationDependencies extends PeopleDependencies {
  readonly db: Db;
  readonly clock: Clock;
  /** Those of the rotations that exist and have people. */
  readonly rotationsOf: (ids: readonly number[]) => Promise<readonly UsableRotation[]>;
}

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
export interface EngineDependencies extends PeopleDependencies {
  readonly db: Db;
  readonly log: Log;
  readonly publicUrl: string;
  /** The time by the database's clock; tests have their own. */
  readonly now: (db: Db) => Promise<number>;
  readonly injectFault?: InjectFault;
  readonly enqueueMessage: EnqueueMessage;
  readonly enqueueWebhook: EnqueueWebhook;
  /** Messages that wait to be mailed together; undefined: none. */
  readonly gathered: (trx: Trx, at: Date) => Promise<Gathered | undefined>;
  readonly mailGathered: (trx: Trx, gathered: Gathered, letter: Letter, at: Date) => Promise<void>;
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
    },
  ) => Promise<{ readonly subject: string; readonly mail: MailContent } | undefined>;
}
