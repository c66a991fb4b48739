import type { Db } from '../../../platform/db.ts';
import type { Block, MailContent } from '../../../platform/mail.ts';
import { presentEvents } from '../../event-to-send.ts';
import { eventLinesOf, type LineSources, storyOf } from './event-lines.ts';
import { mailContentOf } from './event-mail.ts';
import { footOf } from './store-foot.ts';

/** Writes the mail about events for another reason than an e-mail rule; undefined when all of them are gone. */
export async function mailAboutEvents(
  dependencies: LineSources & { readonly db: Db; readonly publicUrl: string },
  eventIds: readonly number[],
  parts: {
    readonly intro: readonly Block[];
    readonly actions: readonly Block[];
    readonly sentBy: string;
    readonly language: string;
    /** Whose story it tells; null: an address without an account, which gets none. */
    readonly readerId: number | null;
  },
): Promise<{ readonly subject: string; readonly mail: MailContent } | undefined> {
  const found = await presentEvents(dependencies.db, eventIds);
  const [event] = found;
  if (!event) return undefined;
  const { db } = dependencies;
  const { language, readerId } = parts;
  const [events, story, foot] = await Promise.all([
    eventLinesOf(dependencies, db, found),
    readerId === null ? null : storyOf(dependencies, db, found, { id: readerId, language }),
    footOf(db, event.client_id),
  ]);
  return mailContentOf({ events, story, why: 'now', publicUrl: dependencies.publicUrl, foot, ...parts });
}
