import { Refusal } from '../../platform/errors.ts';
import { cleanSvg } from './svg.ts';

export interface Picture {
  readonly type: string;
  readonly bytes: Buffer;
}

export const maxLogoBytes = 512 * 1024;
const notAPicture = 'The logo must be a PNG, JPEG, GIF, WebP or SVG picture';
export const tooBig = 'The logo must be at most 512 KiB';
const sidesTooLong = 'The logo must be at most 4096 pixels wide and high';
const maxPixels = 4096;
/** Any number of them may stand before a JPEG's marker. */
const fillByte = 0xff;

/** Detects the type from the first bytes, never from the name or the declared type. An SVG is returned cleaned. */
export function readPicture(bytes: Buffer): Picture {
  if (bytes.length > maxLogoBytes) throw refusal(tooBig);
  const raster = rasterOf(bytes);
  if (raster) {
    if (raster.width > maxPixels || raster.height > maxPixels) throw refusal(sidesTooLong);
    return { type: raster.type, bytes };
  }
  const svg = cleanSvg(bytes);
  if (svg === null) throw refusal(notAPicture);
  return { type: 'image/svg+xml', bytes: Buffer.from(svg) };
}

const refusal = (text: string) => new Refusal('invalid', text, { fields: { file: [text] } });

interface Raster {
  readonly type: string;
  readonly width: number;
  readonly height: number;
}

const ascii = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);

function rasterOf(b: Buffer): Raster | null {
  if (b.length >= 24 && b.readUInt32BE(0) === 0x89504e47 && ascii(b, 12, 16) === 'IHDR')
    return { type: 'image/png', width: b.readUInt32BE(16), height: b.readUInt32BE(20) };
  if (b.length >= 10 && /^GIF8[79]a$/.test(ascii(b, 0, 6)))
    return { type: 'image/gif', width: b.readUInt16LE(6), height: b.readUInt16LE(8) };
  if (b.length >= 30 && ascii(b, 0, 4) === 'RIFF' && ascii(b, 8, 12) === 'WEBP') return webpOf(b);
  if (b.length >= 4 && b[0] === 0xff && b[1] === 0xd8) return jpegOf(b);
  return null;
}

function webpOf(b: Buffer): Raster | null {
  const type = 'image/webp';
  switch (ascii(b, 12, 16)) {
    case 'VP8 ':
      return { type, width: b.readUInt16LE(26) & 0x3fff, height: b.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = b.readUInt32LE(21);
      return { type, width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { type, width: b.readUIntLE(24, 3) + 1, height: b.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

/**
 * Walks the segments to the frame header, the only one with the size. Strict, since viewers differ from each other on
 * what a broken file shows: after anything but a segment with a length the size might not be the one they draw.
 */
function jpegOf(b: Buffer): Raster | null {
  let at = 2;
  while (at + 9 < b.length && b[at] === 0xff) {
    const marker = b[at + 1] ?? 0;
    if (marker === fillByte) {
      at++;
      continue;
    }
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9)) return null;
    const isFrame = marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { type: 'image/jpeg', height: b.readUInt16BE(at + 5), width: b.readUInt16BE(at + 7) };
    const length = b.readUInt16BE(at + 2);
    if (length < 2) return null;
    at += 2 + length;
  }
  return null;
}
