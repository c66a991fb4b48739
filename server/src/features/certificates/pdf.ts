import { monthName } from '@tocsin/contract/protection-hours';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts as product } from '@tocsin/contract/texts/product';
import { texts as words } from '@tocsin/contract/texts/protection-hours';
import { type Cell, TablePdf } from '../../platform/pdf.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import { clauses, definitionText, whatItIsNot } from './clauses.ts';
import type { Issue } from './document.ts';

const english = 'en';
const hoursText = (minutes: number): string => (minutes / 60).toFixed(1);
const shareText = (share: number | null): string => (share === null ? '-' : `${share} %`);
/** '2026-10-13 07:30' by the site's clock. */
const momentText = (iso: string, { site }: Issue['hours']): string =>
  toZonedIso(Date.parse(iso), site.timezone).slice(0, 16).replace('T', ' ');
/** Devices on the page, those with the least share, and the causes of each; the annex has all of them. */
const onPage = 5;
const causesOnPage = 2;
const deviceColumns = [
  { head: 'Device', width: 88 },
  { head: 'Required', width: 46, right: true },
  { head: 'Ever tested', width: 72 },
  { head: 'Running h', width: 55, right: true },
  { head: 'Protected h', width: 60, right: true },
  { head: 'Share', width: 45, right: true },
  { head: 'Most not protected, h', width: 150 },
];
type Figures = Issue['hours']['total'];
const testedCell = ({ ever_tested, testable }: Figures): Cell => {
  if (ever_tested > 0) return `${ever_tested} of ${testable}`;
  return testable === 0 ? 'cannot be tested' : { text: `NONE of ${testable}`, strong: true };
};
const figureCells = (one: Figures, most: number): Cell[] => [
  testedCell(one),
  hoursText(one.running),
  hoursText(one.protected),
  shareText(one.share),
  one.causes
    .toSorted((a, b) => b.minutes - a.minutes)
    .slice(0, most)
    .map(({ cause, minutes }) => `${textsIn(words, english).causes[cause]} ${hoursText(minutes)}`)
    .join(', '),
];
const deviceRow = (one: Issue['hours']['results'][number], most = Number.POSITIVE_INFINITY): Cell[] => [
  one.running_by === null ? `${one.device} *` : one.device,
  String(one.required),
  ...figureCells(one, most),
];
const lines = ['Name', 'Place', 'Date', 'Signature'];

/** The one page: the figure, its definition, devices, what it is a record for, what it is not, how it is checked. */
export async function pagePdf(
  issue: Issue,
  { fingerprint, publicUrl }: { readonly fingerprint: string; readonly publicUrl: string },
): Promise<Uint8Array> {
  const { hours, number, replaces, month, client, issuedAt, issuedBy } = issue;
  const { total, results } = hours;
  const pdf = await TablePdf.create(`Protected hours ${number}`, Date.parse(issuedAt), { cellSize: 9 });
  const replaced = replaces === null ? '' : `, replaces ${replaces}`;
  pdf.text(
    `Tocsin, for ${client}. No. ${number}${replaced}, issued by ${issuedBy}, figures as of ${momentText(issuedAt, hours)}`,
  );
  pdf.text(`Protected hours: ${shareText(total.share)}`, { size: 20, bold: true, gap: 2 });
  pdf.text(`${hours.site.title}, ${monthName(month, english)} (times of ${hours.site.timezone})`, { size: 11 });
  const every = results.some(({ running_by }) => running_by === null)
    ? ' * Without a running sensor every minute counts.'
    : '';
  pdf.text(
    `In ${hoursText(total.protected)} of ${hoursText(total.running)} running hours of ${hours.count} devices, every required sensor could have warned somebody.${every}`,
    { size: 10, bold: true },
  );
  if (results.some(({ ever_tested, testable }) => ever_tested < testable))
    pdf.text(
      'A sensor that was never tested counts as protected until its first test is due, so the share is no proof that it works: see "Ever tested".',
      { size: 10, bold: true },
    );
  pdf.table(deviceColumns, [
    ...results
      .toSorted((a, b) => (a.share ?? 101) - (b.share ?? 101))
      .slice(0, onPage)
      .map((one) => deviceRow(one, causesOnPage)),
    [
      { text: results.length > onPage ? `All ${results.length} (annex)` : 'Together', strong: true as const },
      String(results.reduce((sum, { required }) => sum + required, 0)),
      ...figureCells(total, causesOnPage),
    ],
  ]);
  pdf.text('Record for', { size: 11, bold: true, gap: 2 });
  pdf.table(
    [
      { head: 'Clause', width: 125 },
      { head: 'What it asks, in short', width: 225 },
      { head: 'What this records', width: 195 },
    ],
    clauses.map(({ clause, asks, records }) => [clause, asks, records]),
  );
  pdf.text('Definition 1', { size: 11, bold: true, gap: 2 });
  pdf.text(definitionText);
  pdf.text('What it is not', { size: 11, bold: true, gap: 2 });
  pdf.text(whatItIsNot.join(' '));
  pdf.figure(44, ({ page, x, y, width, text }) =>
    lines.forEach((line, index) => {
      const left = x + (index * width) / lines.length;
      page.drawLine({ start: { x: left, y: y + 14 }, end: { x: left + width / lines.length - 12, y: y + 14 } });
      text(line, left, y + 3, 9);
    }),
  );
  pdf.text(
    `To check it, open ${publicUrl}/verify-certificate.html and choose the three files that you were given: certificate.json, page.pdf and annex.pdf. Nothing is sent. Enter the fingerprint of the key as the site tells you by another way, such as by telephone; it must be`,
    { gap: 1 },
  );
  pdf.text(fingerprint);
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
  pdf.heading(`Devices: ${hours.results.length}`);
  pdf.table(
    deviceColumns,
    hours.results.map((one) => deviceRow(one)),
  );
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
