import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Api } from '../harness/api.ts';
import { openBrowser, openPage } from '../harness/browser.ts';
import { TocsinServer } from '../harness/server.ts';

/** Takes the pictures of docs/screens that show monitoring, of a demo that has run for a while: node e2e/sheets/monitoring-screens.ts */
const out = fileURLToPath(new URL('../../docs/screens/', import.meta.url));
const sizes = {
  desktop: { width: 1440, height: 1000 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844, phone: true },
} as const;
type Size = keyof typeof sizes;
type Shot = readonly [name: string, device: string, path: string, sizes: readonly Size[], themes: readonly string[]];

const hourAgo = String(Date.now() - 240_000);
const shots: readonly Shot[] = [
  ['dashboard', 'Leg 1', '/dashboard', ['desktop', 'tablet', 'phone'], ['light', 'dark']],
  ['dashboard-f500', 'Feed mill F500', '/dashboard', ['desktop', 'phone'], ['light', 'dark']],
  ['dashboard-node', 'Bin room', '/dashboard', ['desktop'], ['light']],
  ['graphs', 'Leg 1', '/graphs', ['desktop', 'tablet', 'phone'], ['light', 'dark']],
  ['graphs-f500', 'Feed mill F500', '/graphs', ['desktop'], ['light']],
  ['snapshot', 'Leg 1', `/dashboard/historical/snapshot/${hourAgo}`, ['desktop'], ['light', 'dark']],
  ['sensor-names', 'Pellet line', '/dashboard/edit/sensor/names', ['desktop', 'phone'], ['light']],
  ['sensor-images', 'Leg 1', '/dashboard/edit/sensor/images', ['desktop'], ['light']],
  ['sensor-types', 'Bin room', '/dashboard/edit/sensor/types', ['desktop'], ['light']],
  ['warnings', 'Leg 1', '/dashboard/edit/warnings', ['desktop'], ['light']],
  ['wall', '', '/sites/1/wall', ['desktop'], ['dark']],
];

const server = await TocsinServer.start({ demo: true });
const browser = await openBrowser();
try {
  const waitMs = Number(process.argv[2] ?? 150) * 1_000;
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  const password = /password (\S+) as/.exec(server.log())?.[1] ?? '';
  const api = await Api.signIn(server.url, 'super@tocsin.example', password);
  api.selection = '1,,';
  const { results } = await api.get<{ results: { id: number; title: string; location: { id: number } | number }[] }>(
    'devices/?limit=100',
  );
  const selectionOf = (title: string): string => {
    const device = results.find((one) => one.title === title);
    const site = typeof device?.location === 'number' ? device.location : (device?.location.id ?? 1);
    return `1,${site},${device?.id ?? ''}`;
  };
  const mill = results.find((one) => one.title === 'Feed mill F500');
  for (const node of ['5', '12', '23'])
    await api.post(`graphs/device/${mill?.id}/`, { action: 'append', graph_type: 'update_graphs_arrangement', node });
  mkdirSync(out, { recursive: true });
  for (const [name, device, path, on, themes] of shots)
    for (const size of on)
      for (const theme of themes) {
        const page = await openPage(browser, {
          ...{ url: server.url, token: api.token, selection: selectionOf(device) },
          ...sizes[size],
          dark: theme === 'dark',
        });
        await page.goto(server.url + path);
        await page.waitForTimeout(4_000);
        const file = `${out}${name}-${size}-${theme}.png`;
        await page.screenshot({ path: file });
        spawnSync('convert', [file, '-colors', '160', `PNG8:${file}`]);
        console.info(`${name}-${size}-${theme} ${page.url()}`);
        await page.context().close();
      }
} finally {
  await browser.close();
  await server.remove();
}
