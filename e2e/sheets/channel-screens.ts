import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Api } from '../harness/api.ts';
import { openBrowser, openPage, type Page, selectionOf, type Visit } from '../harness/browser.ts';
import { linkIn, Mailbox, startMailServer } from '../harness/mailbox.ts';
import { makePerson, makePlant } from '../harness/plant.ts';
import { PushingDevice } from '../harness/pushing-device.ts';
import { connectGateway, reach } from '../harness/reached.ts';
import { Receivers } from '../harness/receivers.ts';
import { admin, TocsinServer } from '../harness/server.ts';
import { still } from './still.ts';
import { asWebp } from './webp.ts';

// Takes the screenshots of docs/screens about contact methods and webhooks: `node e2e/sheets/channel-screens.ts`.
const folder = fileURLToPath(new URL('../../docs/screens/', import.meta.url));
/** Folder of the uncompressed screenshots. */
const before = fileURLToPath(new URL('../../.cache/shots/', import.meta.url));
mkdirSync(before, { recursive: true });
const looks: readonly (Pick<Visit, 'width' | 'height' | 'dark' | 'phone'> & { readonly name: string })[] = [
  { name: 'light', width: 1440, height: 900 },
  { name: 'dark', width: 1440, height: 900, dark: true },
  { name: 'tablet', width: 820, height: 1100 },
  { name: 'phone', width: 390, height: 844, phone: true },
];

const mails = await startMailServer();
const receivers = await Receivers.start();
const server = await TocsinServer.start({ env: { SMTP_URL: mails.url, WEBHOOK_NETWORKS: '127.0.0.0/8' } });
const browser = await openBrowser();
const press = await (await browser.newContext()).newPage();
const keep = async (name: string, page: Page): Promise<void> => {
  // Wait for the end of opening animations.
  await page.waitForTimeout(1_500);
  const shot = await page.screenshot(still);
  writeFileSync(`${before}${name}.png`, shot);
  writeFileSync(`${folder}${name}.webp`, await asWebp(press, shot));
};
try {
  const api = await Api.signIn(server.url, admin.email, admin.password);
  await connectGateway(api, receivers);
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const [device] = plant.devices;
  if (!device) throw new Error('no device');
  const person = await makePerson(api, plant, 'Engineer');
  const manager = await makePerson(api, plant, 'account manager');
  await reach(server.url, person, receivers);
  api.selection = `${plant.clientId},,`;
  await api.post('escalation-policies/', {
    title: 'Night',
    event_types: ['alarm_on'],
    location: plant.siteId,
    steps: [{ after_minutes: 0, targets: [{ kind: 'person', id: person.id }] }],
  });
  const hook = (title: string, url: string, format: string) =>
    api.post('webhooks/', {
      title,
      url,
      format,
      event_types: ['alarm_on', 'alarm_off'],
    });
  await hook('Control room', `${receivers.url}/control`, 'cloudevents');
  await hook('Alertmanager', `${receivers.url}/alerts`, 'alertmanager');
  // Nothing listens at this address.
  await hook('Old gateway', 'http://127.0.0.1:9/hook', 'tocsin');
  const leg = new PushingDevice(server.url, device, 2);
  await leg.birth();
  await leg.alarm(0);
  const link = linkIn(await new Mailbox(mails.folder, person.email).waitFor('ALARM Leg 1'), '/acknowledge/');
  const theirs = await Api.signIn(server.url, person.email, person.password);
  const office = await Api.signIn(server.url, manager.email, manager.password);
  const selection = selectionOf(plant, device);

  const visits = looks.map(({ name, ...look }) => ({
    name,
    open: (token: string) => openPage(browser, { ...look, url: server.url, token, selection }),
  }));
  for (const { name, open } of visits) {
    const page = await open(office.token);
    await page.goto(`${server.url}/webhooks`);
    await page.getByText('Old gateway').first().waitFor();
    await keep(`webhooks-used-${name}`, page);
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByRole('dialog').waitFor();
    await keep(`webhook-dialog-${name}`, page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Log' }).first().click();
    const log = page.getByRole('dialog', { name: /^Deliveries of/ });
    await log.getByRole('button', { name: 'Send test' }).click();
    await log.getByRole('status').first().waitFor();
    await keep(`webhook-test-${name}`, page);
    await page.context().close();

    const own = await open(theirs.token);
    await own.goto(`${server.url}/my-notifications`);
    await own.getByText(person.email).waitFor();
    await keep(`my-notifications-used-${name}`, own);
    await own.context().close();

    const letter = await open('');
    await letter.goto(link);
    await letter.getByRole('button', { name: 'Acknowledge' }).waitFor();
    await keep(`message-link-${name}`, letter);
    await letter.context().close();

    const operator = await open(api.token);
    await operator.goto(`${server.url}/settings/oem/sms`);
    await operator.getByRole('heading', { level: 1 }).waitFor();
    await keep(`sms-connected-${name}`, operator);
    await operator.context().close();
  }
  const [first] = visits;
  const letter = await first?.open('');
  await letter?.goto(link);
  await letter?.getByRole('button', { name: 'Acknowledge' }).click();
  await letter?.getByText('You acknowledged it with this link.').waitFor();
  for (const { name, open } of visits) {
    const page = await open(office.token);
    await page.goto(`${server.url}/notifications/all`);
    await page
      .getByRole('button', { name: /Acknowledged by Pat Engineer/ })
      .first()
      .click();
    await page.getByRole('region', { name: 'Who knows' }).scrollIntoViewIfNeeded();
    await keep(`who-knows-${name}`, page);
    await page.context().close();
  }
} finally {
  await browser.close();
  await server.remove();
  await receivers.stop();
  await mails.stop();
}
