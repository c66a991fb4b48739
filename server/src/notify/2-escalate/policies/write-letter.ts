import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts } from '@tocsin/contract/texts/escalation-mails';
import { renderMail } from '../../../platform/mail.ts';
import { overloadOf } from '../../../platform/overload.ts';
import type { EngineDependencies, Letter } from './dependencies.ts';

/** What a letter of a policy has around its events. */
type Parts = Parameters<EngineDependencies['mailAbout']>[1];

/**
 * The letter about events; undefined: they are gone. What cannot be written, unless the database is overloaded, goes as
 * a letter with `subject` that says so and has the rest: an alarm with a bare mail is better than one without any.
 */
export async function writeLetter(
  { mailAbout, log, publicUrl }: EngineDependencies,
  eventIds: readonly number[],
  subject: string,
  parts: Parts,
): Promise<Letter | undefined> {
  try {
    const content = await mailAbout(eventIds, parts);
    return content && { subject: content.subject, ...(await renderMail(content.mail)) };
  } catch (error) {
    if (overloadOf(error)) throw error;
    log.error('the mail about an event could not be written; a bare one goes', { events: eventIds, error });
    return await plainLetter(subject, textsIn(texts, parts.language).notWritten, parts, publicUrl);
  }
}

/** A letter with a notice in place of events. */
export async function plainLetter(
  subject: string,
  notice: string,
  { intro, actions, sentBy, language }: Parts,
  publicUrl: string,
): Promise<Letter> {
  const blocks = [{ kind: 'notice' as const, tone: 'plain' as const, text: notice }, ...intro, ...actions];
  return { subject, ...(await renderMail({ heading: subject, blocks, foot: [`${publicUrl}/`, sentBy], language })) };
}
