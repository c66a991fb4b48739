import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';
import { enter, openAs } from './harness/enter.ts';
import { makePerson } from './harness/plant.ts';
import { makeTab, publish, waitForSensor } from './harness/schema.ts';
import { DashboardPage } from './pages/dashboard.ts';
import { GraphsPage } from './pages/graphs.ts';
import { NotificationsPage } from './pages/notifications.ts';

test('a night with a hot bearing: from the sleeping wall display to the handover in the morning', async ({
  api,
  browser,
  livePlant,
  page,
}) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  const [leg] = plant.live;
  const [device] = plant.devices;
  if (!device) throw new Error('the plant has no leg');
  const [night, day] = [await makePerson(api, plant, 'User'), await makePerson(api, plant, 'Manager')];
  await waitForSensor(api, plant, '4.4000');
  const machine = { id: 'leg', type: 'bucket-elevator', name: 'Leg 1', x: 300, y: 120, device, firstSensor: '4.4000' };
  await publish(api, (await makeTab(api, plant, 'Main plant', 'Receiving', [machine])).schema);
  api.selection = `${plant.clientId},,`;
  await api.post('escalation-policies/', {
    title: 'Night',
    event_types: ['alarm_on'],
    location: plant.siteId,
    steps: [{ after_minutes: 0, targets: [{ kind: 'person', id: night.id }] }],
  });
  api.selection = `${plant.clientId},${plant.siteId},`;
  const { link } = await api.post<{ link: string }>(`locations/${plant.siteId}/wall-displays/`, {});
  const screen = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  const wall = await screen.newPage();
  await wall.goto(link);
  await expect(wall.getByRole('heading', { name: plant.site })).toBeVisible();
  await expect(wall.getByRole('button', { name: /Leg 1/ })).toBeVisible();

  // The page of the sleeping wall display is frozen while the bearing heats up, and shows the alarm after waking.
  const session = await screen.newCDPSession(wall);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  await openAs(page, night);
  leg?.hold('4.4000', 92);
  const log = new NotificationsPage(page);
  await expect(log.banner).toContainText('Head bearing left');
  await session.send('Page.setWebLifecycleState', { state: 'active' });
  await expect(wall.getByRole('button', { name: /Leg 1/ })).toContainText('Alarm');
  await screen.close();

  // The belt drifts too. The night shift acknowledges both at once, and opens the graph.
  leg?.hold('3.3000', 0);
  await expect(log.banner).toContainText('2 alarms');
  // Both are one incident as soon as they are grouped.
  await expect(page.getByRole('region', { name: 'Now', exact: true })).toContainText('First: Head bearing left');
  const both = page.getByRole('dialog').getByRole('checkbox', { name: 'All 2 unacknowledged' });
  await expect(async () => {
    await page.keyboard.press('Escape');
    await log.banner.getByRole('button', { name: /^Acknowledge/ }).click();
    // The banner shows the second alarm by itself until it hears of the incident; so does the dialog that it opens.
    await expect(both).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await both.check();
  await log.acknowledge('Leg stopped, walking to the head');
  await new DashboardPage(page).open(plant, device, '/graphs/4.4000');
  await expect(page.locator('main canvas').first()).toBeVisible();
  await expect(page.getByText('Head bearing left').first()).toBeVisible();
  leg?.release('3.3000');
  leg?.hold('4.4000', 40);
  await expect(log.banner).toHaveCount(0);
  await new DashboardPage(page).goto('/graphs');
  const graphs = new GraphsPage(page);
  await expect(graphs.chart('Bearings').locator('canvas')).toBeVisible();
  await graphs.pointAt('Bearings', 0.5);
  await page.getByRole('button', { name: 'Add a note' }).click();
  const note = page.getByRole('dialog', { name: 'Add a note' });
  await note.getByLabel('Note').fill('Bearing greased at the head');
  await note.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: /^Note: .*Bearing greased at the head$/ })).toBeVisible();

  // The day shift reads and exports what happened, and who acknowledged it.
  const morning = await browser.newContext({ acceptDownloads: true });
  const sink = await morning.newPage();
  await enter(sink, day);
  const record = new NotificationsPage(sink);
  await record.open();
  await record.tab('Historical').click();
  const cause = record.row('Head bearing left').filter({ hasText: 'Alarm Detected' });
  await expect(cause).toContainText(/First(?!,)/);
  await cause.getByRole('button', { name: /Acknowledged by Pat User/ }).click();
  const who = sink.getByRole('region', { name: 'Who knows' });
  await expect(who).toContainText('Night');
  await expect(who.getByRole('listitem').first()).toContainText(/Pat User.*Acknowledged/);
  await sink.keyboard.press('Escape');
  const days = (at: number): string => new Date(at).toISOString().slice(0, 10);
  await record.range(days(Date.now() - 86_400_000), days(Date.now() + 86_400_000));
  const saved = sink.waitForEvent('download');
  await sink.getByRole('button', { name: 'Export CSV' }).click();
  const csv = readFileSync(await (await saved).path(), 'utf8');
  expect(csv).toContain('Head bearing left');
  expect(csv).toContain('Leg stopped, walking to the head');

  // Opens the drawing at the time of the alarm, downloads the incident pack, and takes over the shift by name.
  await cause.getByRole('button', { name: 'How to respond' }).click();
  const pack = sink.waitForEvent('download');
  await sink.getByRole('button', { name: 'Incident pack' }).click();
  expect((await pack).suggestedFilename()).toMatch(/\.zip$/);
  await sink.getByRole('link', { name: 'Plant drawing then' }).click();
  await expect(sink.getByRole('region', { name: 'Film' }).getByRole('slider', { name: 'Moment' })).toBeVisible();
  await expect(sink.locator('[data-machine][data-state="alarm"]')).toHaveCount(1);
  await sink.goto(new URL(`/sites/${plant.siteId}/handover`, sink.url()).href);
  await sink.getByRole('checkbox', { name: /Nothing is open|I have read/ }).check();
  await sink.getByRole('button', { name: 'Take over' }).click();
  await expect(sink.getByText('You have taken over the shift.')).toBeVisible();
  await morning.close();
});
