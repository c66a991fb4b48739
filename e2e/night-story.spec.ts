import { expect, test } from './fixtures.ts';
import { waitForSensor } from './harness/schema.ts';
import { baseUrl } from './harness/where.ts';
import { NotificationsPage } from './pages/notifications.ts';

test('a night with an alarm that clears by itself is one story: what was first stays named until somebody acknowledged', async ({
  livePlant,
  page,
  api,
  enterAs,
}) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  const [leg] = plant.live;
  if (!leg) throw new Error('no device');
  await waitForSensor(api, plant, '4.4000');
  await enterAs(plant, 'Engineer');
  const log = new NotificationsPage(page);
  await page.goto(`${baseUrl()}/sites`);
  const now = page.getByRole('region', { name: 'Now' });
  await expect(now).toContainText('All quiet');

  leg.hold('4.4000', 92);
  await expect(log.banner).toContainText(
    /Leg 1, Head bearing left 9\d(\.\d)? °C(, rising|, falling|, steady for \d min)?, alarm since \d\d:\d\d C[SD]T/,
  );
  // An alarm alone is first of nothing.
  await expect(log.banner).not.toContainText('First');
  leg.hold('3.3000', 0);
  await expect(now).toContainText('First: Head bearing left of Leg 1');
  leg.hold('4.4000', 40);
  // It has cleared, and is still what was first.
  await expect(log.banner).toContainText(
    /Touchswitch left alarm since.*First: Head bearing left, 9\d(\.\d)? °C, cleared/,
  );
  await expect(log.banner).toContainText(/Head bearing left now [34]\d(\.\d)? °C/);
  await expect(now).toContainText('Nobody has acknowledged');

  // On a slow line, what was not read is a dash and not a zero.
  let isHeld = true;
  await page.route(/\/(incidents|now|current-user-notifications)\//, async (route) => {
    while (isHeld) await new Promise((resolve) => setTimeout(resolve, 100));
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Reading what is active');
  await expect(page.getByRole('button', { name: /^Notifications/ })).toHaveText('–');
  await expect(page.getByText('All quiet')).toHaveCount(0);
  isHeld = false;
  await expect(log.banner).toContainText('First: Head bearing left');

  // The log has both events in one band.
  await log.open();
  await expect(log.rows).toHaveCount(2);
  await expect(page.getByRole('heading', { name: /Touchswitch left.*2 events within/ })).toBeVisible();

  leg.release('3.3000');
  const cleared = page.getByRole('region', { name: 'Unacknowledged' });
  await expect(cleared).toContainText('2 cleared, not acknowledged');
  await expect(cleared).toContainText(/Leg 1, Head bearing left.*cleared/);
  await cleared.getByRole('button', { name: 'Acknowledge' }).click();
  await page.getByRole('dialog').getByLabel('All 2 unacknowledged').check();
  await log.acknowledge('Greased');
  await expect(cleared).toHaveCount(0);
  await page.goto(`${baseUrl()}/sites`);
  await expect(now).toContainText('All quiet since');
});
