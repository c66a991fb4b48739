import { expect, test } from '../fixtures.ts';
import { DashboardPage } from '../pages/dashboard.ts';
import { GraphsPage } from '../pages/graphs.ts';

test('two fingers zoom a graph and one finger scrolls the page', async ({ browser, page, livePlant, enterAs }) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  await enterAs(plant, 'User');
  const state = await page.context().storageState();
  const hand = await browser.newContext({
    storageState: state,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const phone = await hand.newPage();
  await phone.goto(new URL('/readyz', page.url()).href);
  await new DashboardPage(phone).open(plant, plant.devices[0], '/graphs/4.4000');
  const graphs = new GraphsPage(phone);
  await expect(graphs.plot('Head bearing left')).toBeVisible();
  const before = await graphs.axis();
  const box = await graphs.plot('Head bearing left').boundingBox();
  if (!box) throw new Error('no plot');
  const session = await hand.newCDPSession(phone);
  const y = box.y + box.height / 2;
  const middle = box.x + box.width / 2;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number | null): Promise<unknown> =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: apart === null ? [] : [-1, 1].map((side, id) => ({ x: middle + (side * apart) / 2, y, id })),
    });
  await touch('touchStart', 40);
  for (let apart = 60; apart <= 240; apart += 20) await touch('touchMove', apart);
  await touch('touchEnd', null);
  await expect.poll(() => graphs.axis()).not.toEqual(before);
  await hand.close();
});
