import { expect, test } from './fixtures.ts';
import { makeTab, publish, waitForSensor } from './harness/schema.ts';

// With motion, as for most users; by default, the run's pages have reduced motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

interface Row {
  readonly id: number;
  readonly location_id: number;
  readonly is_active: boolean;
  readonly full_sensor_id: string | null;
}

// spec: visual-dashboard 4 the machine blinks when not ok and the system state sensor is Running
test('a machine blinks until all its alarms are acknowledged, not only one of them', async ({
  livePlant,
  page,
  api,
  enterAs,
}) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  const [leg] = plant.live;
  await waitForSensor(api, plant, '4.4000');
  const tab = await makeTab(api, plant, 'Main plant', 'Receiving', [
    {
      id: 'leg',
      type: 'bucket-elevator',
      name: 'Leg',
      x: 100,
      y: 60,
      sensors: { 'head-bearing': '4.4000', 'boot-bearing': '4.4002' },
      state: '18.18000',
    },
  ]);
  await publish(api, tab.schema);
  leg?.hold('4.4000', 95);
  leg?.hold('4.4002', 95);
  const acknowledge = async (sensor: string): Promise<void> => {
    const find = async (): Promise<number> => {
      const { results } = await api.get<{ results: readonly Row[] }>('../v2/current-user-notifications/?limit=1000');
      return (
        results.find(
          (row) => row.location_id === plant.siteId && row.is_active && row.full_sensor_id?.endsWith(`.${sensor}`),
        )?.id ?? 0
      );
    };
    await expect.poll(find).toBeGreaterThan(0);
    await api.post(`notifications/${await find()}/acknowledge/`, { comment: 'On my way' });
  };
  await enterAs(plant, 'Engineer');
  await page.goto(
    `${new URL(page.url()).origin}/visual-dashboard/site/${plant.siteId}/schemas/${tab.schema}/tabs/${tab.id}`,
  );
  const machine = page.locator('[data-machine="leg"]');
  await expect(machine).toHaveAttribute('data-state', 'alarm');
  await expect(machine).toHaveClass(/blinks/);
  // Each event makes the page refetch the schema's events, so a fetch shows that it has received this one.
  const heard = page.waitForResponse((answer) => answer.url().includes(`/schemas/${tab.schema}/notifications/`));
  await acknowledge('4.4000');
  await heard;
  await page.waitForTimeout(1_500);
  await expect(machine).toHaveClass(/blinks/);
  await acknowledge('4.4002');
  await expect(machine).not.toHaveClass(/blinks/);
  await expect(machine).toHaveAttribute('data-state', 'alarm');

  // A phone begins at the whole machine in alarm, and shows the whole plant at a press.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(page.locator('[data-callout="leg"], [data-label="leg"]').first()).toBeInViewport();
  await expect(machine).toBeInViewport({ ratio: 1 });
  const width = async () => (await machine.boundingBox())?.width ?? 0;
  // The view may begin at the machine only after a press, and move later than it.
  let near = 0;
  await expect(async () => {
    near = Math.max(near, await width());
    await page.getByRole('button', { name: 'Show the whole tab' }).click();
    expect(await width()).toBeLessThan(near);
  }).toPass();
});
