import { expect, test } from '../fixtures.ts';
import { expectReadable } from '../harness/axe.ts';
import { type Collector, makeCollectors, rule } from '../harness/dust-collectors.ts';
import { enter } from '../harness/enter.ts';
import { ingest } from '../harness/ingest.ts';
import { makePerson, makePlant } from '../harness/plant.ts';
import { baseUrl } from '../harness/where.ts';
import { chooseByKeys } from '../pages/select.ts';

interface Names {
  readonly groups: readonly { readonly sensors: readonly { readonly label: string }[] }[];
}

test('a template is rolled out to 14 devices, of which two differ and keep what is their own', async ({
  api,
  page,
}) => {
  const plant = await makePlant(api, []);
  const { collectors } = await makeCollectors(api, plant, 14);
  const [model, second, third] = collectors;
  if (!model || !second || !third) throw new Error('no collectors');
  const limitOf = async ({ id }: Pick<Collector, 'id'>) =>
    (await api.get<{ results: { value: number }[] }>(`devices/${id}/settings/warnings/`)).results[0]?.value;
  const nameOf = async ({ id }: Collector) =>
    (await api.get<Names>(`devices/${id}/settings/sensor-names/`)).groups[0]?.sensors[0]?.label;
  // The last one ran hot for two minutes: between its present limit and the next.
  const last = collectors[13] ?? model;
  const now = Date.now();
  const minutes = Array.from({ length: 41 }, (_, n) => ({ ts: now - 120_000 + n * 3_000, values: { '4.4000': 68 } }));
  await ingest(last, 'data', minutes);
  // What all are to be from now on.
  await api.post(`devices/${model.id}/settings/sensor-names/`, {
    sensor_names: { '4.4000': 'Fan bearing, drive side' },
  });
  await api.post(`devices/${model.id}/settings/warnings/`, [rule(65)]);
  await api.call('PATCH', `devices/${model.id}/`, { key_sensor: '4.4000' });

  await enter(page, await makePerson(api, plant, 'account manager'), plant);
  await page.goto(`${baseUrl()}/device-types`);
  await page.getByRole('link', { name: 'Dust collector PLC' }).click();
  await expect(page.getByText('3 settings of its own')).toBeVisible();
  await chooseByKeys(page.getByRole('combobox', { name: 'Device whose settings become the template' }));
  await page.getByRole('button', { name: 'Take as version 2' }).click();
  await expect(page.getByText('Version 2 is in force. No device has changed.')).toBeVisible();
  await page.getByRole('button', { name: 'Look at the 14 and roll out' }).click();
  await expect(page.getByText('Collector 14').last()).toBeVisible();
  // Each changed rule was tried on the device's own history.
  await expect(page.getByText('1 warning in the last 7 days, so far 0')).toBeVisible();
  await expect(page.getByText('no readings in the last 7 days')).toHaveCount(11);
  await expect(page.getByText('Sensor on walls').first()).toBeVisible();
  await expectReadable(page);
  expect([await limitOf(model), await limitOf(last)]).toEqual([65, 70]);
  await page.getByRole('button', { name: 'Roll out to 14 devices' }).click();
  await expect(page.getByText(/Rolled out to \d+ devices/)).toBeVisible();
  for (const one of collectors) {
    expect(await nameOf(one)).toBe(one === second ? 'Exhaust fan' : 'Fan bearing, drive side');
    expect(await limitOf(one)).toBe(one === third ? 60 : 65);
  }

  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Fans run hotter than planned');
  await page.getByRole('button', { name: 'Save with reason' }).click();
  await expect(page.getByText('The roll-out is undone.')).toBeVisible();
  expect([await limitOf(last), await nameOf(second), await limitOf(third)]).toEqual([70, 'Exhaust fan', 60]);

  // A new device takes the template by itself, before it has sent.
  const fresh = await api.post<{ id: number }>('devices/open/', {
    location: plant.siteId,
    title: 'Collector 15',
    device_type: 'DUST-PLC',
  });
  expect(await limitOf(fresh)).toBe(65);
  await page.reload();
  await page.getByText('Collector 15', { exact: true }).first().waitFor({ state: 'attached' });
  expect(await page.getByText('Used by 15 devices at 1 site').count()).toBe(1);
});
