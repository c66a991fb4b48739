import { decodePDFRawStream, PDFArray, PDFDocument, PDFRawStream } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { TablePdf } from './pdf.ts';
import { PdfFonts } from './pdf-fonts.ts';

const pdfOf = async (name: string): Promise<Uint8Array> => {
  const pdf = await TablePdf.create(`Inspection, ${name}`, 1_700_000_000_000);
  pdf.text(name, { size: 18, bold: true });
  pdf.table([{ head: 'Sensor', width: 1 }], [[name], [{ text: name, strong: true }]]);
  return await pdf.bytes({
    notSafety: name,
    page: (page, pages) => `Page ${page} of ${pages}`,
    missingSigns: 'Some are printed as ?.',
  });
};

describe('the fonts of a document', () => {
  it('write names of western, middle and eastern Europe as they are', async () => {
    const fonts = await PdfFonts.embed(await PDFDocument.create());
    for (const name of ['Größenwahn à Nîmes', 'Młyn Łódź', 'Zemědělský podnik Třebíč', 'Елеватор №2', 'Σιλό Θήβας']) {
      expect(fonts.printable(name)).toBe(name);
      for (const bold of [false, true]) expect(fonts.of(name, bold).widthOfTextAtSize(name, 9)).toBeGreaterThan(20);
    }
    expect(fonts.of('Leg 1', false).name).toBe('Helvetica');
    expect(fonts.of('Łódź', true).name).toContain('DejaVuSans');
  });

  it('put a question mark for a sign that neither has, and never fail', async () => {
    const fonts = await PdfFonts.embed(await PDFDocument.create());
    expect(fonts.printable('Żółć')).toBe('Żółć');
    expect(fonts.hasReplaced).toBe(false);
    expect(fonts.printable('谷物 silo 🌾')).toBe('?? silo ?');
    expect(fonts.hasReplaced).toBe(true);
    expect(fonts.printable('Leg\n1\t2')).toBe('Leg 1 2');
    await expect(pdfOf('谷物 🌾 \u0000 \ud800')).resolves.toBeInstanceOf(Uint8Array);
  });

  it('have a line in the footer of each page when signs are missing, and none otherwise', async () => {
    const [whole, lacking] = [await pdfOf('Leg 1'), await pdfOf('谷物 1')];
    const textsOf = async (bytes: Uint8Array): Promise<number> => {
      const pdf = await PDFDocument.load(bytes);
      const [page] = pdf.getPages();
      const contents = page?.node.Contents();
      const streams =
        contents instanceof PDFArray ? contents.asArray().map((ref) => pdf.context.lookup(ref)) : [contents];
      return streams
        .map((stream) =>
          stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') : '',
        )
        .join('')
        .split('Tj').length;
    };
    expect(await textsOf(lacking)).toBe((await textsOf(whole)) + 1);
  });

  it('make the same bytes of the same report, and carry only the signs in use', async () => {
    const [western, eastern] = [await pdfOf('Leg 1'), await pdfOf('Елеватор №2, Łódź')];
    expect(Buffer.compare(Buffer.from(eastern), Buffer.from(await pdfOf('Елеватор №2, Łódź')))).toBe(0);
    expect(western.length).toBeLessThan(20_000);
    expect(eastern.length).toBeLessThan(60_000);
  });
});
