import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { makeTab, tabDocument, tabNow } from '../harness/schema.ts';
import { SchemaEditor } from '../pages/schema-editor.ts';

const saveButton = (page: Page) => page.getByRole('button', { name: 'SAVE', exact: true });
/** Simulates a window focus, on which pages refetch. */
const lookAgain = (page: Page) => page.evaluate('window.dispatchEvent(new Event("visibilitychange"))');
const base = (page: Page, siteId: number): string =>
  `${new URL(page.url()).origin}/visual-dashboard/site/${siteId}/schemas`;

test("a background fetch neither overwrites a colleague's changes nor discards the drawing", async ({
  livePlant,
  page,
  api,
  enterAs,
}) => {
  const plant = await livePlant([]);
  const machines = [{ id: 'silo', type: 'silo', name: 'Silo', x: 500, y: 200 }];
  const tab = await makeTab(api, plant, 'Main plant', 'Receiving', machines);
  await enterAs(plant, 'Engineer');
  await page.goto(`${base(page, plant.siteId)}/${tab.schema}/tabs/${tab.id}/edit`);
  const editor = new SchemaEditor(page);
  await expect(editor.machine('Silo')).toBeVisible();

  // A colleague saves, the window gets the focus, and the drawing is still based on the older version.
  await api.call('PATCH', `../v2/tabs/${tab.id}/`, tabDocument(plant, 'Receiving, theirs', machines));
  const read = page.waitForResponse((answer) => answer.url().includes(`/api/v2/tabs/${tab.id}/`));
  await lookAgain(page);
  await read;
  await editor.machine('Silo').click();
  await page.getByLabel('Machine name').fill('Silo A');
  await saveButton(page).click();
  const conflict = page.getByRole('dialog', { name: 'A newer version of this tab was saved' });
  await expect(conflict).toBeVisible();
  expect((await tabNow(api, tab.id)).name).toBe('Receiving, theirs');
  await page.keyboard.press('Escape');
  await expect(conflict).toBeHidden();

  // The server is unreachable for a while: the drawing is kept.
  await page.route('**/api/v2/tabs/**', (route) => route.fulfill({ status: 503, body: '{"detail": "away"}' }));
  await page.route('**/api/v2/schemas/**', (route) => route.fulfill({ status: 503, body: '{"detail": "away"}' }));
  let failed = 0;
  page.on('response', (answer) => {
    if (answer.status() === 503) failed++;
  });
  await page.waitForTimeout(5_000);
  await lookAgain(page);
  // Each fetch is retried three times before it fails.
  await expect.poll(() => failed).toBeGreaterThanOrEqual(6);
  await page.waitForTimeout(300);
  await expect(editor.machine('Silo A')).toBeVisible();
  await expect(editor.tool('Undo')).toBeEnabled();
});

test('a new schema keeps its undo history after its first save', async ({ livePlant, page, enterAs, api }) => {
  const plant = await livePlant([]);
  await enterAs(plant, 'Engineer');
  await page.goto(`${base(page, plant.siteId)}/new`);
  const editor = new SchemaEditor(page);
  await page.locator('[data-machine-type="silo"]').click();
  await page.locator('[data-machine-type="fan"]').click();
  await editor.save();
  await expect(page).toHaveURL(/schemas\/\d+\/tabs\/\d+\/edit$/);
  await expect(page.getByText('New schema, edit tab')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(editor.machine('Fan')).toHaveCount(0);
  await expect(editor.machine('Silo')).toBeVisible();
  await editor.save();
  const id = Number(/tabs\/(\d+)\/edit/.exec(page.url())?.[1]);
  expect((await tabNow(api, id)).machines.map((machine) => machine.name)).toEqual(['Silo']);
});

// spec: visual-dashboard 2 text labels: double click to edit, default text 'Text'
test('editing details: Escape while dragging, typing in the middle of a text, saving while typing', async ({
  livePlant,
  page,
  api,
  enterAs,
}) => {
  const plant = await livePlant([]);
  const tab = await makeTab(
    api,
    plant,
    'Main plant',
    'Receiving',
    [{ id: 'fan', type: 'fan', name: 'Fan', x: 200, y: 200 }],
    { text_elements: [{ frontend_id: 't', x: 500, y: 200, extras: { value: 'Pit 1', fontSize: 14 } }] },
  );
  await enterAs(plant, 'Engineer');
  await page.goto(`${base(page, plant.siteId)}/${tab.schema}/tabs/${tab.id}/edit`);
  const editor = new SchemaEditor(page);
  const fan = editor.machine('Fan');
  const { x, y } = await editor.middleOf(fan);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y + 40, { steps: 4 });
  await expect.poll(async () => (await editor.middleOf(fan)).x).toBeGreaterThan(x + 20);
  await page.keyboard.press('Escape');
  await page.mouse.move(x + 90, y + 90, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await editor.middleOf(fan)).x).toBeCloseTo(x, 0);
  await expect(editor.tool('Undo')).toBeDisabled();

  // Removed during a drag, and restored: it can be moved as before.
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y + 40, { steps: 4 });
  await page.keyboard.press('Delete');
  await expect(fan).toHaveCount(0);
  await page.mouse.move(x + 60, y + 60, { steps: 2 });
  await page.mouse.up();
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await editor.middleOf(fan)).x).toBeCloseTo(x, 0);
  await editor.drag({ x, y }, { x: x + 64, y: y + 64 });
  await expect.poll(async () => (await editor.middleOf(fan)).x).toBeGreaterThan(x + 30);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await editor.middleOf(fan)).x).toBeCloseTo(x, 0);

  const label = editor.canvas.getByRole('button', { name: 'Text: Pit 1' });
  await label.dblclick();
  const writing = editor.canvas.getByRole('textbox', { name: 'Text' });
  await writing.press('Home');
  await writing.pressSequentially('Truck ', { delay: 30 });
  await expect(writing).toHaveValue('Truck Pit 1');
  await writing.press('Control+s');
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
  const now = await tabNow<{ text_elements: { extras: { value: string } }[] }>(api, tab.id);
  expect(now.text_elements[0]?.extras.value).toBe('Truck Pit 1');
  await writing.press('Escape');
  await expect(editor.canvas.getByRole('button', { name: 'Text: Truck Pit 1' })).toBeFocused();

  // A text without letters would be invisible.
  await page.keyboard.press('Enter');
  await writing.fill('');
  await fan.click();
  await expect(editor.canvas.getByRole('button', { name: /^Text:/ })).toHaveCount(0);
});
