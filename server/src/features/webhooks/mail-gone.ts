import { texts } from '@tocsin/contract/texts/webhook-mails';
import type { Trx } from '../../platform/audit.ts';
import { enqueueMail, renderMail } from '../../platform/mail.ts';
import type { WebhookRow } from './store.ts';

/** Who manages what a webhook serves. */
export type ManagersOf = (
  trx: Trx,
  served: { readonly client_id: number; readonly site_id: number | null },
) => Promise<readonly { readonly id: number; readonly email: string }[]>;

/** Mails the managers that a webhook was turned off because its receiver is gone, in the transaction that turns it off. */
export async function mailGone(
  trx: Trx,
  webhook: WebhookRow,
  { managersOf, publicUrl }: { readonly managersOf: ManagersOf; readonly publicUrl: string },
  at: Date,
): Promise<void> {
  const subject = texts.subject(webhook.title);
  const letter = await renderMail({
    heading: subject,
    blocks: [
      { kind: 'text', text: texts.what(new URL(webhook.url).origin) },
      { kind: 'text', text: texts.meaning },
      { kind: 'button', label: texts.open, url: `${publicUrl}/webhooks` },
    ],
    foot: [`${publicUrl}/`, texts.foot(webhook.site_name ?? webhook.client_name)],
  });
  for (const { id: userId, email: to } of await managersOf(trx, webhook))
    await enqueueMail(trx, { kind: 'other', to, subject, ...letter, userId, clientId: webhook.client_id }, at);
}
