import type { Db } from '../../../platform/db.ts';
import type { Block, MailContent } from '../../../platform/mail.ts';
import { mailContentOf } from './event-mail.ts';
import { eventLinesOf, type MailingDependencies } from './queue-mail.ts';
import { eventsToMail, footOf } from './store.ts';

/** Writes the mail about one event for another reason than an e-mail rule; undefined when the event is gone. */
export async function mailAboutEvent(
  dependencies: Pick<MailingDependencies, 'unitOf' | 'responseOf' | 'publicUrl'> & { readonly db: Db },
  eventId: number,
  parts: { readonly intro: readonly Block[]; readonly actions: readonly Block[]; readonly sentBy: string },
): Promise<{ readonly subject: string; readonly mail: MailContent } | undefined> {
  const [event] = await eventsToMail(dependencies.db, [eventId]);
  if (!event) return undefined;
  const [events, foot] = await Promise.all([
    eventLinesOf(dependencies, [{ event, step: 0 }]),
    footOf(dependencies.db, event.client_id),
  ]);
  return mailContentOf({ events, why: 'now', publicUrl: dependencies.publicUrl, foot, ...parts });
}
