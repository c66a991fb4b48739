import type { Locator, Page } from '@playwright/test';

/** One pixel of a canvas: red, green, blue, alpha. */
export type Pixel = readonly [number, number, number, number];

export class GraphsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  scale(name: string): Locator {
    return this.page.getByRole('tab', { name, exact: true });
  }

  chart(name: string): Locator {
    return this.page.getByRole('img', { name: `Graph of ${name}` });
  }

  /** A graph's row: legend and chart. */
  row(name: string): Locator {
    return this.page.getByRole('article').filter({ has: this.page.getByRole('heading', { name, exact: true }) });
  }

  /** The plot of a chart, without its axis. */
  plot(name: string): Locator {
    return this.chart(name).locator('.u-over');
  }

  /** Points at a part (0 to 1) of the shown time. */
  async pointAt(name: string, part: number): Promise<void> {
    const box = await this.plot(name).boundingBox();
    if (!box) throw new Error(`${name} has no plot`);
    await this.page.mouse.move(box.x + part * box.width, box.y + box.height / 2);
  }

  /** A column of canvas pixels from the plot's top to its bottom, at a part of the shown time. */
  async column(name: string, part: number, around = 0): Promise<readonly Pixel[]> {
    return await this.chart(name).evaluate(
      `(chart) => {
        const canvas = chart.querySelector('canvas');
        const over = chart.querySelector('.u-over').getBoundingClientRect();
        const box = canvas.getBoundingClientRect();
        const ratio = canvas.width / box.width;
        const x = Math.floor((over.left - box.left + ${part} * over.width) * ratio) + ${around};
        const top = Math.round((over.top - box.top) * ratio);
        const height = Math.round(over.height * ratio);
        const { data } = canvas.getContext('2d').getImageData(x, top, 1, height);
        return Array.from({ length: height }, (_, y) => Array.from(data.slice(y * 4, y * 4 + 4)));
      }`,
    );
  }

  /** What stands on the time axis, from left to right. */
  async axis(): Promise<readonly string[]> {
    return await this.page.locator('[data-ticks] > span:not([hidden])').allTextContents();
  }
}
