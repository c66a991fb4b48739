import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectReadable } from '../harness/axe.ts';
import { enter } from '../harness/enter.ts';
import { makePerson, makePlant } from '../harness/plant.ts';
import { PushingDevice } from '../harness/pushing-device.ts';
import { baseUrl } from '../harness/where.ts';
import { NotificationsPage } from '../pages/notifications.ts';
import { chooseByKeys } from '../pages/select.ts';

const narrow = [
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
] as const;

/** Checks that nothing is cut off at the side of the page on a tablet or phone. */
async function expectFits(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  for (const one of narrow) {
    await page.setViewportSize(one);
    await expect
      .poll(() => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'))
      .toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(size);
}

test('the log of an alarm, its opened row and handing it over read well in both themes and fit a tablet and a phone', async ({
  api,
  page,
}) => {
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const [device] = plant.devices;
  if (!device) throw new Error('no device');
  const leg = new PushingDevice(baseUrl(), device, 3);
  await leg.birth();
  await leg.alarm(0);
  await leg.alarm(1);
  await leg.alarm(1, false);
  await enter(page, await makePerson(api, plant, 'Manager'), plant);
  const log = new NotificationsPage(page);
  await log.open();
  await expect(log.banner).toContainText('1 alarm');
  await expectReadable(page);
  await expectFits(page);

  await test.step('an opened row, and handing it over', async () => {
    await page.getByRole('button', { name: 'How to respond' }).first().click();
    await expectReadable(page);
    await page.getByRole('button', { name: 'Hand over to maintenance' }).first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expectReadable(page);
    await dialog.getByLabel('What is to be done').fill('Replace the bearing');
    await chooseByKeys(dialog.getByRole('combobox', { name: 'Owner' }));
    await dialog.getByRole('button', { name: 'Hand over' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('what cleared unseen', async () => {
    await log.tab('Unacknowledged').click();
    await expect(log.row('Cleared')).toHaveCount(1);
    // Only the icons of active events are filled.
    await expect(log.row('Cleared').locator('[data-severity="alarm"]').first()).toHaveCSS(
      'background-color',
      'rgba(0, 0, 0, 0)',
    );
    await expectReadable(page);
    await expectFits(page);
    await log.tab('Historical').click();
    await expect(log.rows.first()).toBeVisible();
    await expectReadable(page);
  });
});

test('two people who edit one policy: the later one is told, and sees the newer policy', async ({ api, page }) => {
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const manager = await makePerson(api, plant, 'Manager');
  api.selection = `${plant.clientId},,`;
  const made = await api.post<{ id: number; version: number }>('escalation-policies/', {
    title: 'Night',
    event_types: ['alarm_on'],
    location: plant.siteId,
    steps: [{ after_minutes: 0, targets: [{ kind: 'person', id: manager.id }] }],
  });
  await enter(page, manager, plant);
  await page.goto(`${baseUrl()}/policies`);
  await page.getByRole('button', { name: 'Edit Night' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Night' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Nights and weekends');
  await expectReadable(page);
  await api.call('PATCH', `escalation-policies/${made.id}/`, { title: 'Night shift', version: made.version });
  await dialog.getByRole('button', { name: 'Save' }).click();
  // The form is longer than the page, but the conflict is in view.
  await expect(dialog.getByRole('button', { name: 'Show the newer version' })).toBeInViewport();
  await expectReadable(page);
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Nights and weekends');
  await dialog.getByRole('button', { name: 'Show the newer version' }).click();
  await expect(page.getByRole('article', { name: 'Night shift' })).toBeVisible();
});
