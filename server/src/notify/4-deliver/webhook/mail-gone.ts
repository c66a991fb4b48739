import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts } from '@tocsin/contract/texts/webhook-mails';
import { byLanguage } from '../../../access/reader-language.ts';
import type { Trx } from '../../../platform/db.ts';
import { enqueueMail, renderMail } from '../../../platform/mail.ts';
import type { WebhookToSend } from './store-webhooks.ts';

/** Who manages what a webhook serves. */
export type ManagersOf = (
  trx: Trx,
  served: { readonly client_id: number; readonly site_id: number | null },
) => Promise<readonly { readonly id: number; readonly email: string }[]>;

/** Mails the managers that a webhook was turned off because its receiver is gone, in the transaction that turns it off. */
export async function mailGone(
  trx: Trx,
  webhook: WebhookToSend,
  { managersOf, publicUrl }: { readonly managersOf: ManagersOf; readonly publicUrl: string },
  at: Date,
): Promise<void> {
  for (const [language, readers] of await byLanguage(trx, await managersOf(trx, webhook), ({ id }) => id)) {
    const t = textsIn(texts, language);
    const subject = t.subject(webhook.title);
    const letter = await renderMail({
      heading: subject,
      blocks: [
        { kind: 'text', text: t.what(new URL(webhook.url).origin) },
        { kind: 'text', text: t.meaning },
        { kind: 'button', label: t.open, url: `${publicUrl}/webhooks` },
      ],
      foot: [`${publicUrl}/`, t.foot(webhook.site_name ?? webhook.client_name)],
      language,
    });
    for (const { id: userId, email: to } of readers)
      await enqueueMail(trx, { kind: 'other', to, subject, ...letter, userId, clientId: webhook.client_id }, at);
  }
}
