import { inflateSync } from 'node:zlib';
import decode from 'jsqr';

/** Pixels of a module, and the free border that readers need. */
const pixels = 4;
const border = 4;

/** Reads the first QR code of a PDF from the rectangles that it draws, as a camera reads the printed label. */
export function readPrintedQr(pdf: Buffer): string {
  const streams = [...pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, bytes = '']) => {
    try {
      return inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  for (const text of streams) {
    const rectangles = [...text.matchAll(/(\d+) (\d+) m\n(\d+) \d+ l\n\d+ (\d+) l\n/g)].map((match) =>
      match.slice(1).map(Number),
    );
    if (rectangles.length < 20) continue;
    const side = Math.max(...rectangles.map(([, , right = 0]) => right)) + 2 * border;
    const image = new Uint8ClampedArray((side * pixels) ** 2 * 4).fill(255);
    for (const [left = 0, top = 0, right = 0, bottom = 0] of rectangles)
      for (let y = (top + border) * pixels; y < (bottom + border) * pixels; y++)
        for (let x = (left + border) * pixels; x < (right + border) * pixels; x++)
          image.fill(0, (y * side * pixels + x) * 4, (y * side * pixels + x) * 4 + 3);
    const found = decode.default(image, side * pixels, side * pixels);
    if (found) return found.data;
  }
  throw new Error('the PDF has no QR code');
}
