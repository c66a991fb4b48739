import type { Page } from '@playwright/test';

/** Encodes WebP with Chromium, to avoid a dependency. Needs a page that may load data URLs. */
export async function asWebp(page: Page, png: Buffer, quality = 0.82): Promise<Buffer> {
  const url = `data:image/png;base64,${png.toString('base64')}`;
  const encoded = await page.evaluate<string>(`(async () => {
    const image = new Image();
    image.src = '${url}';
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', ${quality});
  })()`);
  return Buffer.from(encoded.split(',')[1] ?? '', 'base64');
}
