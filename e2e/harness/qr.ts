import type { Locator } from '@playwright/test';
import decode from 'jsqr';
import { PNG } from 'pngjs';

/** Reads a QR code from the displayed pixels, as a phone's camera does. */
export async function readQr(shown: Locator): Promise<string> {
  const { data, width, height } = PNG.sync.read(await shown.screenshot());
  const decoded = decode.default(new Uint8ClampedArray(data), width, height);
  if (!decoded) throw new Error(`found no QR code in ${width}x${height} pixels`);
  return decoded.data;
}
