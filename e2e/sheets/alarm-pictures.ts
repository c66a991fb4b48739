import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Api } from '../harness/api.ts';
import { openBrowser, openPage, type Page, selectionOf } from '../harness/browser.ts';
import { Mailbox, startMailServer } from '../harness/mailbox.ts';
import { makePerson, makePlant, type PlantDevice, setWarnings } from '../harness/plant.ts';
import { admin, TocsinServer } from '../harness/server.ts';

/** Takes the screenshots of docs/screens about alarms: node e2e/sheets/alarm-pictures.ts */
const out = fileURLToPath(new URL('../../docs/screens/', import.meta.url));
const sizes = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844, phone: true },
} as const;
type Size = keyof typeof sizes;

const mail = await startMailServer();
const server = await TocsinServer.start({
  env: { SMTP_URL: mail.url, MAIL_FROM: 'Tocsin <alarms@tocsin.example>', LOG_LEVEL: 'error' },
});
const browser = await openBrowser();
mkdirSync(out, { recursive: true });

async function take(page: Page, name: string): Promise<void> {
  const file = `${out}${name}.png`;
  await page.screenshot({ path: file });
  spawnSync('convert', [file, '+dither', '-colors', '200', `PNG8:${file}`]);
  console.info(name);
}

const groups = [
  {
    id: '4',
    name: 'Temperature',
    sensors: ['Head bearing left', 'Head bearing right', 'Boot bearing left', 'Boot bearing right'].map((name, i) => ({
      id: String(4000 + i),
      name,
      type: 'NUMERIC',
      unit: 'C',
    })),
  },
  {
    id: '6',
    name: 'Pulley',
    sensors: ['Rub block left', 'Knee pulley 2', 'Plug chute'].map((name, i) => ({
      id: String(6000 + i),
      name,
      type: 'BOOL',
    })),
  },
];

class Leg {
  readonly #device: PlantDevice;
  #seq = 0;

  constructor(device: PlantDevice) {
    this.#device = device;
  }

  birth = () => this.#post('birth', { ts: Date.now(), groups });

  frame = (warm: number, alarm: Readonly<Record<number, string>> = {}) =>
    this.#post('data', {
      ts: Date.now(),
      seq: this.#seq++,
      v: [warm, 47.2, 39.9, 41.3, 1, 1, 1],
      alarm: Object.keys(alarm).map(Number),
      state: alarm,
    });

  async #post(kind: 'birth' | 'data', body: object): Promise<void> {
    const { address, serial, code } = this.#device;
    const answer = await fetch(`${server.url}/api/v1/ingest/${address}/${kind}/`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${serial}:${code}`).toString('base64')}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${kind}: ${answer.status} ${await answer.text()}`);
  }
}

try {
  const api = await Api.signIn(server.url, admin.email, admin.password);
  const titles = ['Leg 1', 'Leg 2', 'Drag conveyor 3', 'Receiving leg'];
  const plant = await makePlant(
    api,
    titles.map((title) => ({ title, type: '0300' as const })),
  );
  await api.call('PATCH', `clients/${plant.clientId}/`, { company: 'Prairie Crest Grain' });
  await api.call('PATCH', `locations/${plant.siteId}/`, { title: 'Hutchinson Elevator' });
  const legs = plant.devices.map((device) => new Leg(device));
  for (const [i, device] of plant.devices.entries()) {
    await legs[i]?.birth();
    await legs[i]?.frame(51.3);
    await setWarnings(api, device, [{ sensor_id: '4.4000', sign: '>', value: 65, delay_seconds: 0 }]);
  }
  const person = await makePerson(api, plant, 'Manager');
  const own = await Api.signIn(server.url, person.email, person.password);
  own.selection = selectionOf(plant);
  const rule = { delivery_method: 'Email', event_type: 'alarm', contact_when: 0, all_devices: true };
  const created = await own.post<{ id: number }>('notification-settings/', rule);
  for (const to of ['shift@plant.example', 'nobody@plant.example'])
    await own
      .call('PATCH', `notification-settings/${created.id}/`, {
        send_to_alternative: true,
        alternative_contact: to,
      })
      .then(() => own.post(`notification-settings/${created.id}/test/`));
  await own.call('PATCH', `notification-settings/${created.id}/`, {
    send_to_alternative: true,
    alternative_contact: 'shift@plant.example',
  });

  const [one, two, three, four] = legs;
  const contact = 'Contact Open';
  await four?.frame(52, { 4: contact });
  await four?.frame(52);
  await two?.frame(71.4);
  await three?.frame(52, { 6: contact });
  await two?.frame(71.9, { 5: contact });
  await one?.frame(84.6, { 0: 'Absolute' });
  const { results } = await own.get<{ results: { id: number; device: string; event_type: string }[] }>(
    'notifications/?is_active=true',
  );
  const known = results.find((row) => row.device === 'Drag conveyor 3');
  await own.post(`notifications/${known?.id}/acknowledge/`, { comment: 'Chute is being cleared' });

  const visit = (size: Size, theme: string) =>
    openPage(browser, {
      url: server.url,
      token: own.token,
      selection: selectionOf(plant),
      ...sizes[size],
      dark: theme === 'dark',
    });
  const shots: readonly (readonly [Size, string])[] = [
    ['desktop', 'light'],
    ['desktop', 'dark'],
    ['tablet', 'light'],
    ['phone', 'light'],
    ['phone', 'dark'],
  ];
  for (const [size, theme] of shots) {
    const page = await visit(size, theme);
    await page.goto(`${server.url}/notifications/all`);
    await page.getByText('Boot bearing left').or(page.getByText('Knee pulley 2')).first().waitFor();
    await page.waitForTimeout(800);
    // A new event while the page is open, for its toast.
    await one?.frame(84.6, { 0: 'Absolute', 2: 'Rate of rise' });
    await page.locator('[aria-live=assertive]').getByText('Boot bearing left').first().waitFor();
    await page.waitForTimeout(600);
    await take(page, `notifications-${size}-${theme}`);
    await one?.frame(84.6, { 0: 'Absolute' });
    if (theme === 'light') {
      await page.getByRole('tab', { name: 'Historical' }).click();
      await page.waitForTimeout(6_000);
      await take(page, `notifications-historical-${size}-${theme}`);
    }
    if (size === 'desktop' && theme === 'light') {
      await page.getByRole('tab', { name: 'Active' }).click();
      await page
        .getByRole('row')
        .filter({ hasText: 'Leg 2' })
        .first()
        .getByRole('button', { name: 'Acknowledge' })
        .click();
      await page.waitForTimeout(600);
      await take(page, 'acknowledge-desktop-light');
    }
    await page.context().close();
  }

  const rulePage = await visit('desktop', 'light');
  await rulePage.goto(`${server.url}/user/setting/add/notification/${created.id}`);
  await rulePage.getByRole('region', { name: 'E-mails of this rule' }).getByRole('heading').scrollIntoViewIfNeeded();
  await rulePage.locator('.ant-pagination').scrollIntoViewIfNeeded();
  await rulePage.waitForTimeout(1_500);
  await take(rulePage, 'email-rule-mails-desktop-light');
  await rulePage.context().close();

  const letter = await new Mailbox(mail.folder, 'shift@plant.example').waitFor('ALARM Leg 1');
  for (const theme of ['light', 'dark']) {
    const page = await visit('phone', theme);
    await page.setContent(letter.html);
    await take(page, `mail-phone-${theme}`);
    await page.context().close();
  }
} finally {
  await browser.close();
  await server.remove();
  await mail.stop();
}
