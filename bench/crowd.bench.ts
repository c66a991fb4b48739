import { Api } from '@tocsin/e2e/api';
import { Meter, openBrowser, openPage, type Page } from '@tocsin/e2e/browser';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import type { Bench, Row } from './bench.ts';
import { openDatabase } from './rig.ts';

const devices = 500;
const people = 5_000;
/** Folder for screenshots; none are taken without it. */
const pictures = process.env.TOCSIN_PICTURES;

/** A site with 500 devices and a client with 5,000 people, as a browser sees them. */
export const bench: Bench = {
  name: 'crowd',
  async run() {
    const server = await TocsinServer.start({ env: { LOG_LEVEL: 'error' } });
    const browser = await openBrowser();
    try {
      const crowd = await seed(server);
      const { token } = await Api.signIn(server.url, admin.email, admin.password);
      const selection = `${crowd.client},${crowd.site},`;
      const page = await openPage(browser, { url: server.url, token, selection });
      return await measure(page, server.url, crowd);
    } finally {
      await browser.close();
      await server.remove();
    }
  },
};

interface Crowd {
  readonly client: number;
  readonly site: number;
}

async function seed(server: TocsinServer): Promise<Crowd> {
  const database = await openDatabase(server);
  const one = async (text: string): Promise<number> => {
    const { rows } = await database.query<{ id: number }>(text);
    return Number(rows[0]?.id ?? 0);
  };
  const client = await one(`insert into client (number, company, address, phone, full_name, email)
    values (1, 'Big Co-op', 'Road 1', '555-1', 'Contact', 'contact@big.example') returning id`);
  const site = await one(`insert into site (client_id, title, address, timezone)
    values (${client}, 'Big Elevator', 'Road 1', 'America/Chicago') returning id`);
  await database.query(`insert into device_registry (serial_number, code_cipher, code_hash, device_type)
    select 'SN' || i, '\\x00', sha256(i::text::bytea), '0300' from generate_series(1, ${devices}) i`);
  await database.query(`insert into device (site_id, title, serial_number, device_type, udf_id)
    select ${site}, 'Leg ' || lpad(i::text, 3, '0'), 'SN' || i, '0300', 'U' || i from generate_series(1, ${devices}) i`);
  await database.query(`insert into users (username, email, first_name, last_name, registered_at)
    select 'p' || i || '@big.example', 'p' || i || '@big.example', 'Pat', 'Person ' || i, now()
    from generate_series(1, ${people}) i`);
  await database.query(`insert into client_member (user_id, client_id)
    select id, ${client} from users where email like 'p%@big.example'`);
  await database.query(`insert into membership (user_id, site_id, has_access)
    select id, ${site}, true from users where email like 'p%@big.example'`);
  await database.query('vacuum analyze');
  await database.end();
  // The server reads its catalog at the start.
  await server.stop();
  await server.start();
  return { client, site };
}

async function measure(page: Page, url: string, { site }: Crowd): Promise<readonly Row[]> {
  const meter = await Meter.of(page);
  const rows: Row[] = [];
  /** Time from the call until the page shows the result, and the main thread's work for it. */
  const time = async (what: string, aimMs: number, work: () => Promise<void>): Promise<void> => {
    const before = await meter.read();
    const from = performance.now();
    await work();
    const ms = performance.now() - from;
    const after = await meter.read();
    const task = (after.taskS - before.taskS) * 1000;
    const value = `${ms.toFixed(0)} ms, main thread ${task.toFixed(0)} ms, ${after.nodes} nodes`;
    rows.push({ what, value, aim: `${aimMs} ms` });
  };
  const picture = async (name: string): Promise<void> => {
    if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` });
  };
  /** Navigates within the page, as a link does. */
  const go = (path: string): Promise<unknown> => page.evaluate(`history.pushState({}, '', '${path}')`);
  const devicesOfPage = 60;
  // A cheap selector: finding a role and name in a large page is work of that page.
  const cards = page.locator('#content article');
  const boxes = page.locator('fieldset label');

  await page.goto(`${url}/sites`);
  await page.locator('#content').getByRole('button', { name: 'Big Elevator' }).waitFor();
  await time('500 devices: their page', 500, async () => {
    await go('/devices');
    await cards.nth(devicesOfPage - 1).waitFor();
  });
  await picture('crowd-devices');
  await time('500 devices: one found by its name', 300, async () => {
    await page.getByPlaceholder('Find a device').fill('leg 499');
    await cards.nth(1).waitFor({ state: 'detached' });
  });
  await picture('crowd-found');
  await time('500 devices: all of them again', 300, async () => {
    await page.getByPlaceholder('Find a device').fill('');
    await cards.nth(devicesOfPage - 1).waitFor();
  });
  await time("500 devices: an e-mail rule's choice", 500, async () => {
    await go('/user/setting/add/notification');
    await boxes.nth(devices).waitFor();
  });
  await picture('crowd-rule');
  await time('500 devices: one chosen for the rule', 100, () => boxes.nth(1).click());
  await time('500 devices: the whole site chosen for the rule', 300, async () => {
    await boxes.first().click();
    await page.locator('input:checked').nth(devices).waitFor({ state: 'attached' });
  });
  await time('5,000 people: the page of their site', 500, async () => {
    await go(`/sites/edit/${site}`);
    await page.getByRole('row').nth(5).waitFor();
  });
  await picture('crowd-people');
  await time('5,000 people: one found by name', 500, async () => {
    await page.getByPlaceholder('Filter by name or email').fill('Person 4321');
    await page.getByRole('cell', { name: 'p4321@big.example' }).waitFor();
  });
  await time('500 devices: the palette that finds everything', 500, async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('leg 498');
    await page.getByRole('option', { name: /Leg 498/ }).waitFor();
  });
  await picture('crowd-palette');
  return rows;
}
