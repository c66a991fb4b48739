import { randomInt } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { Api, closeTour } from '../harness/api.ts';
import { makePerson, makePlant, type Plant } from '../harness/plant.ts';
import { admin } from '../harness/server.ts';
import { baseUrl } from '../harness/where.ts';

/**
 * Every route of the specification for every role, written by hand from docs/spec/administration.md 2 and 6 and
 * docs/spec/decisions.md 3, apart from the page's code. The letters stand for the roles in their order:
 *   +  opens      s  goes to /sites      d  goes to /dashboard      -  goes to /      4  says 'Not found.'
 */
const roles = ['visitor', 'user', 'engineer', 'manager', 'account manager', 'staff', 'oem', 'super user'] as const;
type Role = (typeof roles)[number];

const routes: readonly (readonly [path: string, outcomes: string, heading?: string])[] = [
  // visitor, user, engineer, manager, account manager, staff, oem, super user
  ['/', '+sssssss'],
  ['/feedback', '++++++++', 'Send Feedback'],
  ['/sign-in/client/{client}', '++++++++', 'Sign in with your organization'],
  ['/sign-in/passkey', '++++++++', 'Sign in with a passkey'],
  ['/sign-in/return', '++++++++', 'Sign in with your organization'],
  ['/clients', '-sss++++', 'Clients'],
  ['/clients/{company}', '-sss++++', 'Clients'],
  ['/clients/add/client', '-ssss+++', 'Add Client'],
  ['/clients/add/client/{client}', '-sss++++', '{company} - Edit Client'],
  ['/clients/sign-in/{client}', '-sss++++', '{company} - Sign-in'],
  ['/sites', '-+++++++', '{company} - Sites'],
  ['/sites/add/site', '-ss+++++', '{company} - Add Site'],
  ['/sites/edit/{site}', '-s++++++', '{site title} - Edit Site'],
  ['/sites/add/user', '-s++++++', '{site title} - Add User'],
  ['/sites/edit/assign/user/{user}', '-s++++++', 'Pat User - Update User'],
  ['/user/setting', '-+++++++', 'User Settings'],
  ['/user/setting/notification', '-+++++++', 'Settings - E-mail Notifications'],
  ['/user/setting/add/notification', '-+++++++', 'Settings - Add E-mail Notification'],
  ['/user/setting/add/notification/{rule}', '-+44++++', 'Settings - Edit E-mail Notification'],
  ['/devices', '-+++++++', '{site title} - Devices'],
  ['/devices/{site}', '-+++++++', '{site title} - Devices'],
  ['/devices/add', '-ss+++++', 'Add a device'],
  ['/devices/add/device', '-ss+++++', 'Add Device'],
  ['/devices/add/modbus', '-ss+++++', 'Add a Modbus device'],
  ['/devices/add/json', '-ss+++++', 'Add a device that sends JSON'],
  ['/device-types', '-+++++++', 'Device types'],
  ['/devices/edit/device/{device}', '-s++++++', 'Leg 1 - Edit Device'],
  ['/setup2FA/', '-+++++++', 'Manage Security'],
  ['/setup2fa/', '-+++++++', 'Manage Security'],
  ['/verify2FA/', '-sssssss'],
  ['/oem/setting', '-sssss++', 'OEM Setting'],
  ['/settings/rss/edit', '-sssss++', 'RSS Feeds'],
  ['/settings/oem/contacts', '-sssss++', 'Support Contacts'],
  ['/settings/oem/second-factor', '-sssss++', 'Second factor of staff'],
  ['/settings/oem/sms', '-sssss++', 'SMS gateway'],
  ['/flatpages/', '-sssss++', 'Custom Styles'],
  ['/audit/chain', '-sssss++', 'Audit chain'],
  ['/dashboard', '-+++++++'],
  ['/dashboard/historical', '-+++++++'],
  ['/dashboard/historical/2026-01-02&03:04', '-+++++++'],
  ['/dashboard/historical/snapshot/1767322800000', '-+++++++'],
  ['/dashboard/edit/warnings', '-+++++++'],
  ['/edit/sensor/names', '-d++++++'],
  ['/edit/sensor/images', '-d++++++'],
  ['/edit/sensor/types', '-ddddddd'],
  ['/dashboard/edit/sensor/copy', '-d++++++', 'Leg 1 - Copy Settings'],
  // Pages of the same component are not adjacent, so that each is seen to open.
  ['/graphs', '-+++++++'],
  ['/notifications', '-+++++++'],
  ['/graphs/1.1000', '-+++++++'],
  ['/notifications/all', '-+++++++'],
  ['/graphs/historical/2026-01-02&03:04', '-+++++++'],
  ['/protection', '-+++++++'],
  ['/analytics', '-s++++++'],
  ['/edges', '-+++++++', '{site title} - Edges'],
  ['/edges/{site}', '-+++++++', '{site title} - Edges'],
  ['/shelves', '-+++++++'],
  ['/out-of-service', '-+++++++'],
  ['/maintenance-tasks', '-+++++++'],
  ['/maintenance', '-+++++++'],
  ['/maintenance/walk', '-+++++++'],
  ['/rounds', '-+++++++'],
  ['/m/0000000000000000', '-+++++++'],
  ['/on-call', '-+++++++'],
  ['/who-is-notified', '-+++++++'],
  ['/policies', '-+++++++'],
  ['/webhooks', '-+++++++'],
  ['/my-notifications', '-+++++++'],
  ['/graphs/historical/2026-01-02&03:04/1.1000', '-+++++++'],
  ['/visual-dashboard/site/{site}/schemas', '-+++++++'],
  ['/visual-dashboard/site/{site}/film', '-+++++++'],
  ['/dashboard/bearings', '-+++++++', 'Bearing weeks'],
  ['/sites/{site}/moment', '-+++++++', 'All devices at one moment'],
  // These two sign out whoever is signed in (docs/spec/decisions.md 2), so they come last.
  ['/acknowledge/none', '++++++++', 'This link does not work'],
  ['/unsubscribe/none', '++++++++', 'This link does not work'],
  ['/password/reset/key/1-none', '++++++++', 'Choose a new password'],
  ['/register/activate/none', '--------'],
];

const signsOut = new Set(['/password/reset/key/1-none', '/register/activate/none']);
/**
 * The routes in the order in which a role visits them: first those that redirect it, grouped by target, because a page
 * that is already shown is not rendered again.
 */
function visitsOf(n: number): readonly (typeof routes)[number][] {
  const outcome = ([, outcomes]: (typeof routes)[number]): string => outcomes[n] ?? '';
  const isSentAway = (route: (typeof routes)[number]) => !signsOut.has(route[0]) && outcome(route) in elsewhere;
  const sentAway = routes.filter(isSentAway).sort((a, b) => outcome(b).localeCompare(outcome(a)));
  return [...sentAway, ...routes.filter((route) => !isSentAway(route))];
}

const menus: Readonly<Record<Role, readonly string[]>> = (() => {
  const everybody = [
    'Sites',
    'Devices',
    'Sensor Dashboard',
    'Sensor Graphs',
    'Notifications',
    'On Call',
    'Email Alerts',
    'Not Protecting',
    'Maintenance',
  ];
  const people = [...everybody.toSpliced(2, 0, 'Edges'), 'Analytics', 'Visual Dashboard'];
  const managing = ['Clients', ...people];
  const oem = [...managing, 'OEM Settings'];
  return {
    visitor: [],
    user: [...everybody, 'Visual Dashboard'],
    engineer: people,
    manager: people,
    'account manager': managing,
    staff: managing,
    oem,
    'super user': oem,
  };
})();

interface World {
  readonly plant: Plant;
  readonly user: number;
  readonly rule: number;
  readonly tokens: ReadonlyMap<Role, string>;
}

async function makeStaff(api: Api, rights: object): Promise<string> {
  const email = `staff-${randomInt(36 ** 6, 36 ** 7).toString(36)}@operator.example`;
  const of = { company: 'Operator', phone: '1', address: 'Road', client: null, location_access: [] };
  const created = await api.post<{ activation_key: string }>('users/', {
    full_name: 'Sam Staff',
    email,
    ...of,
    ...rights,
  });
  const password = 'Barley-Field-42';
  await api.post(`users/activation/accept-terms/${created.activation_key}/`, { stage: 1 });
  await api.post(`users/activation/set-password/${created.activation_key}/`, {
    password1: password,
    password2: password,
  });
  const staff = await Api.signIn(baseUrl(), email, password);
  await closeTour(staff);
  return staff.token;
}

async function makeWorld(api: Api): Promise<World> {
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const tokens = new Map<Role, string>();
  const enter = async (permission: Parameters<typeof makePerson>[2]) => {
    const person = await makePerson(api, plant, permission);
    return { id: person.id, api: await Api.signIn(baseUrl(), person.email, person.password) };
  };
  const user = await enter('User');
  tokens.set('user', user.api.token);
  tokens.set('engineer', (await enter('Engineer')).api.token);
  tokens.set('manager', (await enter('Manager')).api.token);
  tokens.set('account manager', (await enter('account manager')).api.token);
  tokens.set('staff', await makeStaff(api, { is_accounts_management: true }));
  tokens.set('oem', await makeStaff(api, { is_oem: true }));
  tokens.set('super user', (await Api.signIn(baseUrl(), admin.email, admin.password)).token);
  const fields = { delivery_method: 'Email', event_type: 'alarm', contact_when: 0, all_devices: true, devices: [] };
  const rule = await user.api.post<{ id: number }>('notification-settings/', fields);
  return { plant, user: user.id, rule: rule.id, tokens };
}

const selectionOf = ({ plant }: World): string => `${plant.clientId},${plant.siteId},${plant.devices[0]?.id}`;

function named({ plant, user, rule }: World, text: string): string {
  const values: Readonly<Record<string, string | number>> = {
    client: plant.clientId,
    company: plant.company,
    site: plant.siteId,
    'site title': plant.site,
    device: plant.devices[0]?.id ?? 0,
    user,
    rule,
  };
  return text.replaceAll(/\{([^}]+)\}/g, (_, name: string) => String(values[name]));
}

async function enter(browser: Browser, world: World, role: Role): Promise<Page> {
  // A small window is enough to see that hundreds of pages open.
  const page = await (await browser.newContext({ viewport: { width: 1200, height: 500 } })).newPage();
  await page.addInitScript(
    ([token, selection]) => {
      if (token) localStorage.setItem('token', token);
      sessionStorage.setItem('selection', selection ?? '');
    },
    [world.tokens.get(role) ?? '', selectionOf(world)],
  );
  await page.goto(`${baseUrl()}/`);
  await page.waitForURL(role === 'visitor' ? '**/' : '**/sites');
  return page;
}

/** Navigates within the page, as a link does: loading the portal for each of hundreds of visits would take minutes. */
async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);
}

const pathOf = (page: Page): string => decodeURIComponent(new URL(page.url()).pathname).replace(/(.)\/$/, '$1');
const elsewhere: Readonly<Record<string, string>> = { s: '/sites', d: '/dashboard', '-': '/' };

async function expectOutcome(page: Page, path: string, outcome: string, heading: string | undefined): Promise<void> {
  const place = elsewhere[outcome];
  const stays = path.replace(/(.)\/$/, '$1');
  await expect
    .poll(() => pathOf(page), { message: path, intervals: [10, 20, 50] })
    .toMatch(
      // A page may add its moment or first entry to the address.
      place
        ? new RegExp(`^${place}$`)
        : heading
          ? new RegExp(`^${escaped(stays)}$`)
          : new RegExp(`^${escaped(stays.split('/').slice(0, 3).join('/'))}`),
    );
  if (place) return;
  if (outcome === '4') await expect(page.getByText('Not found.'), path).toBeVisible();
  else if (heading) {
    await expect(page.getByRole('heading', { name: heading, exact: true }).first(), path).toBeVisible();
    // The title may begin with the number of other journeys' alarms, if the role sees them.
    await expect(page, path).toHaveTitle(new RegExp(`^(\\d+ (alarm|warning)s? - )?${escaped(heading)} - Tocsin$`));
  } else if (path !== '/') await expect(page.locator('#content > *').first(), path).toBeVisible();
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\&]/g, '\\$&');

// spec: administration 2.1 without a token only activation, password reset, /feedback and the login page are available
// spec: administration 2.3 Private routes
// spec: administration 6 Clients menu and OEM Settings: super user or OEM
// spec: administration 6 Edit icons, add site, add user, edit device screens: users with edit access, others are redirected
// meets: wcag-2.2-aa 2.4.6
test('each role sees exactly its menus and gets what is its own of every route', async ({ api, browser }) => {
  const world = await makeWorld(api);
  for (const [n, role] of roles.entries()) {
    const page = await enter(browser, world, role);
    if (role !== 'visitor') {
      const entries = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('listitem');
      // A link may end with the number of other journeys' alarms, if the role sees them.
      await expect(entries, role).toHaveText(menus[role].map((entry) => new RegExp(`^${escaped(entry)}\\d*$`)));
    }
    for (const [path, outcomes, heading] of visitsOf(n))
      await test.step(`${role} ${path}`, async () => {
        const to = named(world, path);
        await visit(page, to);
        await expectOutcome(page, to, outcomes[n] ?? '', heading && named(world, heading));
      });
    await page.context().close();
  }
});
