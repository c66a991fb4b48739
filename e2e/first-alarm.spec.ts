import { expect, test } from './fixtures.ts';
import { DashboardPage } from './pages/dashboard.ts';
import { PickPages } from './pages/pick.ts';
import { Toasts } from './pages/toasts.ts';

test('sign in, pick a site, pick a device, see an alarm arrive', async ({ livePlant, page, signInAs }) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  const [leg] = plant.live;
  await signInAs(plant, 'Engineer');
  const pick = new PickPages(page);
  await pick.site(plant.site);
  await pick.device('Leg 1');
  const dashboard = new DashboardPage(page);
  const touchswitch = dashboard.card('3.3000');
  await expect(touchswitch).toContainText('No contact');

  // A toast stays for four seconds only: it is waited for from before it can come.
  const toast = new Toasts(page).about('Touchswitch left').waitFor({ timeout: 20_000 });
  leg?.hold('3.3000', 0);
  await Promise.all([toast, expect(touchswitch).toContainText('Alarm')]);

  leg?.release('3.3000');
  await expect(touchswitch).not.toContainText('Alarm');
});
