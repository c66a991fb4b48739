import type { Receipt } from '@tocsin/contract/escalation';
import type { NextInformed } from '@tocsin/contract/incidents';
import type { Principal } from '../../access/principal.ts';
import type { Db } from '../../platform/db.ts';
import type { EscalationDependencies } from './dependencies.ts';
import { receiptsOf } from './receipts.ts';
import { nextSteps } from './routes-running.ts';
import { messagesOfEvents, runningOfEvents } from './store-running.ts';

/** Who was notified of events and who is next, with the names that the reader may see; in three queries for all. */
export async function knowledgeOf(
  dependencies: { readonly db: Db } & Pick<EscalationDependencies, 'rosterOf' | 'holdersOf' | 'webhooksOf'>,
  eventIds: readonly number[],
  who: Principal,
): Promise<{ event: number; receipts: readonly Receipt[]; next: NextInformed | null }[]> {
  if (eventIds.length === 0) return [];
  const { db } = dependencies;
  const [running, messages] = await Promise.all([runningOfEvents(db, eventIds), messagesOfEvents(db, eventIds)]);
  const nextOf = await nextSteps(dependencies, running);
  const about = new Set([...running, ...messages].map(({ about_id }) => about_id));
  return [...about].map((event) => {
    const row = running.find((one) => one.about_id === event);
    const step = row ? nextOf(row) : null;
    return {
      event,
      receipts: receiptsOf(
        messages.filter((one) => one.about_id === event),
        [],
        who,
      ),
      next: row && step ? { event, escalation: row.id, step: step.step, at: step.at, people: step.people } : null,
    };
  });
}
