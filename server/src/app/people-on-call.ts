import { loadPerson } from '../access/store.ts';
import { dutyHolders, type EngineDependencies, readRoster, webhooksById } from '../notify/index.ts';
import type { Db } from '../platform/db.ts';

/** The people, duties and webhooks of escalation policies as they are now. */
export const peopleOnCall = (db: Db): Pick<EngineDependencies, 'rosterOf' | 'holdersOf' | 'webhooksOf'> => ({
  rosterOf: (ids) => readRoster(db, ids, (id) => loadPerson(db, id)),
  holdersOf: (ids, from, to) => dutyHolders(db, ids, from, to),
  webhooksOf: (ids) => webhooksById(db, ids),
});
