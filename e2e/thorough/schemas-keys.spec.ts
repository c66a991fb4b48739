import { expect, test } from '../fixtures.ts';
import { makeTab, tabNow } from '../harness/schema.ts';
import { SchemaEditor } from '../pages/schema-editor.ts';

type Placed = { readonly name: string; readonly x_coord: number; readonly y_coord: number; readonly flip: boolean };
type Drawn = {
  readonly machines: readonly Placed[];
  readonly connectors: readonly unknown[];
  readonly shapes: readonly {
    readonly extras: { readonly width: number; readonly height: number; readonly rotateAngle: number };
  }[];
};

// meets: wcag-2.2-aa 2.1.1
test('a tab is drawn by keyboard only', async ({ livePlant, page, api, enterAs }) => {
  const plant = await livePlant([]);
  const tab = await makeTab(api, plant, 'Main plant', 'Receiving', []);
  await enterAs(plant, 'Engineer');
  await page.goto(
    `${new URL(page.url()).origin}/visual-dashboard/site/${plant.siteId}/schemas/${tab.schema}/tabs/${tab.id}/edit`,
  );
  const editor = new SchemaEditor(page);
  const { keyboard } = page;
  const toward = async (name: RegExp | string): Promise<void> => {
    // Tab until it has the focus, as a keyboard user does.
    for (let i = 0; i < 80; i++) {
      await keyboard.press('Tab');
      const at = String(
        await page.evaluate(
          `document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent`,
        ),
      );
      if (typeof name === 'string' ? at.trim() === name : name.test(at)) return;
    }
    throw new Error(`Tab never reached ${name}`);
  };

  // Add: found by typing, added to the tab with Enter.
  await page.getByPlaceholder('Find a machine').focus();
  await keyboard.type('hopper');
  await toward('Hopper');
  await keyboard.press('Enter');
  await expect(editor.machine('Hopper')).toBeVisible();
  // Move: by 8 and by 1.
  for (let i = 0; i < 10; i++) await keyboard.press('Shift+ArrowLeft');
  await keyboard.press('ArrowUp');
  await page.getByPlaceholder('Find a machine').fill('silo');
  await page.locator('[data-machine-type="silo"]').focus();
  await keyboard.press('Enter');
  for (let i = 0; i < 16; i++) await keyboard.press('Shift+ArrowRight');
  await expect(editor.machine('Silo')).toBeVisible();
  // Connect: the tool by its key, an anchor by Enter, the other by Enter.
  await page.locator('[data-machine-type="silo"]').focus();
  await keyboard.press('c');
  await toward('Hopper, anchor outlet');
  await keyboard.press('Enter');
  await toward('Silo, anchor inlet');
  await keyboard.press('Enter');
  await expect(editor.connectors()).toHaveCount(1);
  // Select: the silo by Tab and Enter; flip and duplicate it, and remove the copy again.
  await keyboard.press('v');
  await page.getByPlaceholder('Find a machine').focus();
  await toward('Silo');
  await toward('Silo');
  await keyboard.press('Enter');
  await expect(page.getByLabel('Machine name')).toHaveValue('Silo');
  await keyboard.press('f');
  await keyboard.press('Control+d');
  await expect(page.locator('.react-flow__node')).toHaveCount(3);
  await keyboard.press('Delete');
  await expect(page.locator('.react-flow__node')).toHaveCount(2);
  // Everything can be undone and redone.
  await keyboard.press('Control+z');
  await expect(page.locator('.react-flow__node')).toHaveCount(3);
  await keyboard.press('Control+Shift+z');
  await expect(page.locator('.react-flow__node')).toHaveCount(2);
  await keyboard.press('Control+s');
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
  const drawn = await tabNow<Drawn>(api, tab.id);
  expect(drawn.connectors).toHaveLength(1);
  expect(drawn.machines.map((machine) => machine.name)).toEqual(['Hopper', 'Silo']);
  expect(drawn.machines.map((machine) => machine.flip)).toEqual([false, true]);
});
