import type { Locator, Page } from '@playwright/test';
import { selectionOf } from '../harness/browser.ts';
import type { Plant, PlantDevice } from '../harness/plant.ts';

/** The monitoring pages of a device: dashboard, history and sensor settings. */
export class DashboardPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens any page of a device directly. Leaves the portal first: a page that still starts would set its own selection. */
  async open(plant: Plant, device: PlantDevice | undefined, path = '/dashboard'): Promise<void> {
    await this.goto('/readyz');
    await this.page.evaluate(`sessionStorage.setItem('selection', ${JSON.stringify(selectionOf(plant, device))})`);
    await this.goto(path);
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.page.url()).href);
  }

  /** The card of a sensor, by its `groupId.sensorId`. */
  card(path: string): Locator {
    return this.page.locator(`[data-path="${path}"]`);
  }

  tab(name: string): Locator {
    return this.page.locator('main').getByRole('button', { name, exact: true });
  }

  /** Types date and time in a dialog or in the historical bar, in the site's zone. */
  async pickMoment(date: string, time: string): Promise<void> {
    for (const [label, text] of [
      ['Date', date],
      ['Time', time],
    ] as const) {
      const field = this.page.getByLabel(label, { exact: true }).last();
      await field.fill(text);
      await field.press('Enter');
    }
  }

  async settingMenu(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Setting' }).click();
    return this.page.getByRole('menu').last();
  }
}

/** Date `YYYY-MM-DD` and time `HH:mm` of unix ms in a zone. */
export const wallClock = (at: number, zone: string): { readonly date: string; readonly time: string } => {
  const text = new Date(at).toLocaleString('sv-SE', { timeZone: zone });
  return { date: text.slice(0, 10), time: text.slice(11, 16) };
};
