import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { Api } from '../harness/api.ts';
import { expectNoSeriousViolation } from '../harness/axe.ts';
import { readQr } from '../harness/qr.ts';
import { admin, TocsinServer } from '../harness/server.ts';
import { totp } from '../harness/totp.ts';

test('the first super user of a new portal sets up a second factor first, and may make it optional afterwards', async ({
  page,
}) => {
  // An empty setting has the default.
  const dataDir = mkdtempSync(join(tmpdir(), 'tocsin-first-'));
  const server = await TocsinServer.start({ env: { TOCSIN_STAFF_SECOND_FACTOR: '' }, dataDir });
  try {
    await page.goto(`${server.url}/`);
    await page.locator('#landing-still').waitFor({ state: 'detached' });
    const form = page.locator('form').filter({ has: page.locator('input[type=password]') });
    await form.locator('input[name=username]').fill(admin.email);
    await form.locator('input[type=password]').fill(admin.password);
    await form.locator('button[type=submit]').click();
    await expect(page.getByText('Your company requires a second factor.')).toBeVisible();
    const before = await Api.signIn(server.url, admin.email, admin.password);
    expect((await before.send('GET', 'clients/')).status).toBe(403);

    await page.getByRole('button', { name: 'Setup 2FA' }).click();
    const picture = page.getByRole('img', { name: 'QR code for your authenticator app' });
    await picture.evaluate((image) => image.decode());
    const secret = new URL(await readQr(picture)).searchParams.get('secret') ?? '';
    await page.getByLabel(/^Code from your app/).fill(totp(secret));
    await page.getByRole('button', { name: 'Verify 2FA' }).click();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.waitForURL('**/sites');

    await page.goto(`${server.url}/oem/setting`);
    await page.getByRole('link', { name: 'Second factor of staff' }).click();
    await expect(page.getByText('One person, all with a second factor.')).toBeVisible();
    await expectNoSeriousViolation(page);
    await page.getByRole('button', { name: 'Make it optional' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make it optional' }).click();
    await expect(page.getByText('Operator staff can now sign in without a second factor')).toBeVisible();
    await page.getByRole('button', { name: 'Require a second factor' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Require a second factor' }).click();
    await expect(page.getByText('Operator staff now need a second factor')).toBeVisible();
    await expect(page.getByText('Required', { exact: true })).toBeVisible();
  } finally {
    await server.remove();
  }
});
