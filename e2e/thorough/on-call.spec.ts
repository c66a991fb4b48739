import { expect, test } from '../fixtures.ts';
import { expectReadable } from '../harness/axe.ts';
import { openAs } from '../harness/enter.ts';
import { makePerson } from '../harness/plant.ts';
import { baseUrl } from '../harness/where.ts';
import { PickPages } from '../pages/pick.ts';
import { chooseByKeys } from '../pages/select.ts';

test('a manager makes a rotation by keyboard, fills its gap, and an operator sees it on a phone', async ({
  livePlant,
  page,
  api,
}) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  await makePerson(api, plant, 'Engineer');
  await openAs(page, await makePerson(api, plant, 'Manager'));
  await new PickPages(page).site(plant.site);
  await page.getByRole('link', { name: 'On Call' }).click();
  await expect(page.getByText('Nobody takes turns here yet')).toBeVisible();
  await expectReadable(page);

  await page.getByRole('button', { name: 'Add rotation' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add rotation' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please enter a title.')).toBeVisible();
  await expect(dialog.getByText('Please select at least one person.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Shift lead');
  const add = dialog.getByRole('combobox', { name: 'Add a person' });
  for (const turns of [1, 2]) {
    await add.click();
    await chooseByKeys(add);
    await expect(dialog.getByRole('listitem')).toHaveCount(turns);
  }
  const down = dialog.getByRole('button', { name: /^Move .* down$/ }).first();
  await down.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status').filter({ hasText: 'is now number 2' })).toBeAttached();
  // The moved row keeps the focus; at the end of the list, on its other arrow.
  const up = dialog.getByRole('button', { name: /^Move .* up$/ }).nth(1);
  await expect(up).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status').filter({ hasText: 'is now number 1' })).toBeAttached();
  const last = ((await dialog.getByRole('listitem').nth(1).textContent()) ?? '').replace(/^2\. /, '');
  await dialog.getByRole('listitem').nth(1).dragTo(dialog.getByRole('listitem').first());
  await expect(dialog.getByRole('listitem').first()).toContainText(`1. ${last}`);
  // The rotation begins in a week, which leaves a gap until then.
  const later = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel('First turn begins on').fill(later);
  await page.keyboard.press('Tab');
  await expectReadable(page);
  await dialog.getByRole('button', { name: 'Save' }).click();

  await expect(page.getByText(/^Shift lead, .*: nobody on call\.$/)).toBeVisible();
  await expectReadable(page);
  await page.getByRole('button', { name: 'Fill the gap' }).click();
  const instead = page.getByRole('dialog', { name: 'Add override' });
  const who = instead.getByRole('combobox', { name: 'Who is on call instead' });
  await who.click();
  await chooseByKeys(who);
  await instead.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Somebody is on call at every moment of the next four weeks.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Overrides' }).getByRole('listitem')).toHaveCount(1);

  await openAs(page, await makePerson(api, plant, 'User'));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${baseUrl()}/on-call`);
  await expect(page.getByRole('region', { name: 'Duties by day' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add override' })).toHaveCount(0);
  await expectReadable(page);
});
