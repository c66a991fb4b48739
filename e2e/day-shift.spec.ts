import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';
import { enter, openAs } from './harness/enter.ts';
import { makePerson } from './harness/plant.ts';
import { DashboardPage } from './pages/dashboard.ts';
import { NotificationsPage } from './pages/notifications.ts';

test('a night with a hot bearing: from the sleeping wall display to the morning record', async ({
  api,
  browser,
  livePlant,
  page,
}) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  const [leg] = plant.live;
  const [night, day] = [await makePerson(api, plant, 'User'), await makePerson(api, plant, 'Manager')];
  const { link } = await api.post<{ link: string }>(`locations/${plant.siteId}/wall-displays/`, {});
  const screen = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  const wall = await screen.newPage();
  await wall.goto(link);
  await expect(wall.getByRole('heading', { name: plant.site })).toBeVisible();
  await expect(wall.getByRole('button', { name: /Leg 1/ })).toBeVisible();

  // The screen sleeps: its page is frozen while the bearing heats up, and shows it after waking.
  const session = await screen.newCDPSession(wall);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  await openAs(page, night);
  leg?.hold('4.4000', 92);
  const log = new NotificationsPage(page);
  await expect(log.banner).toContainText('Head bearing left');
  await session.send('Page.setWebLifecycleState', { state: 'active' });
  await expect(wall.getByRole('button', { name: /Leg 1/ })).toContainText('Alarm');
  await screen.close();

  // The night shift acknowledges, and opens the graph.
  await log.banner.getByRole('button', { name: 'Acknowledge' }).click();
  await log.acknowledge('Leg stopped, walking to the head');
  await new DashboardPage(page).open(plant, plant.devices[0], '/graphs/4.4000');
  await expect(page.locator('main canvas').first()).toBeVisible();
  await expect(page.getByText('Head bearing left').first()).toBeVisible();
  leg?.hold('4.4000', 40);
  await expect(log.banner).toHaveCount(0);

  // The day shift reads and exports what happened, and who acknowledged it.
  const morning = await browser.newContext({ acceptDownloads: true });
  const sink = await morning.newPage();
  await enter(sink, day);
  const record = new NotificationsPage(sink);
  await record.open();
  await record.tab('Historical').click();
  await expect(sink.getByRole('row', { name: /Head bearing left.*Acknowledged by Pat User/ })).toBeVisible();
  const days = (at: number): string => new Date(at).toISOString().slice(0, 10);
  await record.range(days(Date.now() - 86_400_000), days(Date.now() + 86_400_000));
  const saved = sink.waitForEvent('download');
  await sink.getByRole('button', { name: 'Export CSV' }).click();
  const csv = readFileSync(await (await saved).path(), 'utf8');
  expect(csv).toContain('Head bearing left');
  expect(csv).toContain('Leg stopped, walking to the head');
  await morning.close();
});
