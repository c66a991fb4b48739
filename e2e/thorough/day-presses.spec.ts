import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { Api } from '../harness/api.ts';
import { storeHours } from '../harness/counted-hours.ts';
import { storePastWork } from '../harness/past-work.ts';
import { makePerson } from '../harness/plant.ts';
import { PushingDevice } from '../harness/pushing-device.ts';
import { waitForSensor } from '../harness/schema.ts';
import { baseUrl } from '../harness/where.ts';
import { DashboardPage } from '../pages/dashboard.ts';
import { NotificationsPage } from '../pages/notifications.ts';
import { SignInPage } from '../pages/sign-in.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const forms = [
  { form: 'desktop', column: 3, use: {} },
  { form: 'phone', column: 4, use: phone },
] as const;

/** What the table promises in a column, by task: '1 + 4' presses to where the work is, and then for the work. */
const promised = (column: number): Record<string, string> =>
  Object.fromEntries(
    readFileSync(new URL('../../docs/screens/presses.md', import.meta.url), 'utf8')
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .filter((cells) => /^\d+( \+ \d+)?$/.test(cells[column] ?? ''))
      .map((cells) => [cells[1], cells[column]]),
  );

/** A person's hand on a page. The page counts what it is pressed with, so that nothing is left out. */
class Hand {
  readonly page: Page;
  readonly isPhone: boolean;
  #reached = 0;

  constructor(page: Page, isPhone: boolean) {
    this.page = page;
    this.isPhone = isPhone;
  }

  watch(): Promise<unknown> {
    return this.page.addInitScript(`
      addEventListener('pointerdown', ({ isTrusted }) => {
        if (isTrusted) sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses')) + 1));
      }, true);
    `);
  }

  begin(): Promise<unknown> {
    this.#reached = -1;
    return this.page.evaluate(`sessionStorage.removeItem('presses')`);
  }

  press(what: Locator, position?: { readonly x: number; readonly y: number }): Promise<void> {
    const at = position ? { position } : {};
    return this.isPhone ? what.tap(at) : what.click(at);
  }

  /** Presses a field and types into it: one press. */
  async type(field: Locator, text: string): Promise<void> {
    await this.press(field);
    await this.page.keyboard.type(text);
  }

  /** Opens an entry of the navigation; on a phone, all but those at its foot are under More. */
  async open(entry: string, foot?: string): Promise<void> {
    const navigation = this.page.getByRole('navigation', { name: 'Main navigation' });
    const shown = this.isPhone ? foot : entry;
    if (shown) return await this.press(navigation.getByRole('link', { name: shown }));
    await this.press(navigation.getByRole('button', { name: 'More' }));
    await this.press(this.page.getByRole('dialog').getByRole('link', { name: entry, exact: true }));
  }

  /** The work is in sight; what follows does it. */
  async reached(): Promise<void> {
    this.#reached = await this.#presses();
  }

  async count(): Promise<string> {
    const presses = await this.#presses();
    return this.#reached < 0 ? String(presses) : `${this.#reached} + ${presses - this.#reached}`;
  }

  async #presses(): Promise<number> {
    return Number(await this.page.evaluate(`sessionStorage.getItem('presses')`));
  }
}

for (const { form, column, use } of forms)
  test.describe(`on a ${form}`, () => {
    test.use(use);
    test(`the tasks of a day take as many presses as the table says, on a ${form}`, async ({
      api,
      livePlant,
      page,
    }) => {
      const plant = await livePlant([
        { title: 'Leg 1', type: '0300' },
        { title: 'Leg 2', type: '0300' },
        { title: 'Leg 3', type: '0300' },
      ]);
      const [leg, , quiet] = plant.live;
      const [first, second, third] = plant.devices;
      if (!leg || !quiet || !first || !second || !third) throw new Error('the plant has no legs');
      const [user, engineer] = [await makePerson(api, plant, 'User'), await makePerson(api, plant, 'Engineer')];
      const person = await makePerson(api, plant, 'Manager');
      await waitForSensor(api, plant, '4.4000');
      // A walk test wants a machine that stands still, and sensors by name.
      await quiet.stop();
      const walked = new PushingDevice(baseUrl(), third, 3);
      await walked.birth();
      await storePastWork(plant, first, second, '4.4001');
      const lastMonth = new Date();
      lastMonth.setUTCMonth(lastMonth.getUTCMonth() - 1, 3);
      lastMonth.setUTCHours(18, 0, 0, 0);
      await storeHours([{ siteId: plant.siteId, deviceId: first.id, t0: lastMonth.getTime(), cause: null }]);
      api.selection = `${plant.clientId},,`;
      await api.post('rotations/', {
        title: 'Nights',
        location: plant.siteId,
        timezone: 'America/Chicago',
        handover_time: '06:00',
        frequency: 'daily',
        weekday: null,
        start: '2026-01-01',
        people: [user.id],
      });
      const step = (after_minutes: number, { id }: { readonly id: number }) => ({
        after_minutes,
        targets: [{ kind: 'person', id }],
      });
      await api.post('escalation-policies/', {
        title: 'Night',
        event_types: ['alarm_on'],
        location: plant.siteId,
        steps: [step(0, user), step(60, engineer)],
      });

      // The portal opens with the site and the leg of the last time.
      const own = await Api.signIn(baseUrl(), person.email, person.password);
      await own.post(`devices/${first.id}/select/`);
      const hand = new Hand(page, form === 'phone');
      await hand.watch();
      await new SignInPage(page).signIn(person.email, person.password);
      await expect(page.getByRole('navigation', { name: 'Where you are' })).toContainText('Leg 1');

      const dashboard = new DashboardPage(page);
      const log = new NotificationsPage(page);
      const now = page.getByRole('region', { name: 'Now', exact: true });
      const dialog = page.getByRole('dialog');
      const due = (kind: string): Locator => page.getByRole('main').getByRole('link', { name: kind, exact: true });
      const site = page.locator('main article').getByRole('button', { name: plant.site, exact: true });
      // What opens the rest of a row.
      const more = hand.isPhone
        ? page.getByText('More', { exact: true })
        : page.getByRole('button', { name: 'How to respond' });
      const rowOf = (text: string): Locator =>
        page.locator('main [data-row-key]').filter({ hasText: text, has: more }).first();
      const measured: Record<string, string> = {};
      /** Does a task from the first page, with a leg selected. */
      const task = async (name: string, way: () => Promise<unknown>, device = first): Promise<void> => {
        await walked.frame();
        await dashboard.open(plant, device, '/sites');
        await expect(now).toBeVisible();
        await hand.begin();
        await test.step(name, way);
        measured[name] = await hand.count();
      };

      await task('Daily round of a leg', async () => {
        await hand.press(due('Daily round'));
        const done = page.getByRole('button', { name: 'Daily round done' }).first();
        await done.waitFor();
        await hand.reached();
        const machine = page.getByRole('listitem').filter({ hasText: 'Leg 1' }).filter({ has: done });
        for (const well of await machine.getByText('Well', { exact: true }).all()) await hand.press(well);
        await hand.press(machine.getByRole('button', { name: 'Daily round done' }));
        // It records itself after ten seconds.
        await expect(page.getByText('Done by Pat Manager')).toBeVisible();
      });
      await task('Take over the shift', async () => {
        await hand.press(due('Handover'));
        const read = page.getByRole('checkbox', { name: /Nothing is open|I have read/ });
        await read.waitFor();
        await hand.reached();
        await hand.press(read);
        await hand.press(page.getByRole('button', { name: 'Take over' }));
        await expect(page.getByText('You have taken over the shift.')).toBeVisible();
      });
      await task('Who is on call tonight', async () => {
        await hand.open('On Call');
        await expect(page.getByRole('main').getByText('Pat User').first()).toBeVisible();
      });
      await task('All devices at one moment', async () => {
        await hand.press(site);
        await hand.press(page.getByRole('button', { name: 'At a moment' }));
        await expect(page.getByRole('list', { name: 'Devices, worst first' })).toContainText('Leg 2');
      });
      await task('Protected hours and the certificate of last month', async () => {
        await hand.open('Not Protecting');
        await hand.press(page.getByRole('link', { name: 'Protected hours', exact: true }));
        const issue = page.getByRole('button', { name: /^Certificate of/ });
        if (hand.isPhone) await hand.press(page.getByRole('button', { name: 'Site, export, certificate' }));
        await issue.waitFor();
        await hand.reached();
        const saved = page.waitForEvent('download');
        await hand.press(issue);
        await saved;
      });
      await task('Add a device: its form', async () => {
        await hand.press(site);
        await hand.press(page.getByRole('button', { name: 'Add New Device' }));
        await hand.press(page.getByRole('button', { name: 'A unit with serial number and code' }));
        await expect(page.getByRole('textbox', { name: 'Serial number' })).toBeVisible();
      });
      await task('How to connect a device', async () => {
        await hand.press(site);
        await hand.press(page.getByRole('link', { name: 'Edit device: Leg 1' }));
        await hand.press(page.getByRole('link', { name: 'How to connect' }));
        await expect(page.getByRole('heading', { name: 'What it sends' })).toBeVisible();
      });

      leg.hold('4.4000', 92);
      await task('See what is in alarm, and who is notified next', async () => {
        await expect(now).toContainText('Head bearing left');
        await expect(now).toContainText('Pat Engineer is next');
      });
      await task('Graph of the sensor in alarm', async () => {
        // On a phone the whole banner is the button.
        if (hand.isPhone) await hand.press(log.banner, { x: 100, y: 30 });
        else await hand.press(log.banner.getByRole('button', { name: 'Show' }));
        await hand.press(page.locator('[data-path="4.4000"] button').first());
        await page.waitForURL('**/graphs/4.4000**');
        await expect(page.locator('main canvas').first()).toBeVisible();
      });
      const pack = async (): Promise<void> => {
        await hand.press(rowOf('Head bearing left').locator(more));
        const saved = page.waitForEvent('download');
        await hand.press(page.getByRole('button', { name: 'Incident pack' }).first());
        expect((await saved).suggestedFilename()).toMatch(/\.zip$/);
      };
      await task('Incident pack of an alarm', async () => {
        await hand.open('Notifications', 'Alarms');
        await pack();
      });
      await task('Shelve an alarm', async () => {
        await hand.open('Notifications', 'Alarms');
        const row = rowOf('Head bearing left');
        if (hand.isPhone) await hand.press(row.locator(more));
        await hand.press(row.getByRole('button', { name: 'Shelve', exact: true }));
        await dialog.waitFor();
        await hand.reached();
        await hand.type(dialog.getByLabel('Explanation'), 'Cable is loose');
        await hand.press(dialog.getByRole('button', { name: /^Shelve/ }));
        await expect(dialog).toBeHidden();
      });
      leg.hold('3.3000', 0);
      await expect(log.banner).toContainText('Touchswitch left');
      await task('Acknowledge an alarm', async () => {
        await hand.press(log.banner.getByRole('button', { name: 'Acknowledge' }));
        await hand.press(dialog.getByRole('button', { name: 'Acknowledge' }));
        await expect(dialog).toBeHidden();
        await expect(now).toContainText('Pat Manager');
      });

      leg.hold('4.4000', 40);
      leg.release('3.3000');
      const cleared = page.getByRole('region', { name: 'Unacknowledged' });
      await cleared.getByRole('button', { name: 'Acknowledge' }).click();
      await log.acknowledge('Greased');
      await expect(now).toContainText('All quiet');
      await task('Incident pack of the last incident, once it is over', async () => {
        await hand.press(now.getByRole('link', { name: 'Open' }));
        await pack();
      });
      // Last, because lines about running tests stand above the page.
      await task('Begin the proof test of a sensor that is due', async () => {
        await hand.press(due('Proof test'));
        const start = page.getByRole('button', { name: 'Start test' });
        await start.waitFor();
        await hand.reached();
        await hand.press(start);
        await expect(page.getByText('Please cause an alarm.').first()).toBeVisible();
      });
      await task('Begin the proof test of any sensor', async () => {
        await hand.open('Sensor Dashboard', 'Dashboard');
        await hand.press(page.getByRole('button', { name: 'Maintenance', exact: true }));
        await hand.press(page.locator('[data-path="4.4002"] button'));
        // A phone asks, so that no tap by chance begins one.
        if (hand.isPhone) await hand.press(page.getByRole('button', { name: 'Start test' }));
        await expect(page.getByText(/Please cause an alarm/).first()).toBeVisible();
      });
      await task(
        'Begin a walk test',
        async () => {
          await hand.open('Maintenance');
          await hand.press(page.getByRole('link', { name: 'Walk test', exact: true }).first());
          const arm = page.getByRole('button', { name: 'Arm Leg 3 and walk' });
          await arm.waitFor();
          await hand.reached();
          await hand.press(page.getByRole('checkbox', { name: 'The machine is stopped and locked out' }));
          await hand.press(arm);
          await expect(page.getByText('Press the sensor you stand at')).toBeVisible();
        },
        third,
      );
      expect(measured).toEqual(promised(column));
    });
  });
