import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fontkit from '@pdf-lib/fontkit';
import { type PDFDocument, type PDFFont, StandardFonts } from 'pdf-lib';

interface Face {
  readonly plain: PDFFont;
  readonly bold: PDFFont;
  readonly signs: ReadonlySet<number>;
}

const fileOf = (name: string) =>
  readFile(fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/DejaVuSans${name}.ttf`)));

const hasAll = ({ signs }: Face, text: string): boolean =>
  [...text].every((sign) => signs.has(sign.codePointAt(0) ?? 0));

/**
 * The fonts of a document: Helvetica, built into every reader and sufficient for western Europe, and DejaVu Sans with
 * Latin, Greek and Cyrillic letters for texts that need it; only the glyphs in use are embedded.
 */
export class PdfFonts {
  readonly #western: Face;
  readonly #wide: Face;
  #hasReplaced = false;

  private constructor(western: Face, wide: Face) {
    this.#western = western;
    this.#wide = wide;
  }

  static async embed(pdf: PDFDocument): Promise<PdfFonts> {
    pdf.registerFontkit(fontkit);
    const western = async (name: StandardFonts) => await pdf.embedFont(name);
    // A fixed name: pdf-lib would choose a random one, and the same report would have different bytes.
    const wide = async (name: string) =>
      await pdf.embedFont(await fileOf(name), { subset: true, customName: `DejaVuSans${name}` });
    const faceOf = (plain: PDFFont, bold: PDFFont): Face => ({ plain, bold, signs: new Set(plain.getCharacterSet()) });
    return new PdfFonts(
      faceOf(await western(StandardFonts.Helvetica), await western(StandardFonts.HelveticaBold)),
      faceOf(await wide('Condensed'), await wide('Condensed-Bold')),
    );
  }

  /** Whether a text had characters that neither font has. */
  get hasReplaced(): boolean {
    return this.#hasReplaced;
  }

  /** The font with all characters of a text returned by `printable`. */
  of(text: string, bold: boolean): PDFFont {
    const face = hasAll(this.#western, text) ? this.#western : this.#wide;
    return bold ? face.bold : face.plain;
  }

  /**
   * Replaces characters missing in both fonts by their base letter or a question mark, so that no name breaks a report.
   */
  printable(raw: string): string {
    const text = raw.normalize('NFC').replaceAll(/\s+/g, ' ');
    if (hasAll(this.#western, text)) return text;
    const has = (sign: string) => this.#wide.signs.has(sign.codePointAt(0) ?? 0);
    const near = (sign: string): string => {
      const base = [...sign.normalize('NFD')].filter(has).join('');
      if (base === '') this.#hasReplaced = true;
      return base || '?';
    };
    return [...text].map((sign) => (has(sign) ? sign : near(sign))).join('');
  }
}
