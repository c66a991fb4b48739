import type { RotationSubject } from '../../access/subject.ts';
import type { PeopleOfPolicies } from '../../notify/index.ts';
import type { DbAndClock } from '../../platform/db.ts';

/** A rotation that exists and has people. */
interface UsableRotation {
  readonly id: number;
  readonly title: string;
  readonly served: RotationSubject;
}

export interface EscalationDependencies extends DbAndClock, PeopleOfPolicies {
  /** Those of the rotations that exist and have people. */
  readonly rotationsOf: (ids: readonly number[]) => Promise<readonly UsableRotation[]>;
}
