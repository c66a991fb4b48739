import type { DutyGap } from '@tocsin/contract/on-call';
import type { RotationSubject } from '../../access/subject.ts';
/** The people of a policy as they are now. */
export interface PolicyRoster {
  readonly personOf: (
    person: { readonly id: number; readonly name: string },
    served: RotationSubject,
  ) => { readonly id: number; readonly name: string; readonly gap: DutyGap | null };
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

/** How the people, duties and webhooks of policies are looked up, as they are now. */
export interface PeopleOfPolicies {
  readonly webhooksOf: (ids: readonly number[]) => Promise<TargetWebhooks>;
  readonly rosterOf: (userIds: readonly number[]) => Promise<PolicyRoster>;
  readonly holdersOf: (rotationIds: readonly number[], from: number, to: number) => Promise<DutyHoldersPort>;
}
