import { expect, test } from '../fixtures.ts';
import { expectNoSeriousViolation } from '../harness/axe.ts';
import { EdgeProcess, openLine } from '../harness/edge.ts';
import { enter, openAs } from '../harness/enter.ts';
import { makePerson, makePlant } from '../harness/plant.ts';
import { PushingDevice } from '../harness/pushing-device.ts';
import { baseUrl } from '../harness/where.ts';

const pictures = process.env.TOCSIN_PICTURES;

test('a manager claims an edge by its code, sees what waits at it, and revokes it', async ({ api, page }) => {
  const plant = await makePlant(api, [
    { title: 'Leg 1', type: '0300' },
    { title: 'Leg 2', type: '0300' },
  ]);
  const [leg] = plant.devices;
  if (!leg) throw new Error('no device');
  const edge = new EdgeProcess();
  const line = await openLine(Number(new URL(baseUrl()).port));
  try {
    await enter(page, await makePerson(api, plant, 'Manager'), plant);
    await page.goto(`${baseUrl()}/sites`);
    await page.getByRole('link', { name: 'Edges' }).click();
    await expect(page.getByText('No edge yet')).toBeVisible();
    await expectNoSeriousViolation(page);

    await page.getByRole('button', { name: 'Add edge' }).click();
    const named = page.getByRole('dialog', { name: 'Add edge' });
    await named.getByRole('button', { name: 'Create code' }).click();
    await expect(named.getByText('Please input a name').first()).toBeVisible();
    await named.getByRole('textbox', { name: 'Name' }).fill('Head house');
    await named.getByRole('button', { name: 'Create code' }).click();
    const fresh = page.getByRole('dialog', { name: 'Claim Head house' });
    const command = (await fresh.getByText(/^EDGE_PORTAL=/).textContent()) ?? '';
    expect(command).toContain(`EDGE_PORTAL=${baseUrl()} `);
    const code = /EDGE_CODE=(\S+) npm run edge$/.exec(command)?.[1] ?? '';
    await expectNoSeriousViolation(page);
    if (pictures) await page.screenshot({ path: `${pictures}/edges-code.png` });
    await fresh.getByRole('button', { name: 'Close', exact: true }).last().click();
    const card = page.getByRole('article', { name: 'Head house' });
    await expect(card.getByText('Not claimed yet')).toBeVisible();

    await edge.start({ EDGE_PORTAL: line.url, EDGE_CODE: code });
    await expect(card.getByText('Online')).toBeVisible();
    await expect(card.getByText(`HTTP on port ${edge.httpPort}`)).toBeVisible();
    await card.getByRole('button', { name: 'Assign devices' }).click();
    const devices = page.getByRole('dialog', { name: 'Devices of Head house' });
    await devices.getByRole('checkbox', { name: 'Leg 1' }).check();
    await expectNoSeriousViolation(page);
    if (pictures) await page.screenshot({ path: `${pictures}/edges-devices.png` });
    await devices.getByRole('button', { name: 'Save' }).click();
    await expect(card.getByRole('link', { name: 'Leg 1' })).toBeVisible();
    await expect(card.getByText('0 records').first()).toBeVisible();

    // The device sends as soon as the edge has its signed configuration.
    const device = new PushingDevice(`http://127.0.0.1:${edge.httpPort}`, leg, 3);
    await expect(async () => await device.birth()).toPass();
    line.cut();
    for (let i = 0; i < 5; i++) await device.frame();
    await expect(card.getByText('Silent')).toBeVisible({ timeout: 60_000 });
    if (pictures) await page.screenshot({ path: `${pictures}/edges-silent.png`, fullPage: true });
    line.restore();
    await expect(card.getByText('Online')).toBeVisible({ timeout: 60_000 });
    await expectNoSeriousViolation(page);
    if (pictures) {
      await page.screenshot({ path: `${pictures}/edges.png`, fullPage: true });
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.screenshot({ path: `${pictures}/edges-dark.png`, fullPage: true });
      await page.setViewportSize({ width: 820, height: 1180 });
      await page.screenshot({ path: `${pictures}/edges-tablet.png`, fullPage: true });
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(card.getByText('Online')).toBeVisible();
    await expectNoSeriousViolation(page);
    if (pictures) await page.screenshot({ path: `${pictures}/edges-phone.png`, fullPage: true });

    await card.getByRole('button', { name: 'Revoke' }).click();
    const asked = page.getByRole('dialog', { name: 'Revoke edge Head house?' });
    await asked.getByRole('button', { name: 'Revoke' }).click();
    await expect(page.getByText('No edge yet')).toBeVisible();
    await expect.poll(() => edge.log()).toContain('The portal answered 401');
    // The device is no longer assigned to the edge.
    const own = new PushingDevice(baseUrl(), leg, 3);
    await expect(async () => await own.birth()).toPass();
  } finally {
    await edge.remove();
    line.stop();
  }
});

test('an engineer sees the edges of a site and changes nothing, a user sees none', async ({ api, page }) => {
  const plant = await makePlant(api, []);
  await api.post(`locations/${plant.siteId}/edges/`, { title: 'Head house' });
  await enter(page, await makePerson(api, plant, 'Engineer'), plant);
  await page.goto(`${baseUrl()}/edges`);
  await expect(page.getByRole('article', { name: 'Head house' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add edge' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Revoke' })).toHaveCount(0);

  await openAs(page, await makePerson(api, plant, 'User'));
  await page.goto(`${baseUrl()}/edges/${plant.siteId}`);
  await expect(page.getByText('Engineers and managers of the site see its edges.')).toBeVisible();
  await expectNoSeriousViolation(page);
});
