import { inflateSync } from 'node:zlib';
import decode from 'jsqr';

/** Pixels of a module, and the free border that readers need. */
const pixels = 4;
const border = 4;

/** Reads the first QR code of a PDF from the rectangles that it draws, as a camera reads the printed label. */
export function readPrintedQr(pdf: Buffer): string {
  const streams = pdf
    .toString('latin1')
    .split('endstream')
    .map((part) => {
      try {
        const bytes = part.slice(part.indexOf('stream') + 'stream'.length).trimStart();
        return inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1');
      } catch {
        return '';
      }
    });
  for (const text of streams) {
    // Each is a move and three lines, `x y m` and `x y l`, of which the first and the third point are opposite corners.
    const words = text.split(/[ \n]/);
    const corner = (at: number): number[] => words.slice(at, at + 2).map(Number);
    const rectangles = words.flatMap((word, at) =>
      word === 'm' && words[at + 6] === 'l' ? [[...corner(at - 2), ...corner(at + 4)]] : [],
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
