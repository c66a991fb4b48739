import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts as product } from '@tocsin/contract/texts/product';
import { texts } from '@tocsin/contract/texts/proposal-mails';
import { sql } from 'kysely';
import type { Person } from '../../access/principal.ts';
import { byLanguage } from '../../access/reader-language.ts';
import type { DeviceSubject } from '../../access/subject.ts';
import type { Trx } from '../../platform/db.ts';
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

interface Letter {
  readonly readers: readonly { readonly id: number; readonly email: string }[];
  readonly now: number;
  readonly publicUrl: string;
  /** Subject and blocks in one language; `facts` name site and device. */
  readonly write: (t: Words, title: string, facts: readonly Fact[]) => { subject: string; blocks: readonly Block[] };
}
type Words = ReturnType<typeof textsIn<typeof texts>>;
type Fact = readonly [string, string];

interface Place {
  readonly deviceId: number;
  readonly siteId: number;
  readonly clientId: number;
}

/** Mails people about the warning rules of a device, each in their language, in the transaction that changed them. */
async function mailAboutRules(
  trx: Trx,
  { deviceId, siteId, clientId }: Place,
  { readers, now, publicUrl, write }: Letter,
): Promise<void> {
  const { rows } = await sql<{ title: string; site: string }>`select d.title, s.title as site
    from device d join site s on s.id = d.site_id where d.id = ${deviceId}`.execute(trx);
  const [place] = rows;
  if (!place) return;
  for (const [language, people] of await byLanguage(trx, readers, ({ id }) => id)) {
    const t = textsIn(texts, language);
    const { subject, blocks } = write(t, place.title, [
      [t.site, place.site],
      [t.device, place.title],
    ]);
    const { html, text } = await renderMail({
      heading: subject,
      blocks: [...blocks, { kind: 'button', label: t.button, url: `${publicUrl}/devices/${siteId}` }],
      foot: [`${publicUrl}/`, t.foot(place.site), textsIn(product, language).notSafetyPlant],
      language,
    });
    for (const { id, email } of people)
      await enqueueMail(trx, { kind: 'other', to: email, subject, html, text, userId: id, clientId }, new Date(now));
  }
}

/** Mails the people who may decide the open proposal of a device, in the transaction that stores it. */
export async function mailProposal(
  trx: Trx,
  device: DeviceSubject,
  { who, now, publicUrl }: { readonly who: Person; readonly now: number; readonly publicUrl: string },
): Promise<void> {
  const proposal = await presentProposal(trx, device.deviceId, who);
  if (!proposal) return;
  const readers = await approversOf(trx, device.siteId, who.userId);
  await mailAboutRules(trx, device, {
    readers,
    now,
    publicUrl,
    write: (t, title, facts) => ({
      subject: t.subject(title),
      blocks: [
        { kind: 'text', text: t.text(proposal.by) },
        { kind: 'facts', rows: [...facts, [t.reason, proposal.reason]] },
        ...listOf(t.removed, proposal.removed),
        ...listOf(t.added, proposal.added),
        { kind: 'text', text: t.how(title) },
      ],
    }),
  });
}

/** Mails the managers of a device's site that rules cannot be evaluated since the unit of a sensor changed. */
export async function mailOtherUnits(
  trx: Trx,
  device: Place,
  sentences: readonly string[],
  about: Pick<Letter, 'readers' | 'now' | 'publicUrl'>,
): Promise<void> {
  await mailAboutRules(trx, device, {
    ...about,
    write: (t, title, facts) => ({
      subject: t.unitSubject(title),
      blocks: [
        { kind: 'text', text: t.unitText },
        { kind: 'facts', rows: facts },
        ...listOf(t.unitRules, sentences),
        { kind: 'text', text: t.unitHow(title) },
      ],
    }),
  });
}
