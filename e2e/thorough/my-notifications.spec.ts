import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { portOf } from '@tocsin/simulator/port-of';
import { expect, test } from '../fixtures.ts';
import { expectNoSeriousViolation } from '../harness/axe.ts';
import { enter, openAs } from '../harness/enter.ts';
import { makePerson, makePlant } from '../harness/plant.ts';
import { PushService } from '../harness/push-service.ts';
import { PushingDevice } from '../harness/pushing-device.ts';
import { press, recordNotifications, subscribeAt, wake } from '../harness/service-worker.ts';
import { baseUrl } from '../harness/where.ts';

const pictures = process.env.TOCSIN_PICTURES;
const takePicture = async (page: Page, name: string): Promise<void> => {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
};

test('notifications of a browser: turned on, pressed, and an alarm acknowledged on one', async ({
  api,
  page,
  context,
  mailbox,
}) => {
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
  const service = await PushService.start();
  await subscribeAt(page, service.subscription);
  await enter(page, person, plant);
  await page.goto(`${baseUrl()}/my-notifications`);
  await expect(page.getByRole('heading', { name: 'Who is notified', level: 1 })).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  await expectNoSeriousViolation(page);

  const started = context.waitForEvent('serviceworker');
  await page.getByRole('button', { name: 'Notify me in this browser' }).click();
  const ask = page.getByRole('dialog', { name: 'Notify me in this browser' });
  await ask.getByLabel('Your password').fill('not it');
  await ask.getByRole('button', { name: 'Notify me in this browser' }).click();
  await expect(ask.getByText('Your password was entered incorrectly.')).toBeVisible();
  await expectNoSeriousViolation(page);
  await ask.getByLabel('Your password').fill(person.password);
  await ask.getByRole('button', { name: 'Notify me in this browser' }).click();
  const worker = await started;
  await recordNotifications(worker);
  expect(await wake(worker, await service.nth(0))).toMatchObject({ title: 'Tocsin: is this you?' });
  await expect(page.getByText('Not verified')).toBeVisible();
  await press(worker, 'confirm');
  await expect(page.getByText('Not verified')).toHaveCount(0);
  await expect(page.getByText('This browser shows notifications.')).toBeVisible();
  await takePicture(page, 'my-notifications');
  await expectNoSeriousViolation(page);

  const leg = new PushingDevice(baseUrl(), device, 2);
  await leg.birth();
  await leg.alarm(0);
  const shown = await wake(worker, await service.nth(1));
  expect(shown.title).toContain('Leg 1');
  expect(shown.actions).toEqual(['Acknowledge']);
  // Wait for the e-mail, because an acknowledgement cancels one that has not been sent.
  await mailbox(person.email).waitFor('ALARM Leg 1');
  expect(await press(worker, 'acknowledge')).toMatchObject({ body: 'Acknowledged' });
  await page.goto(`${baseUrl()}/notifications/all`);
  await page.getByRole('button', { name: /Acknowledged by Pat Engineer/ }).click();
  const who = page.getByRole('region', { name: 'Who knows' });
  await expect(who.getByRole('listitem').filter({ hasText: 'notification' })).toContainText('Acknowledged');
  await takePicture(page, 'who-knows-push');
  await service.stop();
});

test('a webhook of a person, quiet hours, and nothing of others', async ({ api, page }) => {
  const codes: string[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      codes.push(JSON.parse(body).verification_code);
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const person = await makePerson(api, plant, 'User');
  await openAs(page, person);
  await page.goto(`${baseUrl()}/my-notifications`);
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  const add = page.getByRole('dialog', { name: 'Add a webhook' });
  await add.getByLabel('Webhook address').fill('ftp://nowhere');
  await add.getByRole('button', { name: 'Send the code' }).click();
  await expect(add.getByRole('alert')).toHaveText('Enter an address that begins with https:// or http://.');
  await expectNoSeriousViolation(page);
  const address = `http://127.0.0.1:${portOf(receiver)}/hook`;
  await add.getByLabel('Webhook address').fill(address);
  await add.getByLabel('Your password').fill(person.password);
  await add.getByRole('button', { name: 'Send the code' }).click();
  const verify = page.getByRole('dialog', { name: 'Verify 127.0.0.1' });
  await expect(verify.getByLabel('Signing secret')).toHaveValue(/^whsec_/);
  await verify.getByRole('button', { name: 'Verify' }).click();
  await expect(verify.getByRole('alert')).toHaveText('Please enter the code.');
  await takePicture(page, 'verify-webhook');
  await verify.getByLabel('Six-digit code').fill(codes[0] ?? '');
  await verify.getByRole('button', { name: 'Verify' }).click();
  await expect(verify).toHaveCount(0);
  await page.getByRole('button', { name: 'Send a test to 127.0.0.1' }).click();
  await expect(page.getByText('Sent. It should arrive within seconds.')).toBeVisible();
  expect(codes).toHaveLength(2);

  await page.getByRole('switch', { name: 'Use quiet hours' }).click();
  await page.getByLabel('From').fill('21:30');
  await page.getByLabel('From').press('Enter');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('From')).toHaveValue('21:30');
  await page.setViewportSize({ width: 390, height: 844 });
  await takePicture(page, 'my-notifications-phone');
  await expectNoSeriousViolation(page);

  await page.getByRole('button', { name: 'Remove 127.0.0.1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Your own webhook')).toHaveCount(0);
  receiver.close();
});
