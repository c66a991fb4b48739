import type AxeBuilder from '@axe-core/playwright';
import { expect, test } from '../fixtures.ts';
import { allRules, colourRules } from '../harness/axe.ts';
import { makePerson, makePlant } from '../harness/plant.ts';
import { baseUrl } from '../harness/where.ts';

// meets: wcag-2.2-aa 1.1.1, 1.3.1, 1.3.5, 1.4.3, 2.4.1, 2.4.2, 3.1.1, 3.3.2, 4.1.2
// meets: wcag-2.2-aa 2.4.4
test('axe finds nothing on any page of administration, light and dark', async ({ api, page }) => {
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const [leg] = plant.devices;
  const person = await makePerson(api, plant, 'Engineer');
  const fields = {
    delivery_method: 'Email',
    event_type: 'alarm',
    contact_when: 2,
    x: 5,
    all_devices: true,
    devices: [],
  };
  const rule = await api.post<{ id: number }>('notification-settings/', fields);
  const pages: readonly (readonly [path: string, heading: string])[] = [
    ['/clients', 'Clients'],
    ['/clients/add/client', 'Add Client'],
    [`/clients/add/client/${plant.clientId}`, `${plant.company} - Edit Client`],
    ['/sites', `${plant.company} - Sites`],
    ['/sites/add/site', `${plant.company} - Add Site`],
    [`/sites/edit/${plant.siteId}`, `${plant.site} - Edit Site`],
    ['/sites/add/user', `${plant.site} - Add User`],
    [`/sites/edit/assign/user/${person.id}`, 'Pat Engineer - Update User'],
    ['/devices', `${plant.site} - Devices`],
    ['/devices/add', 'Add a device'],
    ['/devices/add/device', 'Add Device'],
    ['/devices/add/modbus', 'Add a Modbus device'],
    [`/devices/edit/device/${leg?.id}`, 'Leg 1 - Edit Device'],
    [`/devices/edit/device/${leg?.id}/connect`, 'Leg 1 - Connect'],
    ['/user/setting/notification', 'Settings - E-mail Notifications'],
    [`/user/setting/add/notification/${rule.id}`, 'Settings - Edit E-mail Notification'],
    ['/oem/setting', 'OEM Setting'],
    ['/settings/rss/edit', 'RSS Feeds'],
    ['/settings/oem/contacts', 'Support Contacts'],
    ['/settings/oem/second-factor', 'Second factor of staff'],
    ['/settings/oem/sms', 'SMS gateway'],
    ['/flatpages/', 'Custom Styles'],
    ['/oem/registry', 'Device registry'],
    ['/oem/removed', 'Removed'],
    ['/oem/health', 'Health'],
    ['/user/setting/keys', 'API keys'],
    ['/audit', 'Audit log'],
    ['/audit/chain', 'Audit chain'],
  ];
  await page.addInitScript(
    ([token, selection]) => {
      localStorage.setItem('token', token ?? '');
      sessionStorage.setItem('selection', selection ?? '');
    },
    [api.token, `${plant.clientId},${plant.siteId},`],
  );
  // As under heavy load, so that every run checks the colours of a warning.
  await page.route('**/oem/health/', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), standing: 'warning' } });
  });
  await page.goto(`${baseUrl()}/sites`);
  // Wait for the end of the theme transition.
  await page.addStyleTag({ content: '*, *::before, *::after { transition: none !important }' });
  const serious: string[] = [];
  const look = async (where: string, axe: AxeBuilder) => {
    // The style sheet's preview is a sandboxed frame, which axe cannot inspect.
    const { violations } = await axe.exclude('iframe').analyze();
    for (const v of violations)
      serious.push(`${where}: ${v.id} at ${v.nodes.map((n) => n.target.join(' ')).join('; ')}`);
  };
  for (const [path, heading] of pages)
    await test.step(path, async () => {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
      await expect(page.getByText('Loading...')).toHaveCount(0);
      await look(`${path} light`, allRules(page));
      await page.emulateMedia({ colorScheme: 'dark' });
      await look(`${path} dark`, colourRules(page));
    });
  expect(serious).toEqual([]);
});
