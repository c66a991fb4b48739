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

// spec: visual-dashboard 5 shapes have a minimum size of 10x10; lines resize horizontally only; machine resizing keeps the aspect ratio
test('several elements are selected, aligned, distributed and moved together, and snap to each other', async ({
  livePlant,
  page,
  api,
  enterAs,
}) => {
  const plant = await livePlant([]);
  const shape = (id: string, kind: string, x: number, y: number, more: object = {}) => ({
    frontend_id: id,
    x,
    y,
    extras: { shape: kind, width: 78, height: kind === 'line' ? 3 : 78, rotateAngle: 0, ...more },
  });
  const tab = await makeTab(
    api,
    plant,
    'Main plant',
    'Receiving',
    [
      { id: 'a', type: 'fan', name: 'Fan A', x: 103, y: 101 },
      { id: 'b', type: 'fan', name: 'Fan B', x: 251, y: 171 },
      { id: 'c', type: 'fan', name: 'Fan C', x: 551, y: 131 },
    ],
    { shapes: [shape('box', 'rectangle', 150, 420), shape('line', 'line', 400, 460)] },
  );
  await enterAs(plant, 'Engineer');
  await page.goto(
    `${new URL(page.url()).origin}/visual-dashboard/site/${plant.siteId}/schemas/${tab.schema}/tabs/${tab.id}/edit`,
  );
  const editor = new SchemaEditor(page);
  const inspector = page.getByRole('complementary').last();
  const now = async () => {
    await editor.save();
    return await tabNow<Drawn>(api, tab.id);
  };
  await editor.machine('Fan A').click();
  await editor.machine('Fan B').click({ modifiers: ['Shift'] });
  await editor.machine('Fan C').click({ modifiers: ['Shift'] });
  await expect(inspector.getByRole('heading', { name: '3 selected' })).toBeVisible();
  await inspector.getByRole('button', { name: 'Top edges' }).click();
  await inspector.getByRole('button', { name: 'Across' }).click();
  const arranged = (await now()).machines;
  expect(new Set(arranged.map((machine) => machine.y_coord)).size).toBe(1);
  const [a = 0, b = 0, c = 0] = arranged.map((machine) => machine.x_coord);
  expect(b - a).toBeCloseTo(c - b, 1);

  // All three move when one is dragged, onto the grid of 8.
  const from = await editor.middleOf(editor.machine('Fan B'));
  await editor.drag(from, { x: from.x + 20, y: from.y + 51 });
  const moved = (await now()).machines;
  const by = moved.map((machine, i) => [
    Math.round(machine.x_coord - (arranged[i]?.x_coord ?? 0)),
    Math.round(machine.y_coord - (arranged[i]?.y_coord ?? 0)),
  ]);
  expect(new Set(by.map(String)).size).toBe(1);
  expect(by[0]?.[1]).toBeGreaterThan(30);

  // Near its neighbour's edge a machine aligns with it and shows a guide.
  await page.keyboard.press('Escape');
  const last = await editor.middleOf(editor.machine('Fan C'));
  await page.mouse.move(last.x, last.y);
  await page.mouse.down();
  await page.mouse.move(last.x + 10, last.y + 30, { steps: 4 });
  await page.mouse.move(last.x + 12, last.y + 2, { steps: 4 });
  await expect(page.locator('[data-guide="y"]').first()).toBeVisible();
  await page.mouse.up();
  const lined = (await now()).machines;
  expect(lined[2]?.y_coord).toBe(lined[0]?.y_coord);

  // A machine keeps its aspect ratio when resized; a rectangle stays at least 10 by 10, also when rotated.
  const aspect = async () => {
    const box = await editor.machine('Fan C').boundingBox();
    return (box?.width ?? 0) / (box?.height ?? 1);
  };
  const before = await aspect();
  const corner = await editor.middleOf(page.getByRole('button', { name: 'Resize' }));
  await editor.drag(corner, { x: corner.x + 60, y: corner.y + 10 });
  expect(await aspect()).toBeCloseTo(before, 1);
  await editor.canvas.getByRole('button', { name: 'Rectangle', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('spinbutton', { name: /^Angle/ }).fill('45');
  const corners = page.locator('[data-handle="1,1"]');
  // Wait for the rotation: its position changes.
  await corners.hover();
  const cornerHandle = await editor.middleOf(corners);
  await editor.drag(cornerHandle, { x: cornerHandle.x, y: cornerHandle.y - 400 });
  // Lines have only two grips and keep their height.
  await editor.canvas.getByRole('button', { name: 'Line', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-handle]')).toHaveCount(2);
  const end = await editor.middleOf(page.locator('[data-handle="1,0"]'));
  await editor.drag(end, { x: end.x + 60, y: end.y + 40 });
  const [box, line] = (await now()).shapes;
  expect(box?.extras.rotateAngle).toBe(45);
  expect(Math.min(box?.extras.width ?? 0, box?.extras.height ?? 0)).toBe(10);
  expect(line?.extras.height).toBe(3);
  expect(line?.extras.width).toBeGreaterThan(100);
});

// meets: wcag-2.2-aa 2.5.1, 2.5.7
test('machines are placed, moved and sized by single presses and fields, without any drag', async ({
  livePlant,
  page,
  api,
  enterAs,
}) => {
  const plant = await livePlant([]);
  const tab = await makeTab(api, plant, 'Main plant', 'Receiving', [
    { id: 'a', type: 'fan', name: 'Fan A', x: 104, y: 104 },
    { id: 'b', type: 'hopper', name: 'Hopper B', x: 104, y: 400 },
  ]);
  await enterAs(plant, 'Engineer');
  await page.goto(
    `${new URL(page.url()).origin}/visual-dashboard/site/${plant.siteId}/schemas/${tab.schema}/tabs/${tab.id}/edit`,
  );
  const editor = new SchemaEditor(page);
  const inspector = page.getByRole('complementary').last();

  // Placed by a press, moved by presses, sized by a field.
  await page.locator('[data-machine-type="silo"]').click();
  await expect(editor.machine('Silo')).toBeVisible();
  await editor.machine('Fan A').click();
  for (const to of ['right', 'right', 'right', 'left', 'down'])
    await inspector.getByRole('button', { name: `Move ${to}` }).click();
  const size = inspector.getByRole('spinbutton', { name: 'Size (%)' });
  const widthOf = async () => (await editor.machine('Fan A').boundingBox())?.width ?? 0;
  const [width, percent] = [await widthOf(), Number(await size.inputValue())];
  await size.fill(String(percent * 2));
  await expect.poll(async () => (await widthOf()) / width).toBeCloseTo(2, 1);

  await editor.save();
  const { machines } = await tabNow<Drawn>(api, tab.id);
  expect(machines.find(({ name }) => name === 'Fan A')).toMatchObject({ x_coord: 120, y_coord: 112 });
});
