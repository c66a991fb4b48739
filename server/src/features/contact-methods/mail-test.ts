import { texts as contactMessages } from '@tocsin/contract/texts/contact-messages';
import { texts } from '@tocsin/contract/texts/contact-methods';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { languageOf } from '../../access/reader-language.ts';
import type { Trx } from '../../platform/db.ts';
import { enqueueMail, renderMail } from '../../platform/mail.ts';

/** Enqueues the test that a person asked for, to their own address. */
export async function mailTest(
  trx: Trx,
  {
    to,
    userId,
    publicUrl,
    at,
  }: { readonly to: string; readonly userId: number; readonly publicUrl: string; readonly at: Date },
): Promise<void> {
  const language = await languageOf(trx, userId);
  const t = textsIn(texts, language);
  const messages = textsIn(contactMessages, language);
  const { html, text } = await renderMail({
    heading: messages.testTitle,
    blocks: [
      { kind: 'text', text: messages.testAbout },
      { kind: 'button', label: t.mailButton, url: `${publicUrl}/my-notifications` },
    ],
    foot: [`${publicUrl}/`, t.mailFoot],
    language,
  });
  // As fast as an alarm's mail, which it stands for.
  await enqueueMail(trx, { kind: 'alarm', to, subject: messages.testTitle, html, text, userId }, at);
}
