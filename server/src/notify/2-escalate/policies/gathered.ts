import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts } from '@tocsin/contract/texts/escalation-mails';
import { languageOf } from '../../../access/reader-language.ts';
import { renderMail } from '../../../platform/mail.ts';
import type { EngineDependencies } from './dependencies.ts';

/** Mails the messages of one person that were too many for mails of their own; false when none waits. */
export async function mailGathered(dependencies: EngineDependencies): Promise<boolean> {
  const { db, now, publicUrl } = dependencies;
  return await db.transaction().execute(async (trx) => {
    const at = new Date(await now(trx));
    const gathered = await dependencies.gathered(trx, at);
    if (!gathered) return false;
    const language = await languageOf(trx, gathered.userId);
    const t = textsIn(texts, language);
    const content = await dependencies.mailAbout(gathered.eventIds, {
      intro: [{ kind: 'text', text: t.gathered(gathered.eventIds.length) }],
      actions: [{ kind: 'button', label: t.openLog, url: `${publicUrl}/notifications?tab=unacknowledged` }],
      sentBy: t.sentByPolicies(`${publicUrl}/on-call`),
      language,
      readerId: gathered.userId,
    });
    const letter = content && { subject: content.subject, ...(await renderMail(content.mail)) };
    if (letter) await dependencies.mailGathered(trx, gathered, letter, at);
    return letter !== undefined;
  });
}
