import type { Locator } from '@playwright/test';
import decode from 'jsqr';
import { PNG } from 'pngjs';

/** Reads a QR code as a phone's camera would: from the displayed pixels, not from its data. */
export async function readQr(shown: Locator): Promise<string> {
  const { data, width, height } = PNG.sync.read(await shown.screenshot());
  const decoded = decode.default(new Uint8ClampedArray(data), width, height);
  if (!decoded) throw new Error(`no QR code can be read in ${width}x${height} pixels`);
  return decoded.data;
}
