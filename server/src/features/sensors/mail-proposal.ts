import { texts as product } from '@tocsin/contract/texts/product';
import { texts } from '@tocsin/contract/texts/proposal-mails';
import { sql } from 'kysely';
import type { Person } from '../../access/principal.ts';
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
  const subject = texts.subject(place.title);
  const { html, text } = await renderMail({
    heading: subject,
    blocks: [
      { kind: 'text', text: texts.text(proposal.by) },
      {
        kind: 'facts',
        rows: [
          [texts.site, place.site],
          [texts.device, place.title],
          [texts.reason, proposal.reason],
        ],
      },
      ...listOf(texts.removed, proposal.removed),
      ...listOf(texts.added, proposal.added),
      { kind: 'text', text: texts.how(place.title) },
      { kind: 'button', label: texts.button, url: `${publicUrl}/devices/${device.siteId}` },
    ],
    foot: [`${publicUrl}/`, texts.foot(place.site), product.notSafetyPlant],
  });
  for (const { id, email } of await approversOf(trx, device.siteId, who.userId))
    await enqueueMail(
      trx,
      { kind: 'other', to: email, subject, html, text, userId: id, clientId: device.clientId },
      new Date(now),
    );
}
