import type { UsableRotation } from '../../access/subject.ts';
import type { PeopleOfPolicies } from '../../notify/index.ts';
import type { DbAndClock } from '../../platform/db.ts';

export interface EscalationDependencies extends DbAndClock, PeopleOfPolicies {
  /** Those of the rotations that exist and have people. */
  readonly rotationsOf: (ids: readonly number[]) => Promise<readonly UsableRotation[]>;
}
