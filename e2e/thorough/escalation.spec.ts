import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectReadable } from '../harness/axe.ts';
import { enter } from '../harness/enter.ts';
import { linkIn } from '../harness/mailbox.ts';
import { makePerson, makePlant } from '../harness/plant.ts';
import { PushingDevice } from '../harness/pushing-device.ts';
import { baseUrl } from '../harness/where.ts';
import { NotificationsPage } from '../pages/notifications.ts';

const pictures = process.env.TOCSIN_PICTURES;
const takePicture = async (page: Page, name: string): Promise<void> => {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
};

test('a night alarm: the first is silent, the second acknowledges from the mail by phone, the third is left alone', async ({
  api,
  page,
  mailbox,
}) => {
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const [device] = plant.devices;
  if (!device) throw new Error('no device');
  const [silent, second, third] = [
    await makePerson(api, plant, 'User'),
    await makePerson(api, plant, 'Engineer'),
    await makePerson(api, plant, 'Manager'),
  ];
  api.selection = `${plant.clientId},,`;
  const step = (after_minutes: number, { id }: { readonly id: number }) => ({
    after_minutes,
    targets: [{ kind: 'person', id }],
  });
  await api.post('escalation-policies/', {
    title: 'Night',
    event_types: ['alarm_on'],
    location: plant.siteId,
    steps: [step(0, silent), step(1, second), step(2, third)],
  });
  const leg = new PushingDevice(baseUrl(), device, 2);
  await leg.birth();
  await leg.alarm(0);
  await mailbox(silent.email).waitFor('ALARM Leg 1');

  const link = linkIn(await mailbox(second.email).waitFor('ALARM Leg 1'), '/acknowledge/');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(link);
  await expect(page.getByRole('heading', { name: /Alarm Detected/ })).toBeVisible();
  await expect(page.getByText('Sent to Pat Engineer')).toBeVisible();
  await expectReadable(page);
  await takePicture(page, 'message-link-phone');
  await page.getByLabel('Comment (optional)').fill('On my way');
  await page.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(page.getByText('You acknowledged it with this link.')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Acknowledged by Pat Engineer' })).toBeVisible();
  // The used link says so, and does nothing.
  await page.reload();
  await expect(page.getByText('You acknowledged it with this link.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Acknowledge' })).toHaveCount(0);

  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, third, plant);
  const log = new NotificationsPage(page);
  await log.open();
  await log
    .row('Leg 1')
    .getByRole('button', { name: /Acknowledged by Pat Engineer/ })
    .click();
  const who = page.getByRole('region', { name: 'Who knows' });
  await expect(who.getByRole('listitem')).toHaveCount(2);
  await expect(who.getByRole('listitem').first()).toContainText('Pat User');
  await expect(who.getByRole('listitem').last()).toContainText(/Pat Engineer.*Acknowledged/);
  await expect(who).toContainText('Night');
  await expectReadable(page);
  await takePicture(page, 'who-knows');
  expect(await mailbox(third.email).all()).not.toContainEqual(
    expect.objectContaining({ subject: expect.stringContaining('ALARM') }),
  );
});
