import type { Locator, Page } from '@playwright/test';

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** The schema editor, driven by mouse and keyboard. */
export class SchemaEditor {
  readonly page: Page;
  readonly canvas: Locator;

  constructor(page: Page) {
    this.page = page;
    this.canvas = page.locator('.react-flow');
  }

  tool(name: string): Locator {
    return this.page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name, exact: true });
  }

  /** Converts a position on the canvas, in pixels from its top left corner, to the page. */
  async at({ x, y }: Spot): Promise<Spot> {
    const box = await this.canvas.boundingBox();
    if (box === null) throw new Error('the canvas is not visible');
    return { x: box.x + x, y: box.y + y };
  }

  async dragMachine(key: string, to: Spot): Promise<void> {
    await this.page.locator(`[data-machine-type="${key}"]`).dragTo(this.canvas, { targetPosition: to });
  }

  machine(name: string): Locator {
    return this.page.locator('.react-flow__node').filter({ has: this.page.getByRole('button', { name, exact: true }) });
  }

  anchor(machine: string, id: string): Locator {
    return this.page.getByRole('button', { name: `${machine}, anchor ${id}`, exact: true });
  }

  connectors(): Locator {
    return this.page.locator('[data-connector]');
  }

  /** Presses, moves in steps, and releases. */
  async drag(from: Spot, to: Spot): Promise<void> {
    const { mouse } = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    for (let i = 1; i <= 8; i++)
      await mouse.move(from.x + ((to.x - from.x) * i) / 8, from.y + ((to.y - from.y) * i) / 8);
    // Wait until the last position is drawn.
    await this.#untilDrawn();
    await mouse.up();
  }

  async middleOf(locator: Locator): Promise<Spot> {
    const box = await locator.boundingBox();
    if (box === null) throw new Error('the element is not visible');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  async connect(from: Locator, to: Locator): Promise<void> {
    await this.drag(await this.middleOf(from), await this.middleOf(to));
  }

  async bind(point: string, query: string, sensor: string): Promise<void> {
    const inspector = this.page.getByRole('complementary').last();
    await inspector.getByRole('button', { name: point }).click();
    await inspector.getByRole('searchbox', { name: 'Find a sensor' }).fill(query);
    await inspector.locator(`[data-sensor$=".${sensor}"]`).click();
  }

  /** Takes a screenshot of the whole tab with nothing selected; pending changes may be missing in it. */
  async picture(): Promise<Buffer> {
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.press('Escape');
    await this.page.getByTitle('Show the whole tab').click();
    await this.page.mouse.move(5, 5);
    await this.#untilDrawn();
    // The toolbar floats over the canvas and shows the undo state, which a reload clears.
    return await this.canvas.screenshot({ animations: 'disabled', style: '[role=toolbar] { visibility: hidden }' });
  }

  /** Waits for two animation frames. */
  async #untilDrawn(): Promise<void> {
    await this.page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  }

  async undoAll(): Promise<void> {
    const undo = this.tool('Undo');
    while (await undo.isEnabled()) await undo.click();
  }
  async redoAll(): Promise<void> {
    const redo = this.tool('Redo');
    while (await redo.isEnabled()) await redo.click();
  }

  async save(): Promise<void> {
    await this.page.getByRole('button', { name: 'SAVE', exact: true }).click();
    await this.page
      .getByRole('status')
      .filter({ hasText: /^Saved$/ })
      .waitFor();
  }
}
