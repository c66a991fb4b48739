import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectNoSeriousViolation } from '../harness/axe.ts';
import { openAs } from '../harness/enter.ts';
import { makePerson, setWarnings } from '../harness/plant.ts';
import { DashboardPage } from '../pages/dashboard.ts';

const head = '4.4000';
const pictures = process.env.TOCSIN_PICTURES;

/** Takes screenshots on a desktop and a phone, if a folder for them is set. */
async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  const size = page.viewportSize();
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: join(pictures, `${name}-phone.png`), fullPage: true });
  await page.emulateMedia({ colorScheme: null });
  if (size) await page.setViewportSize(size);
}

test('settings of one leg are copied to another after a look at the difference, and taken back', async ({
  livePlant,
  page,
  api,
}) => {
  const plant = await livePlant([
    { title: 'Leg 1', type: '0300' },
    { title: 'Leg 2', type: '0300' },
    { title: 'Hub', type: 'F500-UDF' },
  ]);
  const [leg, other] = plant.devices;
  if (!leg || !other) throw new Error('the plant has no legs');
  for (const { id } of [leg, other])
    await expect
      .poll(async () => (await api.get<{ count: number }>(`devices/${id}/sensors/`)).count)
      .toBeGreaterThan(0);
  await setWarnings(api, leg, [{ sensor_id: head, sign: '>', value: 65, delay_seconds: 60 }]);
  await setWarnings(api, other, [{ sensor_id: head, sign: '>', value: 60, delay_seconds: 60 }]);
  await openAs(page, await makePerson(api, plant, 'Engineer'));
  const dashboard = new DashboardPage(page);
  await dashboard.open(plant, leg);
  await page.getByRole('button', { name: 'Setting', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Copy to Other Devices' }).click();
  await expect(page.getByRole('heading', { name: 'Leg 1 - Copy Settings' })).toBeVisible();
  await expect(page.getByText('Hub')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Show the difference' })).toBeDisabled();
  await page.getByRole('checkbox', { name: /^Leg 2/ }).check();
  await expectNoSeriousViolation(page);
  await picture(page, 'copy-choice');

  await page.getByRole('button', { name: 'Show the difference' }).click();
  await expect(page.getByRole('heading', { name: 'Difference: 1 device would change' })).toBeVisible();
  const row = page.getByRole('table', { name: 'Leg 2' }).getByRole('row').last();
  await expect(row).toContainText('Above 60 °C for 60 s');
  await expect(row).toContainText('Above 65 °C for 60 s');
  await expect(page.getByText('Loosens or removes a rule')).toBeVisible();
  await expectNoSeriousViolation(page);
  await picture(page, 'copy-difference');

  // New clients require a reason for a looser limit.
  await page.getByRole('button', { name: 'Copy to 1 device' }).click();
  const why = page.getByRole('dialog', { name: 'Why this change?' });
  await why.getByLabel('Reason').fill('Equal bearings');
  await why.getByRole('button', { name: 'Save with reason' }).click();
  await expect(page.getByText('Copied to 1 device')).toBeVisible();
  const values = async (): Promise<number[]> => {
    const { results } = await api.get<{ results: { value: number }[] }>(`devices/${other.id}/settings/warnings/`);
    return results.map(({ value }) => value);
  };
  expect(await values()).toEqual([65]);

  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog', { name: 'Undo this copy?' }).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/^Undone by /)).toBeVisible();
  expect(await values()).toEqual([60]);
});
