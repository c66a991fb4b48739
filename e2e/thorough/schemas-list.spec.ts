import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures.ts';
import { makeTab, waitForSensor } from '../harness/schema.ts';
import { Toasts } from '../pages/toasts.ts';

type Schema = { readonly id: number; readonly name: string; readonly is_published: boolean };
const markup = '<img src=x onerror="window.harmed=1">';

// spec: visual-dashboard 4 saved: can be cloned, published (comment required) or deleted; published: only cloned
// spec: visual-dashboard 8 delete schema or tab: two confirmations as in section 4
test('schemas are cloned, published, exported, imported and deleted from their list', async ({
  livePlant,
  page,
  api,
  enterAs,
}) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  await waitForSensor(api, plant, '4.4000');
  const machines = [
    { id: 'leg', type: 'bucket-elevator', name: markup, x: 100, y: 60, sensors: { 'head-bearing': '4.4000' } },
    { id: 'fan', type: 'fan', name: 'Fan', x: 500, y: 200 },
  ];
  const text_elements = [{ frontend_id: 't1', x: 300, y: 40, extras: { value: markup, fontSize: 14 } }];
  const tab = await makeTab(api, plant, 'Main plant', 'Receiving', machines, { text_elements });
  await makeTab(api, plant, tab.schema, 'Second', []);
  await enterAs(plant, 'Engineer');
  const { origin } = new URL(page.url());
  const list = `${origin}/visual-dashboard/site/${plant.siteId}/schemas`;
  await page.goto(list);
  const card = (name: string) =>
    page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
  const dialog = page.getByRole('dialog');
  const toasts = new Toasts(page);

  // A comment is required to publish.
  await card('Main plant').getByRole('button', { name: 'Publish' }).click();
  await expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await dialog.getByLabel('Comment').fill('   ');
  await expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled();
  const refused = await api.send('POST', `../v2/schemas/${tab.schema}/publish/`, { comment: ' ' });
  expect(refused.status).toBe(400);
  await dialog.getByLabel('Comment').fill('As built');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(card('Main plant').getByText('Published, shown to everyone')).toBeVisible();
  await expect(card('Main plant').getByRole('button', { name: 'Publish' })).toHaveCount(0);
  await expect(card('Main plant').getByRole('button', { name: 'Delete' })).toHaveCount(0);

  // Cloned under a new name.
  await card('Main plant').getByRole('button', { name: 'Clone' }).click();
  await dialog.getByLabel('New name').fill('Main plant, spring');
  await dialog.getByRole('button', { name: 'Clone' }).click();
  await expect(card('Main plant, spring').getByText('Draft')).toBeVisible();

  // Exported as a file, and imported as another schema.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card('Main plant').getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Main-plant.tocsin-schema.json');
  const file = JSON.parse(await readFile(await download.path(), 'utf8'));
  const choose = (name: string, content: unknown) =>
    page.getByLabel('Import file').setInputFiles({
      name,
      mimeType: 'application/json',
      buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
    });
  await choose('again.json', { ...file, name: 'From a file' });
  await expect(card('From a file').getByText('2 tabs')).toBeVisible();

  // Invalid files are refused with a message and import nothing.
  const bent = structuredClone(file);
  bent.tabs[0].machines[0].x_coord = 1e300;
  await choose('absurd.json', { ...bent, name: 'Absurd' });
  await expect(page.getByText(/less than or equal to 100000/)).toBeVisible();
  await choose('noise.json', '{"tocsin_schema": 99, "<b>": [');
  await expect(page.getByText(/Not a schema file|JSON/).first()).toBeVisible();
  await expect(card('Absurd')).toHaveCount(0);

  // Deleted after two confirmations, and not after one.
  await card('Main plant, spring').getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toContainText('Are you sure you want to delete this schema?');
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(dialog).toContainText("This action can't be undone. Do you want to continue?");
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(card('Main plant, spring')).toBeVisible();
  await card('Main plant, spring').getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(card('Main plant, spring')).toHaveCount(0);

  // The tab order is saved, and a tab is deleted after two confirmations; then the first one is shown.
  const { results } = await api.get<{ results: Schema[] }>(`../v2/schemas/?location=${plant.siteId}`);
  expect(results.map((schema) => schema.name).sort()).toEqual(['From a file', 'Main plant']);
  await card('From a file').getByRole('link').first().click();
  const strip = page.getByRole('navigation', { name: 'Tabs of this schema' });
  await expect(strip.getByRole('link')).toHaveText(['Receiving', 'Second']);
  await strip.getByRole('button', { name: 'Move tab right' }).click();
  await expect(strip.getByRole('link')).toHaveText(['Second', 'Receiving']);
  await page.reload();
  await expect(strip.getByRole('link')).toHaveText(['Second', 'Receiving']);
  // Markup is shown as text everywhere.
  await expect(page.locator('[data-stage]').getByText(markup, { exact: true })).toHaveCount(2);
  expect(await page.evaluate('window.harmed')).toBeUndefined();
  await strip.getByRole('button', { name: 'Delete tab' }).click();
  await expect(dialog).toContainText('Are you sure you want to delete this tab?');
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(strip.getByRole('link')).toHaveText(['Second']);
  await expect(toasts.page.getByText('Tab deleted')).toBeVisible();

  // The device is removed: its machine has no information, and the editor marks the sensor as missing.
  await api.call('DELETE', `devices/${plant.devices[0]?.id}/?cascade=true`);
  await page.goto(`${list}/${tab.schema}/tabs/${tab.id}`);
  const leg = page.locator('[data-machine][data-state]').first();
  await expect(leg).toHaveAttribute('data-state', 'no_info');
  await leg.click();
  await expect(page.getByText('No longer exists').first()).toBeVisible();
  await expect(page.getByText('No data').first()).toBeVisible();
  await page.goto(`${list}/${tab.schema}/tabs/${tab.id}/edit`);
  await page.locator('.react-flow__node').first().click();
  await expect(page.getByRole('complementary').last()).toContainText('No longer exists');
});

// spec: visual-dashboard 6 a check 'can edit this site' gates the Setting menu, tab edit, clone, delete and add
// spec: visual-dashboard 8 no access to the site on list or editor: 'You are not allowed to visit this page'
test('people with read access see no buttons, and are redirected from the editor to the list', async ({
  livePlant,
  page,
  api,
  enterAs,
}) => {
  const plant = await livePlant([]);
  const tab = await makeTab(api, plant, 'Main plant', 'Receiving', []);
  await enterAs(plant, 'User');
  const base = `${new URL(page.url()).origin}/visual-dashboard/site/${plant.siteId}/schemas`;
  await page.goto(`${base}/${tab.schema}/tabs/${tab.id}`);
  await expect(page.getByText('Live View: Main plant')).toBeVisible();
  await expect(page.getByText('This is an unpublished draft.')).toBeVisible();
  for (const name of ['Setting', 'ADD NEW SCHEMA', 'Edit tab', 'Clone tab', 'Delete tab'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await page.goto(`${base}/${tab.schema}/tabs/${tab.id}/edit`);
  await expect(page).toHaveURL(/\/schemas\/?$/);
  await expect(page.getByText('You are not allowed to visit this page')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add new schema' })).toHaveCount(0);
  // A site of another plant is not found.
  const other = await livePlant([]);
  await page.goto(`${new URL(page.url()).origin}/visual-dashboard/site/${other.siteId}/schemas`);
  await expect(page.getByText('You are not allowed to visit this page')).toBeVisible();
});
