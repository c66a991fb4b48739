import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts } from '@tocsin/contract/texts/protection-mails';
import { byLanguage } from '../../access/reader-language.ts';
import type { Trx } from '../../platform/db.ts';
import { type Block, enqueueMail, renderMail } from '../../platform/mail.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import type { SiteRow } from './facts.ts';
import { receiversOf } from './store-mails.ts';

/** Mails go out from this hour of the site's clock on. */
export const mailHour = 7;

/** The clock of a site less the hour of mails, as if it were UTC: on a new day from that hour on. */
export const mailedAt = (now: number, zone: string): number =>
  Date.parse(`${toZonedIso(now, zone).slice(0, 19)}Z`) - mailHour * 3_600_000;

export interface Mail {
  readonly subject: string;
  readonly blocks: readonly Block[];
}
/** Writes the mail in one language. */
export type Letter = (t: typeof texts, language: string) => Mail;

/** Mails a letter to those who manage a site and did not turn these mails off, each in their language. */
export async function mailTo(
  trx: Trx,
  site: SiteRow,
  now: number,
  { publicUrl, letter }: { readonly publicUrl: string; readonly letter: Letter },
): Promise<void> {
  const receivers = await receiversOf(trx, site.id);
  for (const [language, readers] of await byLanguage(trx, receivers, ({ user_id }) => user_id)) {
    const t = textsIn(texts, language);
    const { subject, blocks } = letter(t, language);
    const { html, text } = await renderMail({ heading: subject, blocks, foot: [`${publicUrl}/`, t.reason], language });
    const mail = { kind: 'other', subject, html, text, clientId: site.client_id } as const;
    for (const { user_id: userId, email: to } of readers)
      await enqueueMail(trx, { ...mail, to, userId }, new Date(now));
  }
}
