import type { Page } from '@playwright/test';

/** Chromium's own encoder: the only one that is here anyway. Needs a page of its own that may load data addresses. */
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
