import { expect, type Page, test } from '@playwright/test';
import { Api } from '../harness/api.ts';
import { LiveDevice } from '../harness/live-device.ts';
import { makePlant } from '../harness/plant.ts';
import { admin, TocsinServer } from '../harness/server.ts';
import { Toasts } from '../pages/toasts.ts';

/** Whether an element is really visible: not hidden, with a size, and not covered. */
async function expectOnTop(page: Page, text: RegExp): Promise<void> {
  const shown = page.locator('[data-shielded]').getByText(text).first();
  await expect(shown).toBeVisible();
  await expect
    .poll(() =>
      shown.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const hit = element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2);
        return width > 0 && height > 0 && (hit?.hasAttribute('data-shielded') ?? false);
      }),
    )
    .toBe(true);
}

// Custom styles apply to the whole server, so this test has its own server.
test('the most hostile valid style sheet leaves alarms, toasts and the offline notice visible', async ({ page }) => {
  const server = await TocsinServer.start();
  const api = await Api.signIn(server.url, admin.email, admin.password);
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const [device] = plant.devices;
  if (!device) throw new Error('the plant has no device');
  const leg = new LiveDevice(device, server.mqttUrl);
  let sends = true;
  try {
    await page.addInitScript(
      ([token, selection]) => {
        localStorage.setItem('token', token ?? '');
        sessionStorage.setItem('selection', selection ?? '');
      },
      [api.token, `${plant.clientId},${plant.siteId},${device.id}`],
    );
    await page.goto(`${server.url}/flatpages/`);
    const sheet = page.getByRole('textbox', { name: 'Style sheet' });
    const save = page.getByRole('region', { name: 'Style sheet' }).getByRole('button', { name: 'SAVE' });
    const escapes: readonly (readonly [css: string, refusal: string])[] = [
      ['h1 { color: red }\n@import "https://evil.example/x.css";', 'Line 2: @import is not allowed'],
      ['p { background: url(https://evil.example/x.png) }', 'Line 1: url() is not allowed'],
      ['div { position: fixed; inset: 0 }', "Line 1: the property 'position' is not allowed"],
      ['div { z-index: 99 }', "Line 1: the property 'z-index' is not allowed"],
      [':host { display: none }', 'Line 1: :host is not allowed'],
      ['::part(banner) { display: none }', 'Line 1: ::part is not allowed'],
      ['p { color: red } </style><script>alert(1)</script>', 'Line 1: markup is not allowed'],
      ['p { c\\6f lor: red }', 'Line 1: a backslash is not allowed'],
    ];
    for (const [css, refusal] of escapes) {
      await sheet.fill(css);
      await save.click();
      await expect(page.getByRole('alert').getByText(refusal)).toBeVisible();
      await expect(sheet).toHaveValue(css);
    }

    // Leaving with unsaved changes asks first.
    let question = '';
    page.once('dialog', (dialog) => {
      question = dialog.message();
      void dialog.dismiss();
    });
    await page.getByRole('link', { name: 'Sites' }).first().click();
    await expect.poll(() => question).toContain('not saved');
    await expect(sheet).toBeVisible();

    await sheet.fill(
      '*, *::before, :root { display: none !important; opacity: 0 !important; visibility: hidden !important }',
    );
    await save.click();
    await expect(page.locator('#root').getByText('Custom Styles').first()).toBeHidden();
    leg.hold('3.3000', 0);
    await expectOnTop(page, /Leg 1/);
    await page.goto(`${server.url}/dashboard`);
    await expectOnTop(page, /Leg 1/);
    await expect(page.locator('#root').getByText('Touchswitch left').first()).toBeHidden();

    // A toast of the next alarm, and the notice that the device is offline.
    const toast = page.locator('[data-shielded] [aria-live=assertive]').getByText('Touchswitch right').first();
    const toasts = new Toasts(page);
    await toasts.hold();
    leg.hold('3.3001', 0);
    await expect(toast).toBeVisible();
    await toasts.release();
    await leg.stop();
    sends = false;
    await expectOnTop(page, /Device is Offline!/);
    await expectOnTop(page, /Leg 1/);
  } finally {
    if (sends) await leg.stop();
    await server.remove();
  }
});
