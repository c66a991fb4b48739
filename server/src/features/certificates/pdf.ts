import { logo } from '@tocsin/contract/logo';
import { monthName, shareText as shareIn, shareOf } from '@tocsin/contract/protection-hours';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts as product } from '@tocsin/contract/texts/product';
import { texts as words } from '@tocsin/contract/texts/protection-hours';
import { rgb } from 'pdf-lib';
import { brandColor, type Cell, type PdfCanvas, TablePdf } from '../../platform/pdf.ts';
import { qrPath } from '../../platform/qr-path.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import { clauses, definitionText, whatItIsNot } from './clauses.ts';
import type { Issue } from './document.ts';

const english = 'en';
const hoursText = (minutes: number): string => (minutes / 60).toFixed(1);
const shareText = (share: number | null): string => (share === null ? '-' : `${shareIn(share, english)} %`);
/** '2026-10-13 07:30' by the site's clock. */
const momentText = (iso: string, { site }: Issue['hours']): string =>
  toZonedIso(Date.parse(iso), site.timezone).slice(0, 16).replace('T', ' ');
/** Devices on the page, those with the least share, and the causes of each; the annex has all of them. */
const onPage = 5;
const causesOnPage = 2;
const deviceColumns = [
  { head: 'Device', width: 120 },
  { head: 'Required', width: 48, right: true },
  { head: 'Ever tested', width: 66 },
  { head: 'Running h', width: 50, right: true },
  { head: 'Protected h', width: 56, right: true },
  { head: 'Proved h', width: 46, right: true },
  { head: 'Share', width: 44, right: true },
  { head: 'Most not protected, h', width: 123 },
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
  hoursText(one.proved),
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

/** The address at which others check it; null: nobody else can reach this server. */
export const checkerOf = (publicUrl: string): string | null =>
  /^https?:\/\/(localhost|127\.|\[::1\]|[^/:]*\.localhost)/.test(publicUrl)
    ? null
    : `${publicUrl}/verify-certificate.html`;

/** The product and for whom on the left, number and moment on the right. */
function drawHead({ page, x, y, width, height, write }: PdfCanvas, { client, hours, ...issue }: Issue): void {
  const scale = 0.8;
  const top = y + height;
  const { bell, bucket, pulley } = logo;
  page.drawSvgPath(bell + bucket, { x, y: top, scale, color: brandColor, borderWidth: 0 });
  const middle = { x: x + pulley.x * scale, y: top - pulley.y * scale };
  const white = rgb(1, 1, 1);
  page.drawCircle({ ...middle, size: pulley.ring * scale, borderColor: white, borderWidth: pulley.line * scale });
  page.drawCircle({ ...middle, size: pulley.hub * scale, color: white });
  const below = write('Tocsin', { x: x + 34, top: top + 1, width: 100, size: 12, bold: true });
  write(`for ${client}`, { x: x + 34, top: below, width: 310 });
  const right = { x: x + width - 160, width: 160, isRight: true };
  let next = write(`No. ${issue.number}`, { ...right, top: top + 2, bold: true });
  if (issue.replaces !== null) next = write(`replaces ${issue.replaces}`, { ...right, top: next });
  write(`figures as of ${momentText(issue.issuedAt, hours)}`, { ...right, top: next });
  page.drawLine({ start: { x, y: y + 8 }, end: { x: x + width, y: y + 8 }, thickness: 1.2 });
}

/** The line to sign on, how the page is checked, and the code of the address that checks it. */
function drawSeal(canvas: PdfCanvas, issue: Issue, { fingerprint, publicUrl }: Checkable): void {
  const { page, x, y, width, height, write } = canvas;
  const checker = checkerOf(publicUrl);
  const side = checker === null ? 0 : height - 16;
  const top = y + height - 12;
  page.drawLine({ start: { x, y: y + height }, end: { x: x + width, y: y + height }, thickness: 1.2 });
  write('Signed', { x, top, width: 140, size: 11, bold: true });
  page.drawLine({ start: { x, y: y + 36 }, end: { x: x + 140, y: y + 36 }, thickness: 0.7 });
  write(`${issue.issuedBy}, who issued it`, { x, top: y + 32, width: 140 });
  const column = { x: x + 160, width: width - 160 - (side === 0 ? 0 : side + 14) };
  const below = write('How to check it', { ...column, top, size: 11, bold: true, gap: 2 });
  const files = 'the three files that you were given (certificate.json, page.pdf, annex.pdf)';
  const key = 'enter the fingerprint of the key, which the site tells you by another way, such as by telephone';
  const how =
    checker === null
      ? `This server has no public address (PUBLIC_URL). Open verify-certificate.html, a file that comes with every copy of Tocsin and needs no network, choose ${files}, and ${key}.`
      : `Scan the code or open ${checker}, choose ${files}, and ${key}. Nothing is sent.`;
  const end = write(how, { ...column, top: below, size: 8, gap: 3 });
  let next = write('Fingerprint of the key', { ...column, top: end, size: 8, bold: true });
  for (const half of fingerprint.match(/.{1,32}/g) ?? [])
    next = write(half.replaceAll(/.{8}/g, '$& '), { ...column, top: next, size: 8, bold: true });
  if (checker === null) return;
  const code = qrPath(checker, 'M');
  const place = { x: x + width - side, y: y + height - 12, scale: side / code.size };
  page.drawSvgPath(code.path, { ...place, color: rgb(0, 0, 0), borderWidth: 0 });
}

interface Checkable {
  readonly fingerprint: string;
  readonly publicUrl: string;
}

/** The one page: the figure, its definition, devices, what it is a record for, what it is not, how it is checked. */
export async function pagePdf(issue: Issue, checkable: Checkable): Promise<Uint8Array> {
  const { hours, number, month, issuedAt } = issue;
  const { total, results } = hours;
  const pdf = await TablePdf.create(`Protected hours ${number}`, Date.parse(issuedAt), { cellSize: 8.5 });
  pdf.figure(48, (canvas) => drawHead(canvas, issue));
  pdf.figure(48, ({ x, y, width, height, write }) => {
    const top = y + height - 2;
    const below = write('Protected hours', { x, top, width, size: 20, bold: true });
    write(shareText(total.share), { x, top, width, size: 20, bold: true, isRight: true });
    write(`${hours.site.title}, ${monthName(month, english)} (times of ${hours.site.timezone})`, {
      x,
      top: below,
      width,
    });
    const proved = shareText(shareOf(total.proved, total.running));
    write(`proved by tests: ${proved}`, { x, top: below, width, bold: true, isRight: true });
  });
  const sentences = [
    `In ${hoursText(total.protected)} of ${hoursText(total.running)} running hours of ${hours.count} devices, every required sensor could have warned somebody.`,
  ];
  if (results.some(({ running_by }) => running_by === null))
    sentences.push('* Without a running sensor every minute counts.');
  if (total.proved < total.protected)
    sentences.push(
      `In ${hoursText(total.protected - total.proved)} of the protected hours some required sensor had never passed a proof test, so nothing proves that it works: see "Proved h" and "Ever tested".`,
    );
  pdf.text(sentences.join(' '), { size: 10, bold: true, gap: 8, isMarked: true });
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
      { head: 'Clause', width: 120 },
      { head: 'What it asks, in short', width: 215 },
      { head: 'What this records', width: 210 },
    ],
    clauses.map(({ clause, asks, records }) => [clause, asks, records]),
  );
  pdf.text('Definition 1', { size: 11, bold: true, gap: 2 });
  pdf.text(definitionText, { size: 8.5 });
  pdf.text('What it is not', { size: 11, bold: true, gap: 2 });
  pdf.text(whatItIsNot.join(' '), { size: 8.5, gap: 0 });
  pdf.figure(106, (canvas) => drawSeal(canvas, issue, checkable), { isFoot: true });
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
