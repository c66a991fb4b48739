// Takes the screenshot of docs/screens of a desktop notification: a real window on a virtual display, the real worker,
// and a push message from the browser's debugger, because no push service can be reached. Needs Xvfb, ImageMagick and
// Chromium: `node e2e/sheets/notification-pictures.ts`.
import { execFileSync, spawn } from 'node:child_process';
import { chromium } from '@playwright/test';
import { Api } from '../harness/api.ts';
import { enter } from '../harness/enter.ts';
import { makePerson, makePlant } from '../harness/plant.ts';
import { PushService } from '../harness/push-service.ts';
import { PushingDevice } from '../harness/pushing-device.ts';
import { admin, TocsinServer } from '../harness/server.ts';
import { subscribeAt } from '../harness/service-worker.ts';

const display = ':97';
const screen = spawn('Xvfb', [display, '-screen', '0', '1280x800x24'], { stdio: 'ignore' });
process.env.DISPLAY = display;
// Without a notification service on D-Bus, Chromium shows notifications itself.
process.env.DBUS_SESSION_BUS_ADDRESS = 'disabled:';
const server = await TocsinServer.start({ isLocalhost: true, env: { WEBHOOK_NETWORKS: '127.0.0.0/8' } });
process.env.TOCSIN_E2E_URL = server.publicUrl;
const service = await PushService.start();
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  headless: false,
  args: ['--no-sandbox', '--window-size=1280,800', '--window-position=0,0'],
});
try {
  const api = await Api.signIn(server.url, admin.email, admin.password);
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const [device] = plant.devices;
  if (!device) throw new Error('no device');
  const person = await makePerson(api, plant, 'Engineer');
  api.selection = `${plant.clientId},,`;
  await api.post('escalation-policies/', {
    title: 'Night',
    event_types: ['alarm_on'],
    location: plant.siteId,
    steps: [{ after_minutes: 0, targets: [{ kind: 'person', id: person.id }] }],
  });
  const context = await browser.newContext({ viewport: null });
  await context.grantPermissions(['notifications'], { origin: server.publicUrl });
  const page = await context.newPage();
  await subscribeAt(page, service.subscription);
  await enter(page, person, plant);
  await page.goto(`${server.publicUrl}/my-notifications`);
  const debug = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    debug.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations;
      if (one) resolve(one.registrationId);
    });
  });
  await debug.send('ServiceWorker.enable');
  await page.getByRole('button', { name: 'Notify me in this browser' }).click();
  const ask = page.getByRole('dialog');
  await ask.getByLabel('Your password').fill(person.password);
  await ask.getByRole('button', { name: 'Notify me in this browser' }).click();
  const registrationId = await registered;
  const deliver = async (n: number, name: string) => {
    const data = await service.nth(n);
    await debug.send('ServiceWorker.deliverPushMessage', { origin: server.publicUrl, registrationId, data });
    await page.waitForTimeout(3_000);
    execFileSync('import', ['-window', 'root', `docs/screens/${name}.png`]);
  };
  await deliver(0, 'notification-check');
  const { token } = JSON.parse(await service.nth(0));
  await new Api(server.url, '').post('contact-methods/confirm/', { token, is_pressed: true });
  const leg = new PushingDevice(server.url, device, 2);
  await leg.birth();
  await leg.alarm(0);
  await deliver(1, 'notification-alarm');
} finally {
  await browser.close();
  await service.stop();
  await server.remove();
  screen.kill();
}
