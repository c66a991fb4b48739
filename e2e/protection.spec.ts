import { expect, test } from './fixtures.ts';
import { expectReadable } from './harness/axe.ts';
import { openAs } from './harness/enter.ts';
import { makePerson } from './harness/plant.ts';
import { makeRound } from './harness/rounds.ts';
import { baseUrl } from './harness/where.ts';
import { PickPages } from './pages/pick.ts';
import { chooseByKeys } from './pages/select.ts';

test('what nothing watches is listed with what to do, filtered, and one number on the wall', async ({
  livePlant,
  page,
  api,
}) => {
  const plant = await livePlant([
    { title: 'Leg 1', type: '0300' },
    { title: 'Receiving pit', type: '0005' },
  ]);
  await openAs(page, await makePerson(api, plant, 'Engineer'));
  await new PickPages(page).site(plant.site);
  await page.getByRole('link', { name: /Not Protecting/ }).click();
  await expect(page.getByRole('heading', { name: 'Not Protecting' })).toBeVisible();
  const unwatched = page.getByRole('region', { name: 'No alarm and no rule' });
  await expect(unwatched.getByRole('listitem')).toHaveCount(12);
  await expect(unwatched.getByRole('listitem').first()).toContainText('Add a warning rule.');
  await expect(page.getByText('proven alive in 30 days')).toBeVisible();
  await expectReadable(page);

  // Assigns an owner to one of them.
  await unwatched.getByRole('button', { name: 'Assign' }).first().click();
  const dialog = page.getByRole('dialog');
  await chooseByKeys(dialog.getByRole('combobox', { name: 'Owner' }));
  await expect(dialog.locator('.ant-select-content-has-value')).toBeVisible();
  await expectReadable(page);
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(unwatched.getByRole('button', { name: /: assign somebody else$/ })).toHaveCount(1);

  await page.getByRole('searchbox', { name: 'Find sensor or device' }).fill('no such sensor');
  await expect(page.getByText('Nothing matches the filter.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find sensor or device' }).fill('pulse 2');
  await expect(unwatched.getByRole('listitem')).toHaveCount(1);
  await unwatched.getByRole('button', { name: 'Edit warnings' }).click();
  await expect(page).toHaveURL(/\/dashboard\/edit\/warnings/);

  // The first page has the number of the menu, with all its reasons.
  await page.goto(`${baseUrl()}/sites`);
  await expect(page.getByText(/^12 need somebody\s*12 No alarm and no rule$/)).toBeVisible();
  await expect(page.getByRole('link', { name: /^Not Protecting\s*12$/ })).toBeVisible();
  await page.goto(`${baseUrl()}/sites/${plant.siteId}/wall`);
  await expect(page.getByText('12 need somebody')).toBeVisible();
});

test('a daily round takes two presses, on a phone, and stands in the log', async ({ livePlant, page, api }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  await openAs(page, await makePerson(api, plant, 'Engineer'));
  await page.goto(`${baseUrl()}/sites/${plant.siteId}/rounds`);
  await makeRound(page);
  await page.getByRole('textbox', { name: 'Note (optional)' }).fill('Belt runs true');
  await page.getByRole('button', { name: 'Confirm round at Leg 1' }).click();
  await expect(page.getByText('Round at Leg 1 recorded.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Today' })).toContainText(/Done by .*/);
  await expect(page.getByRole('list', { name: 'Log' }).getByText('Belt runs true')).toBeVisible();
  await expectReadable(page);
});
