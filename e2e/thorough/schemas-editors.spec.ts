import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { enter } from '../harness/enter.ts';
import { makePerson } from '../harness/plant.ts';
import { makeTab, tabNow, waitForSensor } from '../harness/schema.ts';
import { SchemaEditor } from '../pages/schema-editor.ts';

const rename = async (page: Page, from: string, to: string): Promise<void> => {
  await new SchemaEditor(page).machine(from).click();
  await page.getByLabel('Machine name').fill(to);
  await expect(page.getByRole('status').filter({ hasText: 'Not saved' })).toBeVisible();
};
const saveButton = (page: Page) => page.getByRole('button', { name: 'SAVE', exact: true });

// spec: visual-dashboard 8 leaving with unsaved changes: 'Are you sure you want to continue without saving?'
test('two editors, a crash, a deleted tab: nothing is overwritten or lost', async ({
  livePlant,
  page,
  api,
  browser,
  enterAs,
}) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  await waitForSensor(api, plant, '4.4000');
  const tab = await makeTab(api, plant, 'Main plant', 'Receiving', [
    { id: 'leg', type: 'bucket-elevator', name: 'Leg', x: 100, y: 60, sensors: { 'head-bearing': '4.4000' } },
    { id: 'silo', type: 'silo', name: 'Silo', x: 500, y: 200 },
  ]);
  const second = await makeTab(api, plant, tab.schema, 'Second', []);
  await enterAs(plant, 'Engineer');
  const other = await makePerson(api, plant, 'Engineer');
  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const theirs = await elsewhere.newPage();
  await enter(theirs, other, plant);
  const base = `${new URL(page.url()).origin}/visual-dashboard/site/${plant.siteId}/schemas/${tab.schema}`;
  const edit = `${base}/tabs/${tab.id}/edit`;

  // Both open the same tab; the first to save wins, the second is asked.
  await Promise.all([page.goto(edit), theirs.goto(edit)]);
  await rename(page, 'Silo', 'Silo A');
  await rename(theirs, 'Silo', 'Silo B');
  await new SchemaEditor(page).save();
  await saveButton(theirs).click();
  const conflict = theirs.getByRole('dialog', { name: 'A newer version of this tab was saved' });
  await expect(conflict).toContainText('Pat Engineer saved it while you were drawing');
  expect((await tabNow(api, tab.id)).machines.map((machine) => machine.name)).toContain('Silo A');
  await conflict.getByRole('button', { name: 'Discard mine and show theirs' }).click();
  await expect(new SchemaEditor(theirs).machine('Silo A')).toBeVisible();

  // They continue from that version, and their browser crashes before saving.
  await rename(theirs, 'Silo A', 'Silo C');
  await theirs.waitForFunction(() => Object.values({ ...localStorage }).some((text) => text.includes('Silo C')));
  await theirs.close({ runBeforeUnload: false });
  const again = await elsewhere.newPage();
  await again.goto(edit);
  const after = new SchemaEditor(again);
  await expect(after.machine('Silo A')).toBeVisible();
  await expect(again.getByText('You have unsaved changes from')).toBeVisible();
  await again.getByRole('button', { name: 'Restore' }).click();
  await expect(after.machine('Silo C')).toBeVisible();
  await after.undoAll();
  await expect(after.machine('Silo A')).toBeVisible();
  await after.redoAll();

  // Leaving with unsaved changes asks first.
  await again.getByRole('button', { name: 'CANCEL' }).click();
  await expect(again.getByText('Are you sure you want to continue without saving?')).toBeVisible();
  await again.getByRole('button', { name: 'Stay' }).click();
  await expect(after.machine('Silo C')).toBeVisible();

  // The tab is deleted meanwhile: the drawing is saved as a new tab.
  await api.call('DELETE', `../v2/tabs/${tab.id}/`);
  await saveButton(again).click();
  await expect(again.getByRole('dialog', { name: 'This tab was deleted' })).toBeVisible();
  await again.getByRole('button', { name: 'Save as a new tab' }).click();
  await expect(again).not.toHaveURL(edit);
  const id = Number(/tabs\/(\d+)\/edit/.exec(again.url())?.[1]);
  expect((await tabNow(api, id)).machines.map((machine) => machine.name)).toEqual(['Leg', 'Silo C']);

  // Copied from one tab, pasted into another: its sensors must be chosen again.
  await after.machine('Leg').click();
  await again.keyboard.press('Control+c');
  await again.goto(`${base}/tabs/${second.id}/edit`);
  await expect(again.getByText('Nothing selected')).toBeVisible();
  await again.keyboard.press('Control+v');
  await expect(after.machine('Leg')).toBeVisible();
  await expect(again.getByRole('button', { name: 'Choose a sensor Head bearing' })).toBeVisible();
  await again.keyboard.press('Escape');
  await again.keyboard.press('Escape');
  await expect(again.getByText('1 machine without sensors')).toBeVisible();
  await elsewhere.close();
});
