import type { AccountHolder } from '../../access/account-holder.ts';
import type { Person } from '../../access/principal.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';

export interface OnCallDependencies {
  readonly db: Db;
  readonly clock: Clock;
  /** A person with their current access; undefined when they have none. */
  readonly loadPerson: (userId: number) => Promise<Person | undefined>;
}
export interface OnCallRouteDependencies extends OnCallDependencies {
  readonly holder: AccountHolder;
}
