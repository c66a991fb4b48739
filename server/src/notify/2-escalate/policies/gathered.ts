import { texts as messages } from '@tocsin/contract/texts/contact-messages';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts } from '@tocsin/contract/texts/escalation-mails';
import { languageOf } from '../../../access/reader-language.ts';
import type { EngineDependencies } from './dependencies.ts';
import { writeLetter } from './write-letter.ts';

/** Mails the messages of one person that were too many for mails of their own; false when none waits. */
export async function mailGathered(dependencies: EngineDependencies): Promise<boolean> {
  const { db, now, publicUrl } = dependencies;
  return await db.transaction().execute(async (trx) => {
    const at = new Date(await now(trx));
    const gathered = await dependencies.gathered(trx, at);
    if (!gathered) return false;
    const language = await languageOf(trx, gathered.userId);
    const t = textsIn(texts, language);
    const letter = await writeLetter(
      dependencies,
      gathered.eventIds,
      textsIn(messages, language).gathered(gathered.eventIds.length),
      {
        intro: [{ kind: 'text', text: t.gathered(gathered.eventIds.length) }],
        actions: [{ kind: 'button', label: t.openLog, url: `${publicUrl}/notifications?tab=unacknowledged` }],
        sentBy: t.sentByPolicies(`${publicUrl}/on-call`),
        language,
        readerId: gathered.userId,
      },
    );
    await dependencies.mailGathered(trx, gathered, letter, at);
    return true;
  });
}
