import { expect, test } from './fixtures.ts';
import { expectReadable } from './harness/axe.ts';
import { baseUrl } from './harness/where.ts';
import { DashboardPage } from './pages/dashboard.ts';
import { NotificationsPage } from './pages/notifications.ts';
import { PickPages } from './pages/pick.ts';
import { Toasts } from './pages/toasts.ts';

// spec: decisions 6 Acknowledge: who, when, text
test('sign in, pick a site, pick a device, see an alarm arrive and acknowledge it from its toast', async ({
  livePlant,
  page,
  signInAs,
}) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  const [leg] = plant.live;
  await signInAs(plant, 'Engineer');
  const pick = new PickPages(page);
  await pick.site(plant.site);
  await pick.device('Leg 1');
  const dashboard = new DashboardPage(page);
  const touchswitch = dashboard.card('3.3000');
  await expect(touchswitch).toContainText('No contact');

  const log = new NotificationsPage(page);
  const toast = log.toasts.filter({ hasText: 'Touchswitch left' });
  const toasts = new Toasts(page);
  await toasts.hold();
  leg?.hold('3.3000', 0);
  await expect(touchswitch).toContainText('Alarm');
  await toast.getByRole('button', { name: 'Acknowledge' }).click();
  await toasts.release();
  await log.acknowledge('Belt pushed back');

  leg?.release('3.3000');
  await expect(touchswitch).not.toContainText('Alarm');
  await log.open();
  await log.tab('Historical').click();
  await expect(log.row('Alarm Detected').getByRole('button', { name: /Acknowledged by Pat Engineer/ })).toBeVisible();
});

test('alarms that cleared unseen stay until somebody acknowledges them all with one press', async ({
  livePlant,
  enterAs,
  page,
}) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  const [leg] = plant.live;
  await enterAs(plant, 'Engineer');
  const log = new NotificationsPage(page);
  await log.open();
  await page.getByRole('tab', { name: 'One by one' }).click();
  await expect(log.tab('Unacknowledged')).toHaveText('Unacknowledged');
  for (const sensor of ['3.3000', '3.3001']) {
    leg?.hold(sensor, 0);
    await expect(log.row('Alarm Detected')).toBeVisible();
    leg?.release(sensor);
    await expect(log.row('Alarm Detected')).toHaveCount(0);
  }
  await expect(log.banner).toHaveCount(0);
  const cleared = page.getByRole('region', { name: 'Unacknowledged' });
  await expect(cleared).toContainText('2 cleared, not acknowledged');
  // Nothing stands, but the page is not quiet.
  await expect(page.getByRole('region', { name: 'Now', exact: true })).toContainText('2 cleared, not acknowledged');
  await expect(
    page.getByRole('button', { name: 'Notifications, 0 active, 2 cleared, not acknowledged' }),
  ).toBeVisible();
  await cleared.getByRole('link', { name: 'Show' }).click();
  await expect(log.tab('Unacknowledged')).toHaveText('Unacknowledged2');
  await expect(log.row('Cleared')).toHaveCount(2);
  await expectReadable(page);
  const bar = page.getByRole('region', { name: 'Acknowledge', exact: true });
  const acknowledge = bar.getByRole('button', { name: /^Acknowledge/ });
  // Nothing is selected: the list has the place of the bar.
  await expect(bar).toHaveCount(0);

  // With the keyboard only, from any page.
  await page.goto(`${baseUrl()}/sites`);
  await expect(cleared).toContainText('2 cleared, not acknowledged');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('cleared');
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText('Acknowledge cleared alarms');
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await expect(log.row('Cleared')).toHaveCount(2);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to acknowledging' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Belt retracked');
  await expect(acknowledge).toHaveText('Acknowledge 2 with comment');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Every alarm is acknowledged.')).toBeVisible();
  await expect(cleared).toHaveCount(0);
  await log.tab('Historical').click();
  await expect(log.row('Alarm Detected').getByRole('button', { name: /Acknowledged by Pat Engineer/ })).toHaveCount(2);
});

test('an alarm that arrives while the list of alarms is being loaded is kept', async ({ enterAs, livePlant, page }) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  const [leg] = plant.live;
  await enterAs(plant, 'User');
  const toasts = new Toasts(page);
  const toast = toasts.about('Touchswitch left');
  const late = Promise.withResolvers<void>();
  await page.route('**/api/v2/current-user-notifications/**', async (route) => {
    const response = await route.fetch();
    await late.promise;
    await route.fulfill({ response });
  });
  const response = page.waitForResponse(/v1\/notifications\/\?.*event_type=maintenance/);
  await page.goto(`${baseUrl()}/sites`);
  await response;
  await toasts.hold();
  leg?.hold('3.3000', 0);
  await toast.waitFor();
  await toasts.release();
  const answered = page.waitForResponse('**/api/v2/current-user-notifications/**');
  late.resolve();
  await answered;
  // By then the page has received the older answer.
  await toast.waitFor({ state: 'hidden' });
  await expect(new NotificationsPage(page).banner).toContainText('Touchswitch left');
});
