import { expect, test } from '../fixtures.ts';
import { Api } from '../harness/api.ts';
import { expectNoSeriousViolation } from '../harness/axe.ts';
import { openAs } from '../harness/enter.ts';
import { makePerson } from '../harness/plant.ts';
import { baseUrl } from '../harness/where.ts';

// spec: decisions 2 The link works once within 24 h, its token in the fragment; the session ends by any person with can_edit there
test('a wall link opens one read-only site, works once, and ends when its creator loses the right', async ({
  page,
  api,
  browser,
  livePlant,
}) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  const maker = await makePerson(api, plant, 'Manager');
  const hidden = await api.post<{ id: number }>('locations/', {
    title: `Hidden ${plant.site}`,
    address: '1',
    timezone: 'UTC',
  });
  await openAs(page, maker);
  await page.getByRole('link', { name: 'Edit site' }).click();
  await page.getByRole('link', { name: 'Wall displays' }).click();
  await expect(page.getByText('No wall display is open')).toBeVisible();

  const makeLink = async (): Promise<string> => {
    const response = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.getByRole('button', { name: 'Create link' }).click();
    const { link } = (await (await response).json()) as { link: string };
    await expect(page.getByText(link)).toBeVisible();
    return link;
  };
  const link = await makeLink();
  await expectNoSeriousViolation(page);
  expect(new URL(link).search).toBe('');

  const requestedUrls: string[] = [];
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  const wall = await context.newPage();
  wall.on('request', (request) => requestedUrls.push(request.url()));
  await wall.goto(link);
  await wall.waitForURL(`**/sites/${plant.siteId}/wall`);
  await expect(wall.getByRole('heading', { name: plant.site })).toBeVisible();
  await expect(wall.getByText('Leg 1').first()).toBeVisible();
  await expectNoSeriousViolation(wall);
  const secret = new URL(link).hash.slice(1);
  expect(requestedUrls.filter((url) => url.includes(secret))).toEqual([]);

  // One site, read-only: checked with every call that the wall's own token could make.
  const token = await wall.evaluate(() => localStorage.getItem('token') ?? '');
  const screen = new Api(baseUrl(), token);
  const sites = await screen.get<{ results: { id: number }[] }>('locations/');
  expect(sites.results.map((site) => site.id)).toEqual([plant.siteId]);
  expect((await screen.send('GET', `locations/${hidden.id}/`)).status).toBe(404);
  for (const [method, path, body] of [
    ['PATCH', `locations/${plant.siteId}/`, { title: 'Changed' }],
    ['PATCH', `devices/${plant.devices[0]?.id}/`, { title: 'Changed' }],
    ['POST', `locations/${plant.siteId}/wall-displays/`, {}],
    ['GET', 'accounts/sessions/', undefined],
    ['POST', '2fa/setup_2fa/', {}],
  ] as const)
    expect([path, (await screen.send(method, path, body)).status]).toEqual([path, 403]);
  await wall.goto(`${baseUrl()}/user/setting`);
  await expect(wall.getByRole('button', { name: 'SAVE' })).toBeHidden();

  // The used link does not open again.
  const second = await browser.newContext();
  const late = await second.newPage();
  await late.goto(link);
  await expect(late.getByText('This wall display link has expired or was already used.')).toBeVisible();
  expect(await late.evaluate(() => localStorage.getItem('token'))).toBeNull();

  // Ended from the list: the display is notified at once.
  await wall.goto(`${baseUrl()}/`);
  await wall.waitForURL(`**/sites/${plant.siteId}/wall`);
  await page.reload();
  await expect(page.getByText(`Created by Pat Manager`)).toBeVisible();
  await page.getByRole('button', { name: 'End display' }).click();
  await expect(page.getByText('Wall display ended')).toBeVisible();
  await wall.waitForURL((url) => url.pathname === '/');

  // Another one ends when its creator can no longer edit the site.
  const again = await makeLink();
  await late.goto(`${baseUrl()}/`);
  await late.goto(again);
  await late.waitForURL(`**/sites/${plant.siteId}/wall`);
  await expect(late.getByText('Leg 1').first()).toBeVisible();
  await api.call('PUT', `users/${maker.id}/`, {
    full_name: 'Pat Manager',
    email: maker.email,
    company: plant.company,
    phone: '+1 620 555 0100',
    address: '1 Elevator Road',
    location_access: [{ location_id: plant.siteId, has_access: true, permission: 'User' }],
  });
  await late.waitForURL((url) => url.pathname === '/');
  await context.close();
  await second.close();
});
