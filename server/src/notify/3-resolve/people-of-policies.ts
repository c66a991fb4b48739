import { loadPerson } from '../../access/store.ts';
import type { Db } from '../../platform/db.ts';
import { dutyHolders } from './holders.ts';
import type { PeopleOfPolicies } from './people.ts';
import { readRoster } from './store-roster.ts';
import { webhooksById } from './store-webhooks.ts';

/** The people, duties and webhooks of escalation policies as they are now. */
export const peopleOfPolicies = (db: Db): PeopleOfPolicies => ({
  rosterOf: (ids) => readRoster(db, ids, (id) => loadPerson(db, id)),
  holdersOf: (ids, from, to) => dutyHolders(db, ids, from, to),
  webhooksOf: (ids) => webhooksById(db, ids),
});
