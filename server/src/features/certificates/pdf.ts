import { monthName } from '@tocsin/contract/protection-hours';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts as product } from '@tocsin/contract/texts/product';
import { texts as words } from '@tocsin/contract/texts/protection-hours';
import { TablePdf } from '../../platform/pdf.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import { clauses, definitionText, whatItIsNot } from './clauses.ts';
import type { Issue } from './document.ts';

const english = 'en';
const hoursText = (minutes: number): string => (minutes / 60).toFixed(1);
const shareText = (share: number | null): string => (share === null ? '-' : `${share} %`);
/** '2026-10-13 07:30' by the site's clock. */
const momentText = (iso: string, { site }: Issue['hours']): string =>
  toZonedIso(Date.parse(iso), site.timezone).slice(0, 16).replace('T', ' ');
/** Devices on the page; the others are in the annex. */
const onPage = 14;

/** The one page: the figure, its definition, devices, what it is a record for, what it is not, how it is checked. */
export async function pagePdf(issue: Issue, fingerprint: string): Promise<Uint8Array> {
  const { hours, number, replaces, month, client, issuedAt, issuedBy } = issue;
  const texts = textsIn(words, english);
  const { total, results } = hours;
  const pdf = await TablePdf.create(`Protected hours ${number}`, Date.parse(issuedAt));
  pdf.text(`Tocsin, for ${client}`, { size: 9, gap: 1 });
  pdf.text(
    `No. ${number}${replaces === null ? '' : `, replaces ${replaces}`}, figures as of ${momentText(issuedAt, hours)}`,
    { gap: 6 },
  );
  pdf.text(`Protected hours: ${shareText(total.share)}`, { size: 20, bold: true, gap: 3 });
  pdf.text(`${hours.site.title}, ${monthName(month, english)} (times of ${hours.site.timezone})`, { size: 10, gap: 4 });
  const every = results.some(({ running_by }) => running_by === null)
    ? ' Without a running sensor every minute counts.'
    : '';
  pdf.text(
    `In ${hoursText(total.protected)} of ${hoursText(total.running)} running hours of ${hours.count} devices, every required sensor could have warned somebody.${every}`,
    { bold: true },
  );
  pdf.table(
    [
      { head: 'Device', width: 110 },
      { head: 'Sensors', width: 45, right: true },
      { head: 'Running h', width: 55, right: true },
      { head: 'Protected h', width: 60, right: true },
      { head: 'Share', width: 45, right: true },
      { head: 'Not protected, h by cause', width: 230 },
    ],
    [
      ...results
        .slice(0, onPage)
        .map((one) => [
          one.running_by === null ? `${one.device} *` : one.device,
          String(one.required),
          hoursText(one.running),
          hoursText(one.protected),
          shareText(one.share),
          one.causes.map(({ cause, minutes }) => `${texts.causes[cause]} ${hoursText(minutes)}`).join(', '),
        ]),
      [
        { text: results.length > onPage ? `All ${results.length} (see annex)` : 'Together', strong: true as const },
        '',
        hoursText(total.running),
        hoursText(total.protected),
        shareText(total.share),
        total.causes.map(({ cause, minutes }) => `${texts.causes[cause]} ${hoursText(minutes)}`).join(', '),
      ],
    ],
  );
  pdf.text('Record for', { size: 11, bold: true, gap: 3 });
  pdf.table(
    [
      { head: 'Clause', width: 130 },
      { head: 'What it asks, in short', width: 200 },
      { head: 'What this records', width: 200 },
    ],
    clauses.map(({ clause, asks, records }) => [clause, asks, records]),
  );
  pdf.text('Definition 1', { size: 11, bold: true, gap: 3 });
  pdf.text(definitionText, { size: 7.5 });
  pdf.text('What it is not', { size: 11, bold: true, gap: 3 });
  for (const line of whatItIsNot) pdf.text(line, { size: 8, gap: 1 });
  pdf.text(`Issued by ${issuedBy}. Signed with the installation's key, fingerprint ${fingerprint}.`, {
    size: 8,
    gap: 1,
  });
  pdf.text(
    'To check: npm run tocsin -- verify certificate.json with page.pdf and annex.pdf beside it, and the key or fingerprint from another source.',
    { size: 8 },
  );
  return await pdf.bytes(textsIn(product, english));
}

/** The annex: every device, tests, alarms, changes, and sensors that stopped being required. */
export async function annexPdf(issue: Issue): Promise<Uint8Array> {
  const { hours, facts, number, issuedAt } = issue;
  const texts = textsIn(words, english);
  const pdf = await TablePdf.create(`Annex of ${number}`, Date.parse(issuedAt), { wide: true });
  pdf.text(`Annex of ${number}`, { size: 16, bold: true });
  const at = (iso: string): string => momentText(iso, hours);
  const list = (title: string, heads: readonly string[], rows: readonly (readonly string[])[]): void => {
    pdf.heading(`${title}: ${rows.length}`);
    if (rows.length > 0)
      pdf.table(
        heads.map((head) => ({ head, width: 100 })),
        rows,
      );
  };
  list(
    'Unprotected time',
    ['Device', 'Sensor', 'Cause', 'Hours', 'From', 'To'],
    hours.results.flatMap(({ device, reasons }) =>
      reasons.map(({ cause, sensor, minutes, from, to }) => [
        device,
        sensor ?? '',
        texts.causes[cause],
        hoursText(minutes),
        from,
        to,
      ]),
    ),
  );
  list(
    'Sensors that stopped being required',
    ['When', 'Device', 'Sensor', 'By', 'Reason'],
    facts.released.map((one) => [at(one.at), one.device, one.sensor, one.by, one.reason]),
  );
  list(
    'Tests',
    ['When', 'Device', 'Sensor', 'Outcome', 'By'],
    facts.tests.map((one) => [at(one.at), one.device, one.sensor, one.outcome, one.by]),
  );
  list(
    'Tests due',
    ['Device', 'Sensor', 'Due'],
    facts.tests_due.map((one) => [one.device, one.sensor, one.due === null ? 'never tested' : at(one.due)]),
  );
  list(
    'Alarms',
    ['When', 'Device', 'Sensor', 'What', 'Acknowledged after, min', 'By'],
    facts.alarms.map((one) => [
      at(one.at),
      one.device,
      one.sensor,
      one.what,
      one.acknowledged_after === null ? 'not' : String(one.acknowledged_after),
      one.by ?? '',
    ]),
  );
  list(
    'Changes',
    ['When', 'By', 'What', 'Reason'],
    facts.changes.map((one) => [at(one.at), one.by, one.what, one.reason]),
  );
  return await pdf.bytes(textsIn(product, english));
}
