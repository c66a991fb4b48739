import { expect, test } from '../fixtures.ts';
import { SchemaEditor } from '../pages/schema-editor.ts';

test('a plant is drawn from scratch, published, and shows an alarm at the right machine', async ({
  livePlant,
  page,
  enterAs,
}) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  const [leg] = plant.live;
  await enterAs(plant, 'Engineer');
  const list = `/visual-dashboard/site/${plant.siteId}/schemas`;
  const { origin } = new URL(page.url());
  await page.goto(origin + list);
  await expect(page.getByText('No schema yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add new schema' }).first().click();

  const editor = new SchemaEditor(page);
  await page.getByLabel('Schema name').fill('Main plant');
  await page.getByLabel('Tab name').fill('Receiving');
  await page.getByLabel('Width', { exact: true }).fill('1200');

  // Three machines by mouse, one by keyboard.
  await editor.dragMachine('bucket-elevator', { x: 160, y: 360 });
  await editor.dragMachine('distributor', { x: 420, y: 200 });
  await editor.dragMachine('silo', { x: 330, y: 420 });
  await page.locator('[data-machine-type="fan"]').focus();
  await page.keyboard.press('Enter');
  for (const name of ['Bucket elevator', 'Distributor', 'Silo', 'Fan'])
    await expect(editor.machine(name)).toBeVisible();
  // The fan was added in the middle: it is moved by keys, then by mouse.
  await page.keyboard.press('Shift+ArrowRight');
  const fan = await editor.middleOf(editor.machine('Fan'));
  await editor.drag(fan, await editor.at({ x: 640, y: 420 }));

  // Connectors by mouse, one of them bent; and one by keyboard.
  await editor.tool('Connector').click();
  await editor.connect(editor.anchor('Bucket elevator', 'outlet'), editor.anchor('Distributor', 'inlet'));
  await expect(editor.connectors()).toHaveCount(1);
  const mid = page.getByRole('button', { name: 'Add a bend' }).first();
  const at = await editor.middleOf(mid);
  await editor.drag(at, { x: at.x + 30, y: at.y - 60 });
  await expect(page.getByRole('button', { name: /^Bend \d/ }).first()).toBeVisible();
  await editor.anchor('Distributor', 'outlet-1').focus();
  await page.keyboard.press('Enter');
  await editor.anchor('Silo', 'inlet').focus();
  await page.keyboard.press('Enter');
  await expect(editor.connectors()).toHaveCount(2);

  // A rotated shape.
  await editor.tool('Rectangle').click();
  const spot = await editor.at({ x: 640, y: 200 });
  await page.mouse.click(spot.x, spot.y);
  const turn = page.getByRole('button', { name: 'Rotate' });
  const handle = await editor.middleOf(turn);
  await editor.drag(handle, { x: handle.x + 60, y: handle.y + 40 });
  await expect(page.getByRole('spinbutton', { name: /^Angle/ })).not.toHaveValue('0');
  const cornerHandle = await editor.middleOf(page.locator('[data-handle="1,1"]'));
  await editor.drag(cornerHandle, { x: cornerHandle.x + 30, y: cornerHandle.y + 20 });

  // A label.
  await editor.tool('Text').click();
  const label = await editor.at({ x: 520, y: 120 });
  await page.mouse.click(label.x, label.y);
  await page.getByRole('button', { name: 'Text: Text' }).dblclick();
  await page.locator('.react-flow textarea').fill('Head house');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Text: Head house' })).toBeVisible();

  // Sensors.
  await editor.tool('Select').click();
  await editor.machine('Bucket elevator').click();
  await editor.bind('Choose a sensor Head bearing', 'head bearing', '4.4000');
  await editor.bind('Choose a sensor Boot bearing', 'tail', '4.4002');
  const inspector = page.getByRole('complementary').last();
  await inspector.getByRole('button', { name: 'State sensor' }).click();
  await inspector.getByRole('searchbox').fill('system state');
  await inspector.locator('[data-sensor$=".18.18000"]').click();
  // A sensor bound to the leg cannot be chosen for the fan, and shows where it is used.
  await editor.machine('Fan').click();
  const bearing = inspector.getByRole('button', { name: 'Choose a sensor Bearing' });
  await bearing.click();
  // Escape closes the search and keeps the selection.
  await inspector.getByRole('searchbox').press('Escape');
  await expect(inspector.getByRole('searchbox')).toHaveCount(0);
  await expect(bearing).toBeFocused();
  await bearing.press('Enter');
  await inspector.getByRole('searchbox').fill('head bearing');
  const used = inspector.locator('[data-sensor$=".4.4000"]');
  await expect(used).toBeDisabled();
  await expect(used).toContainText('Already in use at Receiving, Bucket elevator');
  await inspector.locator('[data-sensor$=".4.4001"]').click();

  // Undo to the start, redo to the end.
  let drawn = await editor.picture();
  // Wait until the view stops moving.
  for (let last: Buffer | undefined; !last?.equals(drawn); ) {
    last = drawn;
    drawn = await editor.picture();
  }
  await editor.undoAll();
  await expect(page.locator('.react-flow__node')).toHaveCount(0);
  await editor.redoAll();
  await expect.poll(async () => (await editor.picture()).equals(drawn)).toBe(true);

  // Saves and reloads: no pixel differs.
  await editor.save();
  await expect(page).toHaveURL(/\/tabs\/\d+\/edit$/);
  await page.reload();
  await expect(editor.machine('Fan')).toBeVisible();
  await expect.poll(async () => (await editor.picture()).equals(drawn)).toBe(true);

  // Publishes, with a comment.
  await page.goto(origin + list);
  await page.getByRole('button', { name: 'Publish' }).click();
  const publish = page.getByRole('dialog').getByRole('button', { name: 'Publish' });
  await expect(publish).toBeDisabled();
  await page.getByLabel('Comment').fill('As built');
  await publish.click();
  await expect(page.getByText('Published, shown to everyone')).toBeVisible();

  // The live view shows the alarm at its machine.
  await page.getByRole('link', { name: 'Main plant' }).click();
  const shown = page.locator('[data-machine][data-state]', { hasText: 'Bucket elevator' }).first();
  await expect(shown).toHaveAttribute('data-state', 'ok');
  leg?.hold('4.4000', 95);
  await expect(shown).toHaveAttribute('data-state', 'alarm');
  await expect(page.getByRole('link', { name: /^Bucket elevator, Alarm/ })).toBeVisible();
  await expect(page.locator('[data-state="alarm"]')).toHaveCount(1);
  leg?.release('4.4000');

  // Editing the published schema creates a copy, after the prompt.
  const published = page.url();
  await page.getByRole('button', { name: 'Edit tab' }).click();
  await expect(page.getByText("It's not allowed to modify published schema!")).toBeVisible();
  await page.getByRole('button', { name: 'Edit a copy' }).click();
  await editor.machine('Silo').click();
  await page.getByLabel('Machine name').fill('Silo 1');
  await editor.save();
  await expect(page.getByText('Saved to your unpublished copy')).toBeVisible();
  const schemaOf = (url: string) => url.split('/schemas/')[1]?.split('/')[0];
  await expect.poll(() => schemaOf(page.url())).not.toBe(schemaOf(published));
  await page.goto(published);
  await expect(page.getByRole('link', { name: /^Silo,/ })).toBeVisible();
});
