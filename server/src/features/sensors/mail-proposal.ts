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
import { approversOf } from './store-approvers.ts';

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
