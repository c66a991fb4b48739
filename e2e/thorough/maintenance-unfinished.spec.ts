import { expect, test } from '../fixtures.ts';
import { Api } from '../harness/api.ts';
import { LiveDevice } from '../harness/live-device.ts';
import { makePerson, makePlant } from '../harness/plant.ts';
import { admin, TocsinServer } from '../harness/server.ts';
import { DashboardPage } from '../pages/dashboard.ts';
import { MaintenancePage } from '../pages/maintenance.ts';
import { PickPages } from '../pages/pick.ts';

const bearing = '4.4001';
interface Info {
  readonly current: { readonly event_type: string } | null;
  readonly sensors: readonly { readonly event_type: string; readonly comment: string }[];
}

// spec: monitoring 4 After 540 seconds the test fails (maintenance_failed); a failed modal requires a comment
test('an unfinished test fails after nine minutes, and its failure requires a comment', async ({ browser }) => {
  const server = await TocsinServer.start({ clocked: true });
  const api = await Api.signIn(server.url, admin.email, admin.password);
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const device = plant.devices[0];
  if (!device) throw new Error('the plant has no leg');
  const leg = new LiveDevice(device, server.mqttUrl, () => Date.now() + server.aheadMs);
  const person = await makePerson(api, plant, 'Engineer');
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } });
  try {
    const page = await context.newPage();
    await page.goto(`${server.url}/`);
    const form = page.locator('form').filter({ has: page.locator('input[type=password]') });
    await form.locator('input[name=username]').fill(person.email);
    await form.locator('input[type=password]').fill(person.password);
    await form.locator('button[type=submit]').click();
    const pick = new PickPages(page);
    await page.waitForURL('**/sites');
    await pick.site(plant.site);
    await pick.device('Leg 1');
    await expect(new DashboardPage(page).card(bearing)).toContainText('OK');
    const tests = new MaintenancePage(page);
    await tests.open();
    await tests.press(bearing);
    await expect(tests.bar).toBeVisible();
    const pass = async (ms: number): Promise<void> => {
      // In steps shorter than the offline time, so that its frames keep arriving on the same clock.
      for (let gone = 0; gone < ms; gone += 15_000) {
        const before = leg.line.sender.acknowledged;
        await server.advance(15_000);
        await expect.poll(() => leg.line.sender.acknowledged, { intervals: [20] }).toBeGreaterThan(before);
      }
    };
    await pass(495_000);
    await expect(tests.timer).toHaveText('overtime');
    expect((await api.get<Info>(`devices/${device.id}/get-maintenance-info/`)).current).not.toBeNull();
    await pass(60_000);
    await expect(tests.modal).toContainText('Maintenance test failed');
    await expect(tests.submit).toBeDisabled();
    await tests.comment('Heat gun was empty');
    const info = await api.get<Info>(`devices/${device.id}/get-maintenance-info/`);
    expect(info.sensors[0]).toMatchObject({ event_type: 'maintenance_failed', comment: '' });
  } finally {
    await context.close();
    await leg.stop();
    await server.remove();
  }
});
