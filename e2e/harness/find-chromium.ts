// Finds a Chromium for the browser tests: TOCSIN_CHROMIUM, then /usr/bin, then Playwright's own. Otherwise installs one
// with `playwright install`, or unpacks the npm package @sparticuz/chromium.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Whether a browser at this path starts. */
export const runs = (path: string | undefined): path is string => {
  if (!path) return false;
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  return spawnSync(path, ['--version', '--no-sandbox'], { timeout: 20_000 }).status === 0;
};

/** Resolves with the path of a Chromium that starts; throws an Error with one line that lists what was tried. */
export async function findChromium(): Promise<string> {
  if (process.env.TOCSIN_CHROMIUM) {
    if (runs(process.env.TOCSIN_CHROMIUM)) return process.env.TOCSIN_CHROMIUM;
    throw new Error(`TOCSIN_CHROMIUM names '${process.env.TOCSIN_CHROMIUM}', which does not start.`);
  }
  for (const path of ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'])
    if (runs(path)) return path;
  const { chromium } = await import('@playwright/test');
  if (runs(chromium.executablePath())) return chromium.executablePath();
  const installed = spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    cwd: root,
    timeout: 180_000,
  });
  if (installed.status === 0 && runs(chromium.executablePath())) return chromium.executablePath();
  const packed = (await import('@sparticuz/chromium')).default;
  const unpacked = await packed.executablePath().catch(() => '');
  if (runs(unpacked)) return unpacked;
  throw new Error(
    'No Chromium for the browser tests: set TOCSIN_CHROMIUM, install one in /usr/bin, or let `npx playwright install chromium` reach its host.',
  );
}
