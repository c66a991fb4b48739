import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectReadable } from '../harness/axe.ts';
import { openAs } from '../harness/enter.ts';
import { makePerson, makePlant } from '../harness/plant.ts';
import { PushingDevice } from '../harness/pushing-device.ts';
import { baseUrl } from '../harness/where.ts';

const sensors = 24;
/** What the walker never reaches. */
const forgotten = 23;

/** A person's presses, counted. */
class Presses {
  count = 0;
  async on(locator: Locator): Promise<void> {
    this.count++;
    await locator.click();
  }
}

const at = (page: Page, place: number) => page.getByRole('button', { name: new RegExp(`^Contact ${place + 1} `) });

test('a leg of 24 sensors is walked with a phone: one swapped, one forgotten, signed, with report and task', async ({
  page,
  api,
}) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 390, height: 844 });
  const plant = await makePlant(api, [
    { title: 'Leg 3', type: '0300' },
    { title: 'Leg 4', type: '0300' },
  ]);
  const [leg, other] = plant.devices;
  if (!leg || !other) throw new Error('the plant has no legs');
  const [line, neighbour] = [new PushingDevice(baseUrl(), leg, sensors), new PushingDevice(baseUrl(), other, 2)];
  await line.birth();
  await neighbour.birth();
  await openAs(page, await makePerson(api, plant, 'Engineer'));

  // As in 2.0.0: one sensor at a time, on its own page.
  const forms = new Presses();
  await page.goto(`${baseUrl()}/maintenance/${leg.id}/6.6000`);
  await forms.on(page.getByRole('button', { name: 'Start test' }));
  await expect(page.getByText('Please cause an alarm.').first()).toBeVisible();
  await line.alarm(0);
  await expect(page.getByText('Please clear alarm').first()).toBeVisible();
  await line.alarm(0, false);
  await forms.on(page.getByRole('button', { name: 'SUBMIT' }));
  await forms.on(page.getByRole('button', { name: 'Back to the dashboard' }));
  // And the card of the next sensor, which opens its page.
  forms.count++;

  const walk = new Presses();
  await line.frame();
  await page.goto(`${baseUrl()}/maintenance/${leg.id}/walk`);
  await expect(page.getByText(`${sensors} sensors`)).toBeVisible();
  const arm = page.getByRole('button', { name: 'Arm Leg 3 and walk' });
  await expect(arm).toBeDisabled();
  await expectReadable(page);
  await walk.on(page.getByRole('checkbox', { name: 'The machine is stopped and locked out' }));
  await walk.on(arm);
  await expect(page.getByText('Press the sensor you stand at')).toBeVisible();
  await expect(page.getByText(/Leg 3, .*: 24 sensors armed by/)).toBeVisible();
  // Its title is not below the line about the walk.
  await expect.poll(() => page.evaluate('scrollY')).toBe(0);

  const trip = async (place: number, answer = place) => {
    await walk.on(at(page, place));
    await expect(page.getByText('trip it now')).toBeVisible();
    await line.alarm(answer);
    await line.alarm(answer, false);
  };
  const passes = (place: number) =>
    expect(page.getByRole('status').getByText(`Contact ${place + 1} passed`)).toBeVisible();

  await trip(0);
  await passes(0);
  await page.getByRole('heading', { name: 'Walk test', level: 1 }).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, -9_999);
  await expectReadable(page);

  // The wires of 2 and 3 are changed over; put right, both pass under their own names.
  await trip(1, 2);
  await expect(page.getByRole('heading', { name: 'Swapped?' })).toBeVisible();
  await expect(page.getByText(/You pressed Contact 2, Contact 3 moved/)).toBeVisible();
  await trip(1);
  await passes(1);
  await trip(2);
  await passes(2);

  // An alarm of another leg in the middle notifies as always.
  await neighbour.alarm(0);
  await expect(page.getByText(/Leg 4/).first()).toBeVisible();
  await neighbour.alarm(0, false);

  for (let place = 3; place < sensors; place++) {
    if (place === forgotten) continue;
    await trip(place);
    await passes(place);
  }
  await expect(page.getByText(`23 of ${sensors}`)).toBeVisible();
  await walk.on(page.getByRole('button', { name: 'End the test' }));
  await expect(page.getByRole('region', { name: 'Not proved' })).toContainText('Contact 24');
  await expect(page.getByText('Contact 2 and Contact 3 first answered for each other')).toBeVisible();
  await page.getByRole('heading', { name: 'Walk test', level: 1 }).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, -9_999);
  await expectReadable(page);
  await walk.on(page.getByRole('button', { name: 'Sign and put Leg 3 back' }));
  await expect(page.getByText(/^Signed by/)).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Printable PDF' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^walk_test_\d+\.pdf$/);
  // The tab above leads there too.
  await page.getByRole('link', { name: 'Tasks' }).last().click();
  await expect(page.getByText('Test or replace Contact 24')).toBeVisible();

  // Nothing of the walk is active, in the ledger 23 are proved, and the leg protects again.
  const ledger = await api.get<{ results: { sensor_id: string; state: string }[] }>(
    `locations/${plant.siteId}/proof-tests/?limit=1000`,
  );
  const proved = ledger.results.filter(({ sensor_id, state }) => sensor_id.startsWith('6.') && state === 'ok');
  expect(proved).toHaveLength(23);
  await line.alarm(5);
  await expect(page.getByText(/Contact 6/).first()).toBeVisible();

  test.info().annotations.push({
    type: 'presses',
    description: `walk ${walk.count}, forms ${forms.count} a sensor, ${forms.count * sensors} for the leg`,
  });
  expect(walk.count).toBeLessThan((forms.count * sensors) / 3);
});
