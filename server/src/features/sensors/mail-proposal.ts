import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts as product } from '@tocsin/contract/texts/product';
import { texts } from '@tocsin/contract/texts/proposal-mails';
import { sql } from 'kysely';
import type { Person } from '../../access/principal.ts';
import { byLanguage } from '../../access/reader-language.ts';
import type { DeviceSubject } from '../../access/subject.ts';
import type { Trx } from '../../platform/audit.ts';
import { type Block, enqueueMail, renderMail } from '../../platform/mail.ts';
import { presentProposal } from './present-proposal.ts';

interface Approver {
  readonly id: number;
  readonly email: string;
}

/**
 * Who is asked to decide a proposal of a device: the other Managers of its site, or without any the client's account
 * managers. Never its author, and nobody without a working account.
 */
async function approversOf(trx: Trx, siteId: number, authorId: number): Promise<readonly Approver[]> {
  const { rows } = await sql<Approver & { is_manager: boolean }>`select u.id, u.email, m.id is not null as is_manager
    from site s join client_member cm on cm.client_id = s.client_id and cm.is_active
      join users u on u.id = cm.user_id and u.is_active and u.removed_at is null and u.registered_at is not null
      left join membership m on m.user_id = u.id and m.site_id = s.id and m.has_access and m.permission = 'Manager'
    where s.id = ${siteId} and u.id <> ${authorId} and (m.id is not null or cm.is_accounts_management)
    order by u.id`.execute(trx);
  const managers = rows.filter((row) => row.is_manager);
  return managers.length > 0 ? managers : rows;
}

const listOf = (heading: string, items: readonly string[]): Block[] =>
  items.length === 0
    ? []
    : [
        { kind: 'text', text: heading },
        { kind: 'list', items },
      ];

/** Mails the people who may decide the open proposal of a device, in the transaction that stores it. */
export async function mailProposal(
  trx: Trx,
  device: DeviceSubject,
  { who, now, publicUrl }: { readonly who: Person; readonly now: number; readonly publicUrl: string },
): Promise<void> {
  const proposal = await presentProposal(trx, device.deviceId, who);
  const { rows } = await sql<{ title: string; site: string }>`select d.title, s.title as site
    from device d join site s on s.id = d.site_id where d.id = ${device.deviceId}`.execute(trx);
  const [place] = rows;
  if (!proposal || !place) return;
  const approvers = await approversOf(trx, device.siteId, who.userId);
  for (const [language, readers] of await byLanguage(trx, approvers, ({ id }) => id)) {
    const t = textsIn(texts, language);
    const subject = t.subject(place.title);
    const { html, text } = await renderMail({
      heading: subject,
      blocks: [
        { kind: 'text', text: t.text(proposal.by) },
        {
          kind: 'facts',
          rows: [
            [t.site, place.site],
            [t.device, place.title],
            [t.reason, proposal.reason],
          ],
        },
        ...listOf(t.removed, proposal.removed),
        ...listOf(t.added, proposal.added),
        { kind: 'text', text: t.how(place.title) },
        { kind: 'button', label: t.button, url: `${publicUrl}/devices/${device.siteId}` },
      ],
      foot: [`${publicUrl}/`, t.foot(place.site), textsIn(product, language).notSafetyPlant],
      language,
    });
    for (const { id, email } of readers)
      await enqueueMail(
        trx,
        { kind: 'other', to: email, subject, html, text, userId: id, clientId: device.clientId },
        new Date(now),
      );
  }
}
