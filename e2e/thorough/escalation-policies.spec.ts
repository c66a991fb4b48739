import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectReadable } from '../harness/axe.ts';
import { openAs } from '../harness/enter.ts';
import { linkIn } from '../harness/mailbox.ts';
import { makePerson } from '../harness/plant.ts';
import { baseUrl } from '../harness/where.ts';
import { PickPages } from '../pages/pick.ts';
import { chooseByKeys } from '../pages/select.ts';

const pictures = process.env.TOCSIN_PICTURES;
/** Takes screenshots in both themes, if a folder for them is set. */
const picture = async (page: Page, name: string): Promise<void> => {
  if (!pictures) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${pictures}/${name}-${colorScheme}.png`, fullPage: true });
  }
};

test('a manager makes a policy, sees who would be notified, changes and removes it; others only read', async ({
  livePlant,
  page,
  api,
  context,
  mailbox,
}) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  const manager = await makePerson(api, plant, 'Manager');
  await openAs(page, manager);
  await new PickPages(page).site(plant.site);
  await page.getByRole('link', { name: 'On Call' }).click();
  const tabs = page.getByRole('navigation', { name: 'Who is notified' });
  const policies = page.getByRole('region', { name: 'Escalation policies' });
  const steps = page.getByRole('list', { name: 'Steps in chronological order' }).getByRole('listitem');
  const alarms = page.getByRole('table', { name: 'Who is notified, by event and time' }).getByRole('row').nth(1);
  await tabs.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText('No policy covers this event')).toBeVisible();
  // Its contact person has the e-mail rule that each new client has: alarms are mailed, and nothing else is.
  await expect(page.getByText('4 gaps')).toBeVisible();
  await expect(alarms).toContainText('by an e-mail rule');
  await expect(page.getByRole('link', { name: 'Choose somebody' })).toHaveCount(3);
  await expectReadable(page);
  await tabs.getByRole('link', { name: 'Policies' }).click();
  await expect(policies.getByText('No policy yet.')).toBeVisible();
  await expectReadable(page);

  await page.getByRole('button', { name: 'Add policy' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add policy' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please enter a title.')).toBeVisible();
  await expect(dialog.getByText('Each step needs a whole number of minutes')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Night alarms');
  const pick = async (step: number): Promise<void> => {
    const people = dialog.getByRole('combobox', { name: `Step ${step}: People` });
    await people.focus();
    await chooseByKeys(people);
    await people.press('Escape');
  };
  await pick(1);
  await dialog.getByRole('button', { name: 'Add step' }).click();
  await pick(2);
  await expectReadable(page);
  await picture(page, 'policy-dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();

  const made = policies.getByRole('article', { name: 'Night alarms' });
  await expect(made.getByText('after 10 min')).toBeVisible();
  await picture(page, 'policies');
  await tabs.getByRole('link', { name: 'Overview' }).click();
  // The mail, two steps, and that they begin again.
  await expect(steps).toHaveCount(4);
  await expect(alarms).toContainText('June Albright');
  await expectReadable(page);
  await picture(page, 'who-is-notified');
  await tabs.getByRole('link', { name: 'Policies' }).click();

  await made.getByRole('button', { name: 'Edit Night alarms' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Night alarms' });
  await edit.getByRole('button', { name: 'Remove step 2' }).click();
  await edit.getByRole('checkbox', { name: 'Continue after the condition has cleared' }).uncheck();
  await edit.getByRole('button', { name: 'Save' }).click();
  const why = page.getByRole('dialog', { name: 'Why this change?' });
  await why.getByLabel('Reason').fill('The device is looked at each morning');
  await why.getByRole('button', { name: 'Save with reason' }).click();
  await expect(edit).toHaveCount(0);
  await tabs.getByRole('link', { name: 'Overview' }).click();
  await expect(steps).toHaveCount(3);
  await tabs.getByRole('link', { name: 'Policies' }).click();

  await expect(made.getByText('Never tested')).toBeVisible();
  await made.getByRole('button', { name: 'Tests of Night alarms' }).click();
  const trials = page.getByRole('dialog', { name: 'Live-fire tests of “Night alarms”' });
  await expect(trials.getByText('No test yet.')).toBeVisible();
  await trials.getByRole('button', { name: 'Start a test' }).click();
  const notified = trials.getByRole('region', { name: 'Who was notified' });
  await expect(notified.getByRole('listitem').first()).toContainText('June Albright e-mail (Test)');
  await expectReadable(page);
  await picture(page, 'policy-tests');
  // The first person in the list is the client's contact person.
  const contact = `june-${plant.company.split(' ')[1]}@plant.example`;
  const sent = await mailbox(contact).waitFor('TEST: escalation policy “Night alarms”');
  const phone = await context.newPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto(linkIn(sent, '/acknowledge/'));
  await expect(phone.getByText('Test: nothing happened at the plant')).toBeVisible();
  await picture(phone, 'policy-test-link-phone');
  await phone.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(phone.getByRole('status')).toContainText('June Albright');
  await phone.close();
  await expect(trials.getByText(/by June Albright after/)).toBeVisible();
  await picture(page, 'policy-tests-done');
  await trials.getByRole('button', { name: 'Close' }).click();
  await expect(made.getByText('Tested')).toBeVisible();

  await openAs(page, await makePerson(api, plant, 'User'));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${baseUrl()}/policies`);
  await expect(policies.getByRole('article', { name: 'Night alarms' })).toBeVisible();
  await expect(policies.getByText('Managers add and change policies.')).toBeVisible();
  await expect(policies.getByRole('button')).toHaveCount(1);
  await policies.getByRole('button', { name: 'Tests of Night alarms' }).click();
  await expect(trials.getByText('Managers start tests.')).toBeVisible();
  await picture(page, 'policy-tests-phone');
  await trials.getByRole('button', { name: 'Close' }).click();
  await expectReadable(page);
  await picture(page, 'policies-phone');

  await openAs(page, manager);
  await page.goto(`${baseUrl()}/policies`);
  await made.getByRole('button', { name: 'Edit Night alarms' }).click();
  await edit.getByRole('button', { name: 'Remove policy' }).click();
  await page
    .getByRole('dialog', { name: 'Remove Night alarms?' })
    .getByRole('button', { name: 'Remove policy' })
    .click();
  await why.getByLabel('Reason').fill('Nights are quiet now');
  await why.getByRole('button', { name: 'Save with reason' }).click();
  await expect(policies.getByText('No policy yet.')).toBeVisible();
});
