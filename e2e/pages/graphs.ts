import type { Locator, Page } from '@playwright/test';

/** One pixel of a canvas: red, green, blue, alpha. */
export type Pixel = readonly [number, number, number, number];

export class GraphsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** From the next page on: one chart for each sensor, as chosen under the list of sensors. */
  async oneChartEach(): Promise<void> {
    await this.page.addInitScript("localStorage.setItem('graphs_packed', 'no')");
  }

  scale(name: string): Locator {
    return this.page.getByRole('tab', { name, exact: true });
  }

  chart(name: string): Locator {
    return this.page.getByRole('img', { name: `Graph of ${name}`, exact: true });
  }

  /** The row of a graph, with legend and chart. */
  row(name: string): Locator {
    return this.page.getByRole('article').filter({ has: this.page.getByRole('heading', { name, exact: true }) });
  }

  /** The plot of a chart, without its axis. */
  plot(name: string): Locator {
    return this.chart(name).locator('.u-over');
  }

  /** Moves the mouse to a fraction (0 to 1) of the visible time range. */
  async pointAt(name: string, part: number): Promise<void> {
    const box = await this.plot(name).boundingBox();
    if (!box) throw new Error(`the graph of ${name} has no plot`);
    await this.page.mouse.move(box.x + part * box.width, box.y + box.height / 2);
  }

  /** A column of canvas pixels from top to bottom, at a fraction of the visible time range. */
  async column(name: string, part: number, around = 0): Promise<readonly Pixel[]> {
    // The row has its words before the chart is there.
    await this.chart(name).locator('.u-over').waitFor();
    return await this.chart(name).evaluate(readColumn, { part, around });
  }

  /** The labels of the time axis, from left to right. */
  async axis(): Promise<readonly string[]> {
    return await this.page.locator('[data-ticks] > span:not([hidden])').allTextContents();
  }
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
/** The DOM types used here, because journeys are compiled without those of the browser. */
interface Element {
  readonly width: number;
  querySelector(selector: string): Element;
  getBoundingClientRect(): Box;
  getContext(kind: '2d'): {
    getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray };
  };
}

/** Runs in the page. */
function readColumn(chart: unknown, { part, around }: { readonly part: number; readonly around: number }): Pixel[] {
  const canvas = (chart as Element).querySelector('canvas');
  const over = (chart as Element).querySelector('.u-over').getBoundingClientRect();
  const box = canvas.getBoundingClientRect();
  const ratio = canvas.width / box.width;
  const x = Math.floor((over.left - box.left + part * over.width) * ratio) + around;
  const height = Math.round(over.height * ratio);
  const { data } = canvas.getContext('2d').getImageData(x, Math.round((over.top - box.top) * ratio), 1, height);
  const at = (index: number): number => data[index] ?? 0;
  return Array.from({ length: height }, (_, y): Pixel => [at(y * 4), at(y * 4 + 1), at(y * 4 + 2), at(y * 4 + 3)]);
}
