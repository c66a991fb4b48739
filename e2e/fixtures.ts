import { test as base } from '@playwright/test';
import { Api } from './harness/api.ts';
import { enter } from './harness/enter.ts';
import { LiveDevice } from './harness/live-device.ts';
import { Mailbox } from './harness/mailbox.ts';
import { makePerson, makePlant, type NewDevice, type Person, type Plant } from './harness/plant.ts';
import { admin } from './harness/server.ts';
import { baseUrl, mailFolder, mqttUrl } from './harness/where.ts';
import { SignInPage } from './pages/sign-in.ts';

interface Fixtures {
  /** API client of the first super user, for test setup. */
  readonly api: Api;
  /** The e-mails that an address has received from the run's server. */
  readonly mailbox: (address: string) => Mailbox;
  /** Creates a plant and starts its devices; they are stopped after the test. */
  readonly livePlant: (devices: readonly NewDevice[]) => Promise<Plant & { readonly live: readonly LiveDevice[] }>;
  /** Creates a user of the plant and signs in on the test's page with the form. */
  readonly signInAs: (plant: Plant, permission: Parameters<typeof makePerson>[2]) => Promise<Person>;
  /** The same without the form; the page is at the portal's address, but nothing is loaded yet. */
  readonly enterAs: (plant: Plant, permission: Parameters<typeof makePerson>[2]) => Promise<Person>;
}

export const test = base.extend<Fixtures>({
  // Playwright derives dependencies from this pattern, which lint rules do not allow to be empty.
  api: async ({ browserName: _ }, use) => {
    await use(await Api.signIn(baseUrl(), admin.email, admin.password));
  },
  mailbox: async ({ browserName: _ }, use) => {
    await use((address) => new Mailbox(mailFolder(), address));
  },
  livePlant: async ({ api }, use) => {
    const running: LiveDevice[] = [];
    await use(async (devices) => {
      const plant = await makePlant(api, devices);
      const live = plant.devices.map((d) => new LiveDevice(d, mqttUrl()));
      running.push(...live);
      return { ...plant, live };
    });
    await Promise.all(running.map((device) => device.stop()));
  },
  signInAs: async ({ api, page }, use) => {
    await use(async (plant, permission) => {
      const person = await makePerson(api, plant, permission);
      await new SignInPage(page).signIn(person.email, person.password);
      return person;
    });
  },
  enterAs: async ({ api, page }, use) => {
    await use(async (plant, permission) => {
      const person = await makePerson(api, plant, permission);
      await enter(page, person, plant);
      return person;
    });
  },
});

export { expect } from '@playwright/test';
