import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { badgeOf } from '@tocsin/machines/badge';
import { drawingOf, machineTypes } from '@tocsin/machines/library';
import type { MachineType } from '@tocsin/machines/machine';
import { type MachineState, machineStates, type Theme } from '@tocsin/machines/palette';
import { marginOf, pictureOf, type Side } from '@tocsin/machines/picture';
import { asWebp } from './webp.ts';

/** Draws the contact sheet of the machine library: every type, state and side, at 40 and 400 px, in light and dark. */
const words: Record<MachineState, string> = {
  ok: 'OK',
  alarm: 'Alarm',
  warning: 'Warning',
  no_info: 'No info',
  stopped: 'Stopped',
};

const uri = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

function image(type: MachineType, px: number, theme: Theme, state: MachineState, side: Side, badge: boolean): string {
  const stretch = px <= 64 ? type.smallStretch : 0;
  const drawing = drawingOf(type, stretch);
  const scale = px / Math.max(drawing.width, drawing.height);
  const sign = badge ? badgeOf(state, theme) : '';
  const margin = -marginOf(scale) * scale;
  return `<span class="m" style="width:${px}px;height:${px}px"><span style="width:${drawing.width * scale}px;height:${drawing.height * scale}px"><img style="left:${margin}px;top:${margin}px" src="${uri(pictureOf(type, { side, state, theme, stretch, scale }))}">${sign ? `<img class="badge" src="${uri(sign)}">` : ''}</span></span>`;
}

function cell(type: MachineType, theme: Theme): string {
  const shown = machineStates.filter((state) => state !== 'stopped');
  const figures = shown.map(
    (state, i) =>
      `<figure>${image(type, 400, theme, state, i % 2 ? 'right' : 'left', true)}<figcaption>${words[state]}, ${i % 2 ? 'right' : 'left'}</figcaption></figure>`,
  );
  const small = machineStates.flatMap((state) =>
    (['left', 'right'] as const).map((side) => image(type, 40, theme, state, side, false)),
  );
  return `<section><h2>${type.name}<span class="small">${small.join('')}</span></h2><div class="states">${figures.join('')}</div></section>`;
}

async function page(theme: Theme): Promise<string> {
  const fontFile = createRequire(import.meta.url).resolve(
    '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  );
  const font = (await readFile(fontFile)).toString('base64');
  const [ground, text, quiet, border] =
    theme === 'light' ? ['#fcfdfd', '#14191b', '#434d52', '#d3d9db'] : ['#181c1e', '#e8ebec', '#b3bcc0', '#2a3134'];
  return `<!doctype html><meta charset="utf-8"><style>
@font-face{font-family:Inter;src:url(data:font/woff2;base64,${font});font-weight:100 900}
body{margin:0;padding:40px;background:${ground};color:${text};font:14px/20px Inter}
h1{margin:0 0 4px;font:650 28px/36px Inter}h1+p{margin:0 0 24px;color:${quiet}}
main{display:grid;grid-template-columns:repeat(2,1752px);border:solid ${border};border-width:1px 0 0 1px;width:max-content}
section{border:solid ${border};border-width:0 1px 1px 0;padding:16px 24px}
h2{margin:0 0 16px;font:600 20px/40px Inter;display:flex;justify-content:space-between}
.m{display:inline-flex;align-items:center;justify-content:center}.m>span{position:relative;display:block}.m img{position:absolute;max-width:none}
.m .badge{right:-9px;top:-9px;width:26px;left:auto}
.states{display:grid;grid-template-columns:repeat(4,1fr);gap:8px}figure{margin:0;text-align:center}figcaption{padding-top:12px;color:${quiet}}
.small{display:flex;gap:16px}
</style><h1>Machine library</h1><p>${machineTypes.length} types at 400 and 40 px, left and right side, in every state. Side view, working part cut open, one light from the left.</p><main>${machineTypes.map((type) => cell(type, theme)).join('')}</main>`;
}

const system = '/usr/bin/chromium';
const browser = await chromium.launch({
  args: ['--no-sandbox'],
  ...(existsSync(system) ? { executablePath: system } : {}),
});
for (const theme of ['light', 'dark'] as const) {
  const tab = await browser.newPage({ viewport: { width: 3600, height: 1200 } });
  await tab.setContent(await page(theme), { waitUntil: 'load' });
  const file = join(import.meta.dirname, '../../docs/screens', `machines-sheet-${theme}.webp`);
  await writeFile(file, await asWebp(tab, await tab.screenshot({ fullPage: true }), 0.85));
  console.info(`wrote ${file}`);
}
await browser.close();
