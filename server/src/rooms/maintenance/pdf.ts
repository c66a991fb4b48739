import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import { type LedgerParts, ledgerRows, percent } from './ledger.ts';

const a4 = { width: 595.28, height: 841.89 };
const margin = 40;
const rowHeight = 18;
const ink = rgb(0.08, 0.1, 0.11);
const quiet = rgb(0.35, 0.38, 0.41);
const line = rgb(0.83, 0.85, 0.86);

interface Column {
  readonly head: string;
  readonly width: number;
}

/** A table over as many A4 pages as it needs; what does not fit a cell is cut with dots. */
export class TablePdf {
  readonly #pdf: PDFDocument;
  readonly #plain: PDFFont;
  readonly #bold: PDFFont;
  #page: PDFPage | null = null;
  #y = 0;

  private constructor(pdf: PDFDocument, plain: PDFFont, bold: PDFFont) {
    this.#pdf = pdf;
    this.#plain = plain;
    this.#bold = bold;
  }

  static async create(title: string): Promise<TablePdf> {
    const pdf = await PDFDocument.create();
    pdf.setTitle(title);
    pdf.setProducer('Tocsin');
    const plain = await pdf.embedFont(StandardFonts.Helvetica);
    return new TablePdf(pdf, plain, await pdf.embedFont(StandardFonts.HelveticaBold));
  }

  text(text: string, { size = 9, bold = false, gap = 4 }: { size?: number; bold?: boolean; gap?: number } = {}): void {
    this.#room(size + gap);
    this.#write(text, margin, size, bold, a4.width - 2 * margin);
    this.#y -= size + gap;
  }

  table(columns: readonly Column[], rows: readonly (readonly string[])[]): void {
    const head = () =>
      this.#row(
        columns,
        columns.map((column) => column.head),
        true,
      );
    this.#room(3 * rowHeight);
    head();
    for (const row of rows) {
      if (this.#y < margin + rowHeight) {
        this.#turn();
        head();
      }
      this.#row(columns, row, false);
    }
    this.#y -= rowHeight / 2;
  }

  async bytes(): Promise<Uint8Array> {
    const pages = this.#pdf.getPages();
    pages.forEach((page, index) => {
      const foot = `Tocsin only displays system status; it is not a safety system.   Page ${index + 1} of ${pages.length}`;
      page.drawText(foot, { x: margin, y: 22, size: 7, font: this.#plain, color: quiet });
    });
    return await this.#pdf.save();
  }

  #row(columns: readonly Column[], cells: readonly string[], bold: boolean): void {
    let x = margin;
    this.#page?.drawLine({
      start: { x: margin, y: this.#y - 5 },
      end: { x: a4.width - margin, y: this.#y - 5 },
      thickness: bold ? 0.8 : 0.4,
      color: line,
    });
    columns.forEach((column, index) => {
      this.#write(cells[index] ?? '', x, 8, bold, column.width - 4);
      x += column.width;
    });
    this.#y -= rowHeight;
  }

  #write(text: string, x: number, size: number, bold: boolean, width: number): void {
    const font = bold ? this.#bold : this.#plain;
    let shown = printable(text, font);
    while (shown.length > 1 && font.widthOfTextAtSize(shown, size) > width) shown = `${shown.slice(0, -2)}…`;
    this.#page?.drawText(shown, { x, y: this.#y, size, font, color: bold ? ink : quiet });
  }

  #room(height: number): void {
    if (!this.#page || this.#y < margin + height) this.#turn();
  }

  #turn(): void {
    this.#page = this.#pdf.addPage([a4.width, a4.height]);
    this.#y = a4.height - margin - 12;
  }
}

/** What the font has no sign for becomes a question mark, so that a name can't break a report. */
function printable(text: string, font: PDFFont): string {
  const known = new Set(font.getCharacterSet());
  return [...text.replaceAll(/\s+/g, ' ')].map((sign) => (known.has(sign.codePointAt(0) ?? 0) ? sign : '?')).join('');
}

const day = (iso: string | null, zone: string): string =>
  iso === null
    ? 'never'
    : new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(new Date(iso));
const states = { never: 'Never tested', overdue: 'Overdue', ok: 'OK' };

/** The proof-test ledger of a site to print: coverage first, then every sensor by device. */
export async function ledgerPdf(parts: LedgerParts): Promise<Uint8Array> {
  const { site } = parts;
  const rows = ledgerRows(parts);
  const pdf = await TablePdf.create(`Proof tests, ${site.title}`);
  pdf.text('Proof-test ledger', { size: 18, bold: true, gap: 8 });
  pdf.text(`${site.company}, ${site.title}, ${site.address}`, { size: 10 });
  const ok = rows.filter((row) => row.state === 'ok').length;
  pdf.text(
    `Made ${new Date(parts.now).toISOString()}. Interval ${site.proof_interval_days} days. Days in ${site.timezone}.`,
  );
  pdf.text(
    `Coverage ${percent(ok, rows.length)} %: ${ok} of ${rows.length} sensors passed a test within the interval.`,
    { bold: true, gap: 12 },
  );
  for (const device of parts.devices) {
    const own = rows.filter((row) => row.device_id === device.id);
    pdf.text(`${device.title}, serial number ${device.serial_number}`, { size: 11, bold: true, gap: 10 });
    pdf.table(
      [
        { head: 'Sensor', width: 150 },
        { head: 'Group', width: 90 },
        { head: 'State', width: 65 },
        { head: 'Last passed', width: 62 },
        { head: 'By', width: 78 },
        { head: 'Comment', width: 70 },
      ],
      own.map((row) => [
        row.sensor_name,
        row.group_name,
        states[row.state],
        day(row.last_passed, site.timezone),
        row.performed_by ?? '',
        row.comment ?? '',
      ]),
    );
  }
  return await pdf.bytes();
}
