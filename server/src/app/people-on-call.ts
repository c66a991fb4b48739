import { loadPerson } from '../access/store.ts';
import type { EngineDependencies } from '../features/escalation/index.ts';
import { dutyHolders, readRoster } from '../features/on-call/index.ts';
import { webhooksById } from '../features/webhooks/index.ts';
import type { Db } from '../platform/db.ts';

/** The people, duties and webhooks of escalation policies as they are now. */
export const peopleOnCall = (db: Db): Pick<EngineDependencies, 'rosterOf' | 'holdersOf' | 'webhooksOf'> => ({
  rosterOf: (ids) => readRoster(db, ids, (id) => loadPerson(db, id)),
  holdersOf: (ids, from, to) => dutyHolders(db, ids, from, to),
  webhooksOf: (ids) => webhooksById(db, ids),
});
