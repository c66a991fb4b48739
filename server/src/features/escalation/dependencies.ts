import type { DutyGap } from '@tocsin/contract/on-call';
import type { RotationSubject } from '../../access/subject.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';

/** The people of a policy as they are now. */
interface PolicyRoster {
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

export interface EscalationDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly rosterOf: (userIds: readonly number[]) => Promise<PolicyRoster>;
  /** Those of the rotations that exist and have people. */
  readonly rotationsOf: (ids: readonly number[]) => Promise<readonly UsableRotation[]>;
}
