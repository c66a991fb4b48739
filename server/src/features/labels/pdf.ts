import { type LabelFormat, type LabelSheet, labelLayout, labelSheets, labelTexts } from '@tocsin/contract/labels';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts } from '@tocsin/contract/texts/labels';
import { PDFDocument, type PDFPage, rgb } from 'pdf-lib';
import { PdfFonts } from '../../platform/pdf-fonts.ts';
import { qrPath } from '../../platform/qr-path.ts';

const pointsPerMm = 72 / 25.4;
const black = rgb(0, 0, 0);

interface PrintedLabel {
  readonly title: string;
  readonly site: string;
  readonly url: string;
}
interface Place {
  readonly page: PDFPage;
  readonly fonts: PdfFonts;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Labels on the sheets of a format, black only: the name, the site, and the code of an address that holds no secret. */
export async function labelsPdf(
  labels: readonly PrintedLabel[],
  { format, language, now }: { readonly format: LabelFormat; readonly language: string; readonly now: number },
): Promise<Uint8Array> {
  const t = textsIn(texts, language);
  const layout: LabelSheet = labelSheets[format];
  const pdf = await PDFDocument.create();
  pdf.setTitle(t.title);
  pdf.setProducer('Tocsin');
  pdf.setCreationDate(new Date(now));
  const fonts = await PdfFonts.embed(pdf);
  const points = (mm: number): number => mm * pointsPerMm;
  const perSheet = layout.columns * layout.rows;
  let page: PDFPage | null = null;
  for (const [index, label] of labels.entries()) {
    const place = index % perSheet;
    if (place === 0 || !page) page = pdf.addPage([points(layout.sheet[0]), points(layout.sheet[1])]);
    const column = place % layout.columns;
    const row = Math.floor(place / layout.columns);
    const x = layout.left + column * layout.pitch[0];
    const down = layout.top + row * layout.pitch[1] + layout.label[1];
    const [width, height] = layout.label;
    const size = { width: points(width), height: points(height) };
    drawLabel({ page, fonts, x: points(x), y: points(layout.sheet[1] - down), ...size }, label, t);
  }
  return await pdf.save();
}

/** Draws the label that `labelLayout` lays out; a page is measured from below. */
function drawLabel(place: Place, label: PrintedLabel, t: typeof texts): void {
  const { page, x, width, height } = place;
  const { code, x: left, room, top, foot, size } = labelLayout([width, height]);
  const { path, size: modules } = qrPath(label.url, 'Q');
  const up = (down: number): number => place.y + height - down;
  page.drawSvgPath(path, { x: x + code.x, y: up(code.y), scale: code.side / modules, color: black, borderWidth: 0 });
  const { title, site, opens, danger } = labelTexts;
  const common = { x: x + left, room };
  let at = up(top);
  at = write(place, label.title, { ...common, top: at, size: size * title.share, bold: true, lines: title.lines });
  at = write(place, label.site, { ...common, top: at, size: size * site.share, bold: false, lines: site.lines });
  write(place, t.opens, { ...common, top: at, size: size * opens.share, bold: false, lines: opens.lines });
  write(place, t.danger, { ...common, top: up(foot), size: size * danger.share, bold: true, lines: danger.lines });
}

interface Text {
  readonly x: number;
  readonly top: number;
  readonly room: number;
  readonly size: number;
  readonly bold: boolean;
  readonly lines: number;
}
/** Writes whole words on at most so many lines, smaller where a word is too long. Returns the height below. */
function write({ page, fonts }: Place, raw: string, { x, top, room, size, bold, lines }: Text): number {
  const text = fonts.printable(raw);
  const font = fonts.of(text, bold);
  const words = text.split(' ');
  const inLines = (fontSize: number): string[] => {
    const all: string[] = [];
    for (const word of words) {
      const longer = all.length === 0 ? word : `${all.at(-1)} ${word}`;
      if (all.length > 0 && font.widthOfTextAtSize(longer, fontSize) <= room) all[all.length - 1] = longer;
      else all.push(word);
    }
    return all;
  };
  const isTooLong = (fontSize: number): boolean =>
    inLines(fontSize).length > lines || words.some((word) => font.widthOfTextAtSize(word, fontSize) > room);
  let fitting = size;
  while (fitting > 4 && isTooLong(fitting)) fitting *= 0.93;
  const shown = inLines(fitting).slice(0, lines);
  shown.forEach((line, n) => {
    page.drawText(line, { x, y: top - fitting * (0.8 + 1.15 * n), size: fitting, font, color: black });
  });
  return top - fitting * 1.15 * shown.length - size * 0.25;
}
