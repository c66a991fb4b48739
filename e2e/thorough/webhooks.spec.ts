import { createHmac } from 'node:crypto';
import { expect, test } from '../fixtures.ts';
import { expectNoSeriousViolation } from '../harness/axe.ts';
import { openAs } from '../harness/enter.ts';
import { makePerson } from '../harness/plant.ts';
import { baseUrl } from '../harness/where.ts';
import { PickPages } from '../pages/pick.ts';

const pictures = process.env.TOCSIN_PICTURES;

test('a manager adds a webhook, copies its secret, reads the answer to a test and replays it', async ({
  livePlant,
  page,
  api,
}) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  await openAs(page, await makePerson(api, plant, 'Manager'));
  await new PickPages(page).site(plant.site);
  // The tab is for account managers; the address stays for whoever may.
  await page.goto(`${baseUrl()}/webhooks`);
  await expect(page.getByText('No webhooks.')).toBeVisible();
  await expectNoSeriousViolation(page);

  await page.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add webhook' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please enter a title.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Control room');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/hook');
  if (pictures) await page.screenshot({ path: `${pictures}/webhook-dialog.png` });
  await expectNoSeriousViolation(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const secret = page.getByRole('dialog', { name: 'Signing secret' });
  const shown = await secret.getByText(/^whsec_/).textContent();
  expect(
    createHmac('sha256', shown ?? '')
      .update('1.{}')
      .digest('hex'),
  ).toHaveLength(64);
  await expectNoSeriousViolation(page);
  if (pictures) await page.screenshot({ path: `${pictures}/webhook-secret.png` });
  await secret.getByRole('button', { name: 'Close', exact: true }).last().click();

  await page.getByRole('button', { name: 'Log' }).click();
  const log = page.getByRole('dialog', { name: 'Deliveries of Control room' });
  await log.getByRole('button', { name: 'Send test' }).click();
  await expect(log.getByRole('status').filter({ hasText: 'The test failed.' })).toBeVisible();
  await log.getByRole('button', { name: 'Replay' }).first().click();
  await expect(log.getByText('Failed', { exact: true })).toHaveCount(2);
  if (pictures) await page.screenshot({ path: `${pictures}/webhook-log.png` });
  await expectNoSeriousViolation(page);

  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('Control room')).toBeVisible();
  if (pictures) await page.screenshot({ path: `${pictures}/webhooks-phone.png` });
  await expectNoSeriousViolation(page);

  await openAs(page, await makePerson(api, plant, 'User'));
  await page.goto(`${baseUrl()}/webhooks`);
  await expect(page.getByText('Managers see and change webhooks.')).toBeVisible();
});
