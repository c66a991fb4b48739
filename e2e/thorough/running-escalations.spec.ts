import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectReadable } from '../harness/axe.ts';
import { openAs } from '../harness/enter.ts';
import { makePerson, makePlant } from '../harness/plant.ts';
import { PushingDevice } from '../harness/pushing-device.ts';
import { baseUrl } from '../harness/where.ts';

const pictures = process.env.TOCSIN_PICTURES;
/** Takes screenshots in both themes, if a folder for them is set. */
const picture = async (page: Page, name: string): Promise<void> => {
  if (!pictures) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${pictures}/${name}-${colorScheme}.png` });
  }
};

test('an escalation runs on the page On call: the next person is notified early, and the alarm acknowledged', async ({
  api,
  page,
  mailbox,
}) => {
  const plant = await makePlant(api, [{ title: 'Leg 3', type: '0300' }]);
  const [device] = plant.devices;
  if (!device) throw new Error('no device');
  const [silent, second, manager] = [
    await makePerson(api, plant, 'User'),
    await makePerson(api, plant, 'Engineer'),
    await makePerson(api, plant, 'Manager'),
  ];
  api.selection = `${plant.clientId},,`;
  const step = (after_minutes: number, ...people: readonly { readonly id: number }[]) => ({
    after_minutes,
    targets: people.map(({ id }) => ({ kind: 'person', id })),
  });
  await api.post('escalation-policies/', {
    title: 'Night',
    event_types: ['alarm_on'],
    location: plant.siteId,
    steps: [step(0, silent), step(60, second), step(90, second, manager)],
    repeats: 1,
  });
  const leg = new PushingDevice(baseUrl(), device, 2);
  await leg.birth();
  await leg.alarm(0);
  await mailbox(silent.email).waitFor('ALARM Leg 3');

  await openAs(page, manager);
  await page.goto(`${baseUrl()}/on-call`);
  const running = page.getByRole('region', { name: 'Running escalations' });
  const card = running.getByRole('article');
  await expect(card).toContainText('Nobody has acknowledged');
  await expect(card.getByRole('listitem').first()).toContainText('Pat User e-mail sent');
  await expect(card.getByRole('timer')).toHaveText(/^\d\d:\d\d$/);
  await expect(card).toContainText('step 2 of 3, round 1 of 2');
  await expectReadable(page);
  await picture(page, 'running');
  await page.setViewportSize({ width: 820, height: 1180 });
  await picture(page, 'running-tablet');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectReadable(page);
  await picture(page, 'running-phone');
  await page.setViewportSize({ width: 1440, height: 900 });

  await card.getByRole('button', { name: 'Notify Pat Engineer now' }).click();
  await mailbox(second.email).waitFor('ALARM Leg 3');
  await expect(card).toContainText('step 3 of 3, round 1 of 2');
  await expect(card.getByRole('listitem').nth(1)).toContainText('Pat Engineer e-mail sent');
  await expect(card.getByRole('button', { name: 'Notify Pat Engineer and Pat Manager now' })).toBeVisible();
  await picture(page, 'running-later');

  await card.getByRole('button', { name: 'Acknowledge' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('region', { name: 'Who knows' }).getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(running).toHaveCount(0);
});
