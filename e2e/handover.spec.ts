import { expect, test } from './fixtures.ts';
import { expectReadable } from './harness/axe.ts';
import { openAs } from './harness/enter.ts';
import { makePerson } from './harness/plant.ts';
import { baseUrl } from './harness/where.ts';

test('a shift is read and taken over by name, and the shift before is one press away', async ({
  livePlant,
  page,
  api,
}) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  await openAs(page, await makePerson(api, plant, 'Engineer'));
  await page.goto(`${baseUrl()}/devices/${plant.siteId}`);
  // The page selects the site, and with it the tabs under Maintenance.
  await expect(page.getByRole('heading', { name: `${plant.site} - Devices` })).toBeVisible();
  await page.getByRole('link', { name: 'Maintenance' }).click();
  await page.getByRole('link', { name: 'Handover' }).click();
  await expect(page.getByRole('heading', { name: 'Shift handover', level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Needs the next shift' })).toBeVisible();
  await expect(page.getByText('Nobody has taken over this shift.')).toBeVisible();
  const press = page.getByRole('button', { name: 'Take over' });
  await expect(press).toBeDisabled();
  await expectReadable(page);

  // With the keyboard only: the page is found by the search, and its skip link leads past the open points to the form.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('shift handover');
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText('Shift handover');
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to taking over' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Anything to add (optional)' })).toBeFocused();
  await page.keyboard.type('Belt <b>runs</b> true');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await expect(press).toBeFocused();
  await page.keyboard.press('Enter');
  // The toast lies not on the alarm bar.
  const toast = page.getByRole('status').filter({ hasText: 'You have taken over the shift.' });
  await expect(toast).toBeVisible();
  expect((await toast.boundingBox())?.y).toBeGreaterThan(200);
  await expect(page.getByText('Belt <b>runs</b> true')).toBeVisible();

  await page.getByRole('button', { name: 'Add a note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a note' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Please write something.');
  await dialog.getByLabel('Note').fill('Noise at the <i>head</i> pulley');
  await expectReadable(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Noise at the <i>head</i> pulley')).toBeVisible();

  // The page of the day and of the week, with e-mails at their end.
  await page.getByRole('button', { name: 'Times, mails' }).click();
  await page.getByRole('checkbox', { name: 'Each week' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.getByRole('tab', { name: 'Week' }).click();
  await expect(page.getByRole('heading', { name: 'Handover of the week', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/span=week/);
  await expect(page.getByText('Noise at the <i>head</i> pulley')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Take over/ })).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: 'Each week' })).toBeChecked();
  await expectReadable(page);
  await page.getByRole('tab', { name: 'Shift', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Shift handover', level: 1 })).toBeVisible();

  await page.getByRole('button', { name: 'Change times' }).click();
  await page.getByRole('textbox', { name: /One to six times/ }).fill('25:00');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter a time such as 06:00.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Previous shift' }).click();
  await expect(page).toHaveURL(/at=/);
  await expect(page.getByText('This shift is over.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Current shift' }).click();
  await expect(page.getByText('Belt <b>runs</b> true')).toBeVisible();
});
