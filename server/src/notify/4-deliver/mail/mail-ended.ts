import { texts } from '@tocsin/contract/texts/contact-methods';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { languageOf } from '../../../access/reader-language.ts';
import type { Trx } from '../../../platform/db.ts';
import { enqueueMail, renderMail } from '../../../platform/mail.ts';
import { addressOf } from '../store-messages.ts';
import type { ContactMethodRow } from '../store-methods.ts';

/** Mails a person that one of their methods has ended, in the transaction that ends it: fewer ways reach them from now on. */
export async function mailEnded(
  trx: Trx,
  { kind, title, user_id: userId }: Pick<ContactMethodRow, 'kind' | 'title' | 'user_id'>,
  publicUrl: string,
  at: Date,
): Promise<void> {
  const language = await languageOf(trx, userId);
  const t = textsIn(texts, language);
  const subject = t.endedSubject(t.kinds[kind], title);
  const letter = await renderMail({
    heading: subject,
    blocks: [
      { kind: 'text', text: t.endedWhy },
      { kind: 'button', label: t.mailButton, url: `${publicUrl}/my-notifications` },
    ],
    foot: [`${publicUrl}/`, t.endedFoot],
    language,
  });
  const to = await addressOf(trx, userId);
  if (to !== undefined) await enqueueMail(trx, { kind: 'other', to, subject, ...letter, userId }, at);
}
