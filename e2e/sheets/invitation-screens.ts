import { fileURLToPath } from 'node:url';
import { Api, closeTour } from '../harness/api.ts';
import { openBrowser, openPage, type Page, selectionOf, type Visit } from '../harness/browser.ts';
import { linkIn, Mailbox, startMailServer } from '../harness/mailbox.ts';
import { makePerson, makePlant } from '../harness/plant.ts';
import { admin, TocsinServer } from '../harness/server.ts';
import { still } from './still.ts';

// Takes the screenshots of docs/screens about invitations and API keys: `node e2e/sheets/invitation-screens.ts`.
const folder = fileURLToPath(new URL('../../docs/screens/', import.meta.url));
const looks: readonly (Pick<Visit, 'width' | 'height' | 'dark' | 'phone'> & { readonly name: string })[] = [
  { name: 'desktop-light', width: 1440, height: 800 },
  { name: 'desktop-dark', width: 1440, height: 800, dark: true },
  { name: 'phone-light', width: 390, height: 844, phone: true },
];

const mails = await startMailServer();
const server = await TocsinServer.start({ env: { SMTP_URL: mails.url } });
const browser = await openBrowser();
const keep = async (name: string, page: Page): Promise<void> => {
  // Wait for the end of opening animations.
  await page.waitForTimeout(700);
  await page.screenshot({ path: `${folder}${name}.png`, ...still });
};
try {
  const api = await Api.signIn(server.url, admin.email, admin.password);
  const home = await makePlant(api, []);
  const known = await makePerson(api, home, 'Engineer');
  const copied = await makePerson(api, home, 'User');
  await api.post('accounts/password/reset/', { email: known.email });
  const [, uid, token] =
    linkIn(
      await new Mailbox(mails.folder, known.email).waitFor('Reset your Tocsin password'),
      '/password/reset/key/',
    ).match(/key\/(\d+)-(.+)$/) ?? [];
  const passwords = { new_password1: 'Barley-Field-43', new_password2: 'Barley-Field-43' };
  await api.post('accounts/password/reset/confirm/', { uid, token, ...passwords });
  const other = await makePlant(api, []);
  const manager = await makePerson(api, other, 'account manager');
  const office = await Api.signIn(server.url, manager.email, manager.password);
  office.selection = selectionOf(other);
  const offer = { company: 'Millbrook', phone: '1', address: '2', client: other.clientId };
  for (const person of [known, copied])
    await office.post('users/', {
      ...offer,
      full_name: 'Pat',
      email: person.email,
      location_access: [{ location_id: other.siteId, has_access: true, permission: 'Engineer' }],
    });
  const linkOf = async (email: string): Promise<string> =>
    linkIn(await new Mailbox(mails.folder, email).waitFor('Invitation to'), '/invitation/link/');
  const signedIn = await Api.signIn(server.url, known.email, 'Barley-Field-43');
  await closeTour(signedIn);
  const unproved = await Api.signIn(server.url, copied.email, copied.password);
  const keyRequest = { scopes: ['history'], client: home.clientId, days: 90, password: 'Barley-Field-43' };
  for (const name of ['Historian', 'Spreadsheet']) await signedIn.post('accounts/api-keys/', { ...keyRequest, name });
  const theirs = { url: server.url, token: signedIn.token, selection: selectionOf(home) };

  for (const { name, ...look } of looks) {
    const page = await openPage(browser, { ...theirs, ...look });
    await page.goto(`${server.url}/sites`);
    await page.getByRole('button', { name: 'Accept' }).waitFor();
    await keep(`invitation-banner-${name}`, page);
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('dialog').waitFor();
    await keep(`invitation-decline-${name}`, page);
    await page.goto(`${server.url}/user/setting`);
    await page.getByText('API keys to keep').scrollIntoViewIfNeeded();
    await keep(`keys-to-keep-${name}`, page);
    await page.goto(await linkOf(known.email));
    await page.getByRole('button', { name: 'Accept' }).waitFor();
    await keep(`invitation-link-${name}`, page);
    await page.goto(await linkOf(copied.email));
    await page.getByRole('button', { name: 'SET PASSWORD AND ACCEPT' }).waitFor();
    await keep(`invitation-link-password-${name}`, page);
    await page.goto(`${server.url}/invitation/link/none`);
    await page.getByText('no longer valid').waitFor();
    await keep(`invitation-link-used-${name}`, page);
    await page.context().close();

    const second = await openPage(browser, { ...theirs, token: unproved.token, ...look });
    await second.goto(`${server.url}/sites`);
    await second.getByText('Open the link in the invitation e-mail').waitFor();
    await keep(`invitation-banner-unproved-${name}`, second);
    await second.context().close();

    const list = await openPage(browser, {
      ...look,
      url: server.url,
      token: office.token,
      selection: selectionOf(other),
    });
    await list.goto(`${server.url}/sites/edit/${other.siteId}`);
    await list.getByRole('heading', { name: 'Invitations' }).scrollIntoViewIfNeeded();
    await list.getByText('Pending').first().waitFor();
    await keep(`invitations-${name}`, list);
    await list.context().close();
  }
} finally {
  await browser.close();
  await server.remove();
  await mails.stop();
}
