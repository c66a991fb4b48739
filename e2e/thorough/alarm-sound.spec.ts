import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { enter } from '../harness/enter.ts';
import { makePerson, makePlant } from '../harness/plant.ts';
import { PushingDevice } from '../harness/pushing-device.ts';
import { baseUrl } from '../harness/where.ts';
import { NotificationsPage } from '../pages/notifications.ts';

// A trace accesses the page like a user gesture, which would lift the block.
test.use({
  trace: 'off',
  screenshot: 'off',
  launchOptions: {
    ...(process.env.TOCSIN_CHROMIUM ? { executablePath: process.env.TOCSIN_CHROMIUM } : {}),
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--autoplay-policy=document-user-activation-required',
    ],
  },
});

/** An analyser node connected to the page's audio output. */
const ear = `
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (...args) {
    if (args[0] instanceof AudioDestinationNode) {
      window.ear = new AnalyserNode(this.context, { fftSize: 32768 });
      connect.call(this, window.ear);
    }
    return connect.apply(this, args);
  };`;

/** The loudest sample of about the last 0.7 s of output. */
const loudness = (page: Page): Promise<number> =>
  page.evaluate<number>(`(() => {
    if (!window.ear) return 0;
    const samples = new Float32Array(window.ear.fftSize);
    window.ear.getFloatTimeDomainData(samples);
    return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  })()`);

/** Playwright's own evaluations count as user gestures; this one does not. */
const shownWithoutAGesture = async (page: Page): Promise<string> => {
  const session = await page.context().newCDPSession(page);
  const expression = `[...document.querySelectorAll('[data-shielded]')].map((e) => e.shadowRoot.textContent).join(' ')`;
  const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true, userGesture: false });
  await session.detach();
  return String(result.value);
};

const hears = async (page: Page): Promise<void> => {
  // The tone repeats every three seconds, with silence in between.
  await expect.poll(() => loudness(page), { intervals: [200] }).toBeGreaterThan(0.1);
};
/** Whether there is silence for a whole period of the tone, which is three seconds. */
const isSilent = async (page: Page): Promise<void> => {
  const loudest = await page.evaluate<number>(`new Promise((resolve) => {
    const samples = new Float32Array(window.ear?.fftSize ?? 0);
    let most = 0;
    let left = 17;
    const timer = setInterval(() => {
      window.ear?.getFloatTimeDomainData(samples);
      most = samples.reduce((a, b) => Math.max(a, Math.abs(b)), most);
      if (--left > 0) return;
      clearInterval(timer);
      resolve(most);
    }, 200);
  })`);
  expect(loudest).toBeLessThan(0.01);
};

// meets: wcag-2.2-aa 1.4.2
test('the armed tone: reports that it is blocked, sounds in one of three tabs, moves to another tab, ends on acknowledgement', async ({
  api,
  context,
  page,
}) => {
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const [device] = plant.devices;
  if (!device) throw new Error('no device');
  const leg = new PushingDevice(baseUrl(), device, 2);
  await leg.birth();
  const person = await makePerson(api, plant, 'Engineer');
  await context.addInitScript({ content: ear });
  await enter(page, person, plant);
  const first = new NotificationsPage(page);
  await first.open();
  const sound = page.locator('[data-state]').filter({ hasText: 'Alarm sound' });
  await expect(sound).toContainText('Off');
  // On a busy machine a press was once lost while the page was still being drawn; a person sees 'Off' and presses again.
  await expect(async () => {
    if ((await sound.getAttribute('data-state')) === 'off')
      await page.getByRole('switch', { name: 'Alarm sound' }).click();
    await expect(sound).toContainText('Armed', { timeout: 10_000 });
  }).toPass();
  await page.getByRole('button', { name: 'Test sound' }).click();
  await hears(page);

  // Armed by the first tab, but these two have had no user gesture.
  const others = [await context.newPage(), await context.newPage()];
  for (const tab of others) {
    await tab.goto(`${baseUrl()}/notifications/all`);
    await expect
      .poll(() => shownWithoutAGesture(tab))
      .toContain('The alarm sound is armed, but your browser blocks it.');
    await tab.getByRole('button', { name: 'Turn on sound' }).click();
    await expect(tab.getByText('Armed, another tab plays it')).toBeVisible();
  }
  await leg.alarm(0);
  await hears(page);
  await Promise.all(others.map(isSilent));

  await page.close();
  const armed = (tab: Page) => tab.locator('[data-state=armed]').count();
  await expect.poll(async () => (await Promise.all(others.map(armed))).reduce((sum, n) => sum + n, 0)).toBe(1);
  const [a, b] = others;
  if (!a || !b) throw new Error('no tabs');
  const [loud, quiet] = (await armed(a)) === 1 ? [a, b] : [b, a];
  await hears(loud);
  await isSilent(quiet);

  await new NotificationsPage(quiet).banner.getByRole('button', { name: 'Acknowledge' }).click();
  await new NotificationsPage(quiet).acknowledge('On my way');
  await expect(loud.getByRole('button', { name: /Acknowledged by Pat Engineer/ })).toBeVisible();
  // Remaining sound fades out.
  await expect(() => isSilent(loud)).toPass();
});
