import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Api } from '../harness/api.ts';
import { openBrowser, openPage, type Page, selectionOf } from '../harness/browser.ts';
import { FeedMill } from '../harness/feed-mill.ts';
import { admin, TocsinServer } from '../harness/server.ts';
import { looks } from './screens.ts';
import { still } from './still.ts';
import { asWebp } from './webp.ts';

/** Takes the screenshots of docs/screens of a plant of 105 machines: node e2e/sheets/plant-pictures.ts */
const out = fileURLToPath(new URL('../../docs/screens/', import.meta.url));
const warmSteps = 20;
const server = await TocsinServer.start({ env: { LOG_LEVEL: 'error' } });
const browser = await openBrowser();
mkdirSync(out, { recursive: true });

async function take(page: Page, name: string): Promise<void> {
  const blank = await browser.newPage();
  writeFileSync(`${out}${name}.webp`, await asWebp(blank, await page.screenshot(still)));
  await blank.close();
  console.info(name);
}

try {
  const api = await Api.signIn(server.url, admin.email, admin.password);
  const mill = await FeedMill.make(api, server.url);
  const tab = await mill.draw(api);
  const send = async (): Promise<void> => {
    await mill.frames();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  };
  for (let i = 0; i <= warmSteps; i++) {
    mill.set('Leg 3', 'Head bearing left', 45 + (39.6 * i) / warmSteps, i >= warmSteps - 6);
    await send();
  }
  mill.trip('Leg 3');
  mill.stopArea('Pelleting');
  await send();
  const address = `${server.url}/visual-dashboard/site/${mill.plant.siteId}/schemas/${tab.schema}/tabs/${tab.id}`;
  const visit = { url: server.url, token: api.token, selection: selectionOf(mill.plant) };
  const running = setInterval(() => void mill.frames().catch(console.error), 2_000);
  for (const [look, size] of Object.entries(looks)) {
    const width = look === 'light' || look === 'dark' ? 1_600 : size.width;
    const page = await openPage(browser, { ...visit, ...size, width });
    await page.goto(address);
    await page.getByText('1 in alarm').first().waitFor();
    await page.waitForTimeout(3_000);
    if (look === 'light' || look === 'dark') {
      await page.getByRole('button', { name: 'Pin the trend of Leg 3' }).click();
      await page.waitForTimeout(2_000);
    }
    await take(page, `plant-100-${look}`);
    if (look === 'light') {
      await page.locator('body').press('n');
      await page.waitForTimeout(1_500);
      await take(page, 'plant-100-near-light');
    }
    await page.context().close();
  }
  clearInterval(running);
} finally {
  await browser.close();
  await server.remove();
}
