import { protectionKinds } from '@tocsin/contract/protection';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts as product } from '@tocsin/contract/texts/product';
import { texts as english } from '@tocsin/contract/texts/protection';
import { type Column, columnsOf, TablePdf } from '../../platform/pdf.ts';
import { toZonedIso, zonedDay } from '../../platform/zoned-time.ts';
import type { Gathered } from './gather.ts';
import { type Named, whyText } from './present.ts';

type Words = typeof english;

const minuteIn = (zone: string, at: number | null): string =>
  at === null ? '' : `${zonedDay(at, zone)} ${toZonedIso(at, zone).slice(11, 16)}`;

const layoutOf = (texts: Words): readonly Column[] =>
  columnsOf(texts.columns, { sensor: 150, site: 90, why: 180, who: 80, since: 80, until: 80, todo: 130 });

/** The entries as a PDF, kind by kind, under the share of sensors that are proven alive. */
export async function protectionPdf(
  gathered: Gathered,
  named: readonly Named[],
  client: string,
  zone: string,
  language: string,
): Promise<Uint8Array> {
  const texts = textsIn(english, language);
  const foot = textsIn(product, language);
  const { now, proven } = gathered;
  const pdf = await TablePdf.create(texts.report.documentTitle(client), now, { wide: true });
  pdf.text(texts.title, { size: 18, bold: true, gap: 6 });
  pdf.text(client, { size: 10 });
  pdf.text(texts.report.made(minuteIn(zone, now), zone));
  pdf.text(texts.report.share(proven.share, proven.sensors - proven.not_proven, proven.sensors), {
    bold: true,
    gap: 6,
  });
  if (named.length === 0) pdf.text(texts.empty);
  for (const kind of protectionKinds) {
    const own = named.filter(({ entry }) => entry.kind === kind);
    if (own.length === 0) continue;
    pdf.heading(`${texts.kinds[kind]}: ${own.length}`);
    pdf.table(
      layoutOf(texts),
      own.map(({ entry, site, device }) => [
        [device?.title ?? texts.wholeSite, entry.name ?? ''].filter(Boolean).join(', '),
        site.title,
        whyText(entry, site.timezone, texts),
        entry.who ?? texts.nobody,
        minuteIn(site.timezone, entry.since),
        minuteIn(site.timezone, entry.until),
        texts.todo[entry.kind],
      ]),
    );
  }
  return await pdf.bytes(foot);
}
