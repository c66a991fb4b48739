import type { AccountHolder } from '../../access/account-holder.ts';
import type { Person } from '../../access/principal.ts';
import type { DbAndClock } from '../../platform/db.ts';

export interface OnCallDependencies extends DbAndClock {
  /** A person with their current access; undefined when they have none. */
  readonly loadPerson: (userId: number) => Promise<Person | undefined>;
}
export interface OnCallRouteDependencies extends OnCallDependencies {
  readonly holder: AccountHolder;
}
