import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawingOf, machineTypes } from '@tocsin/machines/library';
import type { MachineType } from '@tocsin/machines/machine';
import { marginOf, pictureOf } from '@tocsin/machines/picture';
import { openBrowser } from '../harness/browser.ts';

/**
 * Draws 20 numbered machines of the library without names, to be named by a person who has not seen the list:
 * `npm run machines-naming [-- SEED]`. The answers are on a separate page.
 */
const count = 20;
const side = 260;
const seed = Number(process.argv[2] ?? 20261121);

function shuffled<T>(list: readonly T[], from: number): readonly T[] {
  let state = from >>> 0;
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const result = [...list];
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const [a, b] = [result[i], result[j]];
    if (a === undefined || b === undefined) continue;
    result[i] = b;
    result[j] = a;
  }
  return result;
}

function cell(type: MachineType, number: number): string {
  const drawing = drawingOf(type);
  const scale = side / Math.max(drawing.width, drawing.height);
  const margin = -marginOf(scale) * scale;
  const svg = pictureOf(type, { side: 'left', state: 'ok', theme: 'light', stretch: 0, scale });
  const address = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return `<figure><figcaption>${number}</figcaption><span style="width:${drawing.width * scale}px;height:${drawing.height * scale}px"><img style="left:${margin}px;top:${margin}px" src="${address}"></span></figure>`;
}

const chosen = shuffled(machineTypes, seed).slice(0, count);
const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1600, height: 1300 } });
await page.setContent(
  `<!doctype html><meta charset="utf-8"><style>body{margin:0;padding:24px;background:#fcfdfd;color:#14191b;font:600 20px/28px sans-serif}
main{display:grid;grid-template-columns:repeat(5,1fr);gap:8px}figure{margin:0;padding:8px;border:1px solid #d3d9db;display:grid;justify-items:center;align-items:center;grid-template-rows:28px ${side + 24}px}
figcaption{justify-self:start}span{position:relative;display:block}img{position:absolute;max-width:none}</style><main>${chosen.map((type, i) => cell(type, i + 1)).join('')}</main>`,
  { waitUntil: 'load' },
);
const docs = join(import.meta.dirname, '../../docs');
await page.screenshot({ path: join(docs, 'screens/machines-naming.png'), fullPage: true });
await browser.close();
const rows = chosen.map((type, i) => `| ${i + 1} | ${type.name} |`).join('\n');
writeFileSync(
  join(docs, 'screens/machines-naming-key.md'),
  `# Key of machines-naming.png\n\nMade by \`npm run machines-naming -- ${seed}\`. Look at the sheet first and write down what you see; a name counts when somebody of the trade would know the same machine by it.\n\n| number | machine |\n|---|---|\n${rows}\n`,
);
