import { logo } from '@tocsin/contract/logo';
import { monthName, shareText as shareIn, shareOf } from '@tocsin/contract/protection-hours';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts as product } from '@tocsin/contract/texts/product';
import { texts as words } from '@tocsin/contract/texts/protection-hours';
import { PDFString, rgb } from 'pdf-lib';
import { brandColor, type Cell, type Column, type PdfCanvas, TablePdf } from '../../platform/pdf.ts';
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
type Figures = Issue['hours']['total'];
const provedShare = (one: Figures): number | null => shareOf(one.proved, one.running);
const testedCell = ({ ever_tested, testable }: Figures): Cell => {
  if (ever_tested > 0) return `${ever_tested} of ${testable}`;
  return testable === 0 ? 'cannot be tested' : { text: `NONE of ${testable}`, strong: true };
};
/** The sentence that adds up to the required sensors. */
const testedText = (required: number, { testable, ever_tested }: Figures): string =>
  `Of the ${required} required sensors ${ever_tested} ever passed a proof test, ${testable - ever_tested} never did, and ${required - testable} cannot be tested by a person.`;
const causesText = (causes: Figures['causes']): string =>
  causes
    .toSorted((a, b) => b.minutes - a.minutes)
    .map(({ cause, minutes }) => `${textsIn(words, english).causes[cause]} ${hoursText(minutes)}`)
    .join(', ');
interface FigureColumn extends Column {
  readonly cell: (one: Figures) => Cell;
}
const running: FigureColumn = { head: 'Running h', width: 56, right: true, cell: (one) => hoursText(one.running) };
const tested: FigureColumn = { head: 'Ever tested', width: 64, cell: testedCell };
const shares: readonly FigureColumn[] = [
  { head: 'Proved', width: 46, right: true, cell: (one) => ({ text: shareText(provedShare(one)), strong: true }) },
  { head: 'Protected', width: 52, right: true, cell: (one) => shareText(one.share) },
];
const pageFigures: readonly FigureColumn[] = [
  tested,
  running,
  ...shares,
  {
    head: 'Most not protected, h',
    width: 126,
    cell: (one) => causesText(one.causes.toSorted((a, b) => b.minutes - a.minutes).slice(0, causesOnPage)),
  },
];
const annexFigures: readonly FigureColumn[] = [
  tested,
  running,
  { head: 'Proved h', width: 46, right: true, cell: (one) => hoursText(one.proved) },
  { head: 'Protected h', width: 56, right: true, cell: (one) => hoursText(one.protected) },
  ...shares,
  { head: 'Not protected, h', width: 126, cell: (one) => causesText(one.causes) },
];
const columnsWith = (figures: readonly FigureColumn[]): readonly Column[] => [
  { head: 'Device', width: 160 },
  { head: 'Required', width: 46, right: true },
  ...figures,
];
const deviceRow = (one: Issue['hours']['results'][number], figures: readonly FigureColumn[]): Cell[] => [
  one.running_by === null ? `${one.device} *` : one.device,
  String(one.required),
  ...figures.map(({ cell }) => cell(one)),
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

/** What the code says, signed: enough to compare the page with, at the address of the server that signed it. */
function codeText(issue: Issue, checker: string, sign: Checkable['sign']): string {
  const { number, month, hours, issuedAt } = issue;
  const text = String(
    new URLSearchParams({
      tocsin: 'certificate',
      number,
      site: hours.site.title.slice(0, 60),
      month,
      devices: String(hours.count),
      running: hoursText(hours.total.running),
      proved: shareText(provedShare(hours.total)),
      protected: shareText(hours.total.share),
      issued: momentText(issuedAt, hours),
    }),
  );
  return `${checker}#${text}&signature=${Buffer.from(sign(text), 'base64').toString('base64url')}`;
}

/** How an inspector checks every byte, with the files alone. */
const stepsWithFiles = (number: string): readonly string[] => [
  `Ask the site for the files of No. ${number}: page.pdf, annex.pdf, certificate.json.`,
  'Choose them in verify-certificate.html (in every copy of Tocsin; needs no network).',
  'Enter the checking code, once the site has confirmed it by telephone or another way. The answer must be: intact, signed by the given key.',
];
const stepsAt = (checker: string): readonly string[] => [
  `Scan or press the code: ${new URL(checker).host} shows what it has signed.`,
  'Compare number, site, month and figures with this page.',
  'Every byte: with the files and the checking code, see the annex.',
];
const numbered = (steps: readonly string[]): string[] => steps.map((step, index) => `${index + 1}. ${step}`);
const codeLine = (fingerprint: string): string => `Checking code: ${fingerprint.replaceAll(/.{8}/g, '$& ').trim()}`;

/** The line to sign on, how the page is checked, and the code that shows what was signed; pressed in the PDF it is a link. */
function drawSeal(canvas: PdfCanvas, issue: Issue, checkable: Checkable): void {
  const { page, x, y, width, height, write } = canvas;
  const checker = checkerOf(checkable.publicUrl);
  const side = checker === null ? 0 : height - 16;
  const top = y + height - 12;
  page.drawLine({ start: { x, y: y + height }, end: { x: x + width, y: y + height }, thickness: 1.2 });
  write('Signed', { x, top, width: 140, size: 11, bold: true });
  page.drawLine({ start: { x, y: y + 36 }, end: { x: x + 140, y: y + 36 }, thickness: 0.7 });
  write(`${issue.issuedBy}, who issued it`, { x, top: y + 32, width: 140 });
  const column = { x: x + 160, width: width - 160 - (side === 0 ? 0 : side + 14) };
  let next = write('How to check it', { ...column, top, size: 11, bold: true, gap: 2 });
  for (const step of numbered(checker === null ? stepsWithFiles(issue.number) : stepsAt(checker)))
    next = write(step, { ...column, top: next, size: 8 });
  write(codeLine(checkable.fingerprint), { ...column, top: next, size: 7.5, bold: true });
  if (checker === null) return;
  const text = codeText(issue, checker, checkable.sign);
  const code = qrPath(text, 'M');
  const place = { x: x + width - side, y: y + height - 12, scale: side / code.size };
  page.drawSvgPath(code.path, { ...place, color: rgb(0, 0, 0), borderWidth: 0 });
  const { context } = page.doc;
  const link = {
    Type: 'Annot',
    Subtype: 'Link',
    Rect: [place.x, place.y - side, place.x + side, place.y],
    Border: [0, 0, 0],
    A: { Type: 'Action', S: 'URI', URI: PDFString.of(text) },
  };
  page.node.addAnnot(context.register(context.obj(link)));
}

interface Checkable {
  /** Signs a text; base64. */
  readonly sign: (text: string) => string;
  readonly publicUrl: string;
  /** Of the public key: SHA-256, hex. */
  readonly fingerprint: string;
}

/** The one page: the figure, its definition, devices, what it is a record for, what it is not, how it is checked. */
export async function pagePdf(issue: Issue, checkable: Checkable): Promise<Uint8Array> {
  const { hours, number, month, issuedAt } = issue;
  const { total, results } = hours;
  const pdf = await TablePdf.create(`Protected hours ${number}`, Date.parse(issuedAt), { cellSize: 8.2 });
  pdf.figure(48, (canvas) => drawHead(canvas, issue));
  const isTestable = total.testable > 0;
  pdf.figure(48, ({ x, y, width, height, write }) => {
    const top = y + height - 2;
    const below = write('Protected hours', { x, top, width, size: 20, bold: true });
    const [first, second] = [`${shareText(provedShare(total))} proved by tests`, `${shareText(total.share)} protected`];
    write(isTestable ? first : second, { x, top, width, size: 20, bold: true, isRight: true });
    write(`${hours.site.title}, ${monthName(month, english)} (times of ${hours.site.timezone})`, {
      x,
      top: below,
      width: width - 120,
    });
    if (isTestable) write(second, { x, top: below, width, bold: true, isRight: true });
  });
  const could = 'every required sensor could have warned somebody';
  const of = `${hoursText(total.running)} running hours of ${hours.count} devices`;
  const required = results.reduce((sum, one) => sum + one.required, 0);
  const sentences = isTestable
    ? [
        `In ${hoursText(total.proved)} of ${of}, ${could} and had passed a proof test before.`,
        `In ${hoursText(total.protected)} hours ${could}, proved or not.`,
      ]
    : [`In ${hoursText(total.protected)} of ${of}, ${could}.`];
  if (results.some(({ running_by }) => running_by === null))
    sentences.push('* Without a running sensor every minute counts.');
  pdf.text(sentences.join(' '), { size: 10, bold: true, gap: 8, isMarked: true });
  const worst = (one: Figures): number => (provedShare(one) ?? 101) * 1_000 + (one.share ?? 101);
  pdf.table(columnsWith(pageFigures), [
    ...results
      .toSorted((a, b) => worst(a) - worst(b))
      .slice(0, onPage)
      .map((one) => deviceRow(one, pageFigures)),
    [
      { text: results.length > onPage ? `All ${results.length} (annex)` : 'Together', strong: true as const },
      String(required),
      ...pageFigures.map(({ cell }) => cell(total)),
    ],
  ]);
  pdf.text(testedText(required, total), { size: 8, gap: 2 });
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
  pdf.text(definitionText, { size: 8 });
  pdf.text('What it is not', { size: 11, bold: true, gap: 2 });
  pdf.text(whatItIsNot.join(' '), { size: 8, gap: 0 });
  pdf.figure(98, (canvas) => drawSeal(canvas, issue, checkable), { isFoot: true });
  return await pdf.bytes(textsIn(product, english));
}

/** The annex: every device, tests, alarms, changes, sensors that stopped being required, and how all files are checked. */
export async function annexPdf(issue: Issue, fingerprint: string): Promise<Uint8Array> {
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
    columnsWith(annexFigures),
    hours.results.map((one) => deviceRow(one, annexFigures)),
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
  pdf.heading('Every byte of the files');
  for (const step of numbered(stepsWithFiles(number))) pdf.text(step, { gap: 0 });
  pdf.text(codeLine(fingerprint), { bold: true });
  return await pdf.bytes(textsIn(product, english));
}
