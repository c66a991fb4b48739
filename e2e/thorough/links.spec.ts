import { expect, test } from '../fixtures.ts';
import { Api } from '../harness/api.ts';
import { makePerson } from '../harness/plant.ts';
import { baseUrl } from '../harness/where.ts';
import { SignInPage } from '../pages/sign-in.ts';

test('a link opens its page after the sign-in, and shows everybody the same device', async ({
  api,
  livePlant,
  page,
}) => {
  const plant = await livePlant([
    { title: 'Leg 1', type: '0300' },
    { title: 'Leg 2', type: '0300' },
  ]);
  const [first, second] = plant.devices;
  if (!first || !second) throw new Error('no devices');
  const person = await makePerson(api, plant, 'User');
  const signIn = async () => {
    await page.locator('#landing-still').waitFor({ state: 'detached' });
    await new SignInPage(page).fill(person.email, person.password);
  };

  // Signed out, from a mail or a colleague.
  const handover = `/sites/${plant.siteId}/handover`;
  await page.goto(baseUrl() + handover);
  await signIn();
  await expect(page).toHaveURL(new RegExp(`${handover}$`));

  // With another device selected, the link shows its own.
  const shown = page.getByRole('navigation', { name: 'Where you are' });
  await page.goto(`${baseUrl()}/graphs?device=${first.id}`);
  await expect(shown).toContainText('Leg 1');
  await page.goto(`${baseUrl()}/graphs?device=${second.id}&start=1761973200000&end=1762063200000`);
  await expect(shown).toContainText('Leg 2');
  await expect(page).toHaveURL(/start=1761973200000&end=1762063200000/);

  // A session that the server ends leads back to the page; whoever signs out begins anew.
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  await new Api(baseUrl(), token).post('accounts/logout/', {});
  await page.reload();
  await signIn();
  await expect(page).toHaveURL(new RegExp(`device=${second.id}`));
  await expect(shown).toContainText('Leg 2');
});
