import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { expectNoSeriousViolation } from '../harness/axe.ts';
import { openAs } from '../harness/enter.ts';
import { makePerson, setWarnings } from '../harness/plant.ts';
import { DashboardPage } from '../pages/dashboard.ts';

const pictures = process.env.TOCSIN_PICTURES;
const head = '4.4000';
const day = 86_400_000;
const text = (at: number): string => new Date(at).toISOString().slice(0, 10);

test('analytics names the setting that would have silenced a chattering warning, and one press applies it', async ({
  livePlant,
  page,
  api,
}) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  const [device] = plant.devices;
  const [leg] = plant.live;
  if (!device || !leg) throw new Error('the plant has no leg');
  leg.hold(head, 40);
  const sensors = () => api.get<{ count: number }>(`devices/${device.id}/sensors/`);
  await expect.poll(async () => (await sensors()).count).toBeGreaterThan(0);
  await setWarnings(api, device, [{ sensor_id: head, sign: '>', value: 65, delay_seconds: 0 }]);
  const range = `start=${text(Date.now() - 2 * day)}&end=${text(Date.now() + day)}`;
  const warnings = async (): Promise<number> => {
    const found = await api.get<{ total: number }>(`analytics/${device.id}/bad-actors/?${range}`);
    return found.total;
  };
  for (let begun = 1; begun <= 6; begun++) {
    leg.hold(head, 66);
    await expect.poll(warnings).toBe(begun);
    leg.hold(head, 64);
    const active = () => api.get<{ count: number }>(`notifications/?is_active=true&device=${device.id}`);
    await expect.poll(async () => (await active()).count).toBe(0);
  }

  await openAs(page, await makePerson(api, plant, 'Engineer'));
  const dashboard = new DashboardPage(page);
  await dashboard.open(plant, device, '/analytics');
  // The month names the same setting; all measures are one tab further.
  await expect(page.getByRole('region', { name: /^1 sensor made 6 of 6 warnings$/ })).toContainText(/0 instead of 6/);
  await expectNoSeriousViolation(page);
  await page.getByRole('tab', { name: 'BAD ACTORS' }).click();
  const advice = page.getByRole('region', { name: 'Settings that would have helped' });
  await expect(advice).toContainText(/0 instead of 6 warnings/);
  await expect(page.getByRole('region', { name: 'Before and after a change' })).toContainText('Head bearing left');
  await expectNoSeriousViolation(page);
  if (pictures) await page.screenshot({ path: join(pictures, 'advice.png'), fullPage: true });
  await advice.getByRole('button', { name: 'Try a better setting' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change this rule?' });
  await expect(dialog).toContainText('Warn when Head bearing left is above 65 °C');
  if (pictures) await page.screenshot({ path: join(pictures, 'advice-dialog.png') });
  await dialog.getByRole('button', { name: 'Apply' }).click();
  const why = page.getByRole('dialog', { name: 'Why this change?' });
  await why.getByLabel('Reason').fill('It chatters at the limit');
  await why.getByRole('button', { name: 'Save with reason' }).click();
  await expect(advice).toContainText('Applied');
  await page.setViewportSize({ width: 390, height: 844 });
  await advice.scrollIntoViewIfNeeded();
  if (pictures) await page.screenshot({ path: join(pictures, 'advice-phone.png') });
  type Rule = { readonly value: number; readonly deadband: number; readonly delay_seconds: number };
  const rules = await api.get<{ results: readonly Rule[] }>(`devices/${device.id}/settings/warnings/`);
  const [rule] = rules.results;
  expect(rule?.value).toBe(65);
  expect((rule?.deadband ?? 0) + (rule?.delay_seconds ?? 0)).toBeGreaterThan(0);

  // The same rule's limit is moved in the graph by keyboard; saving is for the form of the rules.
  await page.setViewportSize({ width: 1440, height: 900 });
  await dashboard.goto('/graphs');
  const limit = page.getByRole('slider', { name: 'Limit of Head bearing left' });
  await limit.focus();
  await page.keyboard.press('ArrowUp');
  const said = page.getByRole('status').filter({ hasText: 'Head bearing left. Warning above' });
  await expect(said).toContainText(/\d+ warnings? in the last 30 days \(now \d+\)/);
  await expectNoSeriousViolation(page);
  await page.keyboard.press('Escape');
  await expect(said).toBeHidden();
  await page.keyboard.press('ArrowUp');
  // Also by single presses.
  const byKey = Number(await limit.getAttribute('aria-valuenow'));
  await page.getByRole('button', { name: 'Raise the limit' }).click();
  await page.getByRole('button', { name: 'Raise the limit' }).click();
  await page.getByRole('button', { name: 'Lower the limit' }).click();
  const moved = Number(await limit.getAttribute('aria-valuenow'));
  expect(moved).toBeGreaterThan(byKey);
  expect(byKey).toBeGreaterThan(65);
  await page.getByRole('link', { name: 'Save...' }).click();
  await expect(page.getByText(`Warn when Head bearing left is above ${moved} °C`)).toBeVisible();
  await expect(page.getByText('Changed: was 65 °C')).toBeVisible();
  const unchanged = await api.get<{ results: readonly Rule[] }>(`devices/${device.id}/settings/warnings/`);
  expect(unchanged.results[0]?.value).toBe(65);
});
