import { PDFDocument, type PDFFont, type PDFPage, rgb } from 'pdf-lib';
import { PdfFonts } from './pdf-fonts.ts';

const a4 = { short: 595.28, long: 841.89 };
const margin = 40;
const padding = 3.5;
/** Of the font size of cells. */
const lineHeight = 1.31;
const ink = rgb(0.08, 0.1, 0.11);
const quiet = rgb(0.26, 0.3, 0.32);
const faint = rgb(0.35, 0.38, 0.41);
const line = rgb(0.83, 0.85, 0.86);
const shade = rgb(0.945, 0.953, 0.957);
export const brandColor = rgb(0.039, 0.361, 0.38);

/** Widths are fractions of the page's width. */
export interface Column {
  readonly head: string;
  readonly width: number;
  readonly right?: boolean;
}
/** The columns of a table in the order of their widths; those in `right` are aligned on the right. */
export const columnsOf = <Name extends string>(
  heads: Readonly<Record<NoInfer<Name>, string>>,
  widths: Readonly<Record<Name, number>>,
  right: readonly NoInfer<Name>[] = [],
): readonly Column[] =>
  (Object.entries(widths) as [Name, number][]).map(([name, width]) => ({
    head: heads[name],
    width,
    right: right.includes(name),
  }));

/** Important cells are printed bold. */
export type Cell = string | { readonly text: string; readonly strong: true };

const textOf = (cell: Cell | undefined): string => (typeof cell === 'string' ? cell : (cell?.text ?? ''));
/** Maximum lines per cell; longer ones are cut with an ellipsis. */
const maxLines = 8;

interface Wrapped {
  readonly font: PDFFont;
  readonly lines: readonly string[];
}
interface Room {
  readonly bold: boolean;
  readonly size: number;
  readonly width: number;
  /** Maximum lines; the rest is cut with an ellipsis. */
  readonly most: number;
}
interface Drawn {
  readonly font: PDFFont;
  readonly size: number;
  readonly bold: boolean;
}

interface TextLook {
  readonly size?: number;
  readonly bold?: boolean;
  /** Space below the text. */
  readonly gap?: number;
  /** With a bar on its left. */
  readonly isMarked?: boolean;
}

/** What stands at the foot of each page, in the document's language. */
export interface PdfFooter {
  readonly notSafety: string;
  readonly page: (page: number, pages: number) => string;
  /** Printed when a text had characters that no font has. */
  readonly missingSigns: string;
}

/** A part of a page: its lower left corner, and texts in the document's fonts. */
export interface PdfCanvas {
  readonly page: PDFPage;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Writes lines below `top`, wrapped within `width` if given, on its right side if `isRight`; returns the height below. */
  write(raw: string, column: PdfColumn): number;
}

interface PdfColumn extends Omit<TextLook, 'isMarked'> {
  readonly x: number;
  readonly top: number;
  readonly width?: number;
  readonly isRight?: boolean;
}

/** Lays out texts and tables over as many A4 pages as needed; cells wrap, and table heads repeat on each page. */
export class TablePdf {
  readonly #pdf: PDFDocument;
  readonly #fonts: PdfFonts;
  readonly #size: { readonly width: number; readonly height: number };
  readonly #cellSize: number;
  #page: PDFPage | null = null;
  #y = 0;

  private constructor(pdf: PDFDocument, fonts: PdfFonts, wide: boolean, cellSize: number) {
    this.#pdf = pdf;
    this.#fonts = fonts;
    this.#cellSize = cellSize;
    this.#size = wide ? { width: a4.long, height: a4.short } : { width: a4.short, height: a4.long };
  }

  static async create(title: string, at: number, { wide = false, cellSize = 8 } = {}): Promise<TablePdf> {
    const pdf = await PDFDocument.create();
    pdf.setTitle(title);
    pdf.setProducer('Tocsin');
    pdf.setCreationDate(new Date(at));
    pdf.setModificationDate(new Date(at));
    return new TablePdf(pdf, await PdfFonts.embed(pdf), wide, cellSize);
  }

  get #width(): number {
    return this.#size.width - 2 * margin;
  }

  text(text: string, { size = 9, bold = false, gap = 4, isMarked = false }: TextLook = {}): void {
    const indent = isMarked ? 10 : 0;
    const width = this.#width - indent;
    const { font, lines } = this.#wrap(text, { bold, size, width, most: Number.POSITIVE_INFINITY });
    const height = size * 1.35;
    for (const each of lines) {
      this.#room(height);
      this.#draw(each, margin + indent, this.#y - size * 1.2, { font, size, bold });
      this.#y -= height;
      if (isMarked) this.#page?.drawRectangle({ x: margin, y: this.#y - 2, width: 2.5, height, color: brandColor });
    }
    this.#y -= gap;
  }

  /** Starts a section, on a new page when less than `room` is left. */
  heading(text: string, room = 90): void {
    this.#room(room);
    this.#y -= 8;
    this.text(text, { size: 12, bold: true, gap: 5 });
  }

  table(columns: readonly Column[], rows: readonly (readonly Cell[])[]): void {
    const all = columns.reduce((sum, column) => sum + column.width, 0);
    const widths = columns.map((column) => (column.width / all) * this.#width);
    const head = () =>
      this.#row(
        columns,
        widths,
        columns.map((column) => ({ text: column.head, strong: true })),
        true,
      );
    this.#room(3 * lineHeight * this.#cellSize + 4 * padding);
    head();
    for (const row of rows) {
      const height = this.#heightOf(widths, row);
      if (this.#y - height < margin) {
        this.#turn();
        head();
      }
      this.#row(columns, widths, row, false);
    }
    this.#y -= 10;
  }

  /**
   * Reserves room of a height over the whole width, on a new page when there is too little, and lets it be drawn: here,
   * or at the foot of the page.
   */
  figure(height: number, draw: (canvas: PdfCanvas) => void, { isFoot = false } = {}): void {
    this.#room(height);
    this.#y = isFoot ? margin : this.#y - height;
    const page = this.#page;
    if (!page) return;
    draw({
      page,
      x: margin,
      y: this.#y,
      width: this.#width,
      height,
      write: (raw, { x, top, width = Number.POSITIVE_INFINITY, size = 9, bold = false, gap = 0, isRight = false }) => {
        const { font, lines } = this.#wrap(raw, { bold, size, width, most: Number.POSITIVE_INFINITY });
        for (const [row, each] of lines.entries()) {
          const indent = isRight ? width - font.widthOfTextAtSize(each, size) : 0;
          this.#draw(each, x + indent, top - size * (1 + 1.35 * row), { font, size, bold });
        }
        return top - size * 1.35 * lines.length - gap;
      },
    });
  }

  /** The finished document, each page with its footer. */
  async bytes({ notSafety, page: pageText, missingSigns }: PdfFooter): Promise<Uint8Array> {
    const pages = this.#pdf.getPages();
    const isIncomplete = this.#fonts.hasReplaced;
    pages.forEach((page, index) => {
      const footer = `${notSafety}   ${pageText(index + 1, pages.length)}`;
      for (const [row, raw] of [footer, ...(isIncomplete ? [missingSigns] : [])].entries()) {
        const text = this.#fonts.printable(raw);
        page.drawText(text, { x: margin, y: 22 - 9 * row, size: 7, font: this.#fonts.of(text, false), color: faint });
      }
    });
    return await this.#pdf.save();
  }

  #wrapped(cell: Cell | undefined, width: number): Wrapped {
    const bold = typeof cell !== 'string';
    return this.#wrap(textOf(cell), { bold, size: this.#cellSize, width: width - 6, most: maxLines });
  }

  #heightOf(widths: readonly number[], cells: readonly Cell[]): number {
    const lines = widths.map((width, index) => this.#wrapped(cells[index], width).lines.length);
    return Math.max(1, ...lines) * lineHeight * this.#cellSize + 2 * padding;
  }

  #row(columns: readonly Column[], widths: readonly number[], cells: readonly Cell[], isHead: boolean): void {
    const height = this.#heightOf(widths, cells);
    const bottom = this.#y - height;
    if (isHead)
      this.#page?.drawRectangle({ x: margin, y: bottom, width: this.#width, height, color: shade, borderWidth: 0 });
    this.#page?.drawLine({
      start: { x: margin, y: bottom },
      end: { x: margin + this.#width, y: bottom },
      thickness: 0.5,
      color: line,
    });
    let x = margin;
    columns.forEach((column, index) => {
      const width = widths[index] ?? 0;
      const cell = cells[index];
      const bold = typeof cell !== 'string';
      const { font, lines } = this.#wrapped(cell, width);
      lines.forEach((text, n) => {
        const size = this.#cellSize;
        const y = this.#y - padding - size * (1 + n * lineHeight) + 0.5;
        const indent = column.right ? width - 6 - font.widthOfTextAtSize(text, size) : 0;
        this.#draw(text, x + 3 + indent, y, { font, size, bold });
      });
      x += width;
    });
    this.#y = bottom;
  }

  #draw(text: string, x: number, y: number, { font, size, bold }: Drawn): void {
    this.#page?.drawText(text, { x, y, size, font, color: bold ? ink : quiet });
  }

  /** Breaks between words, and within words longer than a line. */
  #wrap(raw: string, { bold, size, width, most }: Room): Wrapped {
    const text = this.#fonts.printable(raw);
    const font = this.#fonts.of(text, bold);
    const fits = (part: string) => font.widthOfTextAtSize(part, size) <= width;
    if (fits(text)) return { font, lines: [text] };
    const lines: string[] = [];
    let open = '';
    for (const word of text.split(' ')) {
      const longer = open === '' ? word : `${open} ${word}`;
      if (fits(longer)) {
        open = longer;
        continue;
      }
      if (open !== '') lines.push(open);
      let rest = word;
      while (!fits(rest)) {
        let end = rest.length - 1;
        while (end > 1 && !fits(rest.slice(0, end))) end--;
        lines.push(rest.slice(0, end));
        rest = rest.slice(end);
      }
      open = rest;
    }
    if (open !== '') lines.push(open);
    if (lines.length <= most) return { font, lines };
    return { font, lines: [...lines.slice(0, most - 1), `${(lines[most - 1] ?? '').slice(0, -1)}…`] };
  }

  #room(height: number): void {
    if (!this.#page || this.#y - height < margin) this.#turn();
  }

  #turn(): void {
    this.#page = this.#pdf.addPage([this.#size.width, this.#size.height]);
    this.#y = this.#size.height - margin;
  }
}
