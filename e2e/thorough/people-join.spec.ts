import { randomInt } from 'node:crypto';
import { expect, test } from '../fixtures.ts';
import { expectNoSeriousViolation } from '../harness/axe.ts';
import { Keyboard } from '../harness/keyboard.ts';
import { linkIn } from '../harness/mailbox.ts';
import { makePerson, makePlant } from '../harness/plant.ts';
import { LandingPage } from '../pages/landing.ts';

const address = (name: string): string => `${name}-${randomInt(36 ** 6, 36 ** 7).toString(36)}@visitor.example`;

// spec: administration 4 Register: the REGISTER button is enabled only after the captcha is completed
// spec: administration 5 The input is not valid E-mail!
// spec: administration 8 Registered successfully
// spec: administration 8 The email address is already registered.
test('a visitor registers for a demo behind the captcha by keyboard alone, and gets a mail', async ({
  page,
  mailbox,
}) => {
  const landing = new LandingPage(page);
  const keys = new Keyboard(page);
  const email = address('visitor');
  await landing.open();

  for (const outcome of ['Registered successfully', 'The email address is already registered.']) {
    await keys.press(landing.button('Register for demo'));
    const dialog = landing.dialog('Register for demo');
    await expect(dialog.getByRole('button', { name: 'REGISTER' })).toBeDisabled();
    await keys.type(dialog.getByLabel('Full Name'), 'Ann <b>Visitor</b>');
    await keys.type(dialog.getByLabel('Company Name'), 'Ferncliff Grain');
    await keys.type(dialog.getByLabel('Email'), 'ann@');
    await keys.press(dialog.getByLabel('I am not a robot'), 'Space');
    await expect(dialog.getByText('Checked')).toBeVisible();
    await keys.press(dialog.getByRole('button', { name: 'REGISTER' }));
    await expect(dialog.getByText('The input is not valid E-mail!')).toBeVisible();
    await keys.type(dialog.getByLabel('Email'), email);
    await keys.press(dialog.getByRole('button', { name: 'REGISTER' }));
    await expect(landing.alert(outcome)).toBeVisible();
    if (outcome === 'Registered successfully') await expect(dialog).toBeHidden();
  }
  await page.keyboard.press('Escape');
  await expect(landing.dialog('Register for demo')).toBeHidden();

  const mail = await mailbox(email).waitFor('Registered successfully');
  expect(mail.text).toContain('Hello Ann <b>Visitor</b>,');
  expect(mail.html).not.toContain('<b>Visitor</b>');
});

// spec: administration 8 Your feedback has been saved successfully.
// spec: administration 5 Please input your message
// spec: administration 5 Please complete the reCAPTCHA!
// spec: administration 4 feedback sent goes to '/'
test('a visitor sends feedback from the Contact Us menu', async ({ page }) => {
  const landing = new LandingPage(page);
  await landing.open();
  await page.getByText('Contact Us').click();
  await page.getByRole('link', { name: 'Send Feedback' }).click();
  await expect(page.getByRole('heading', { name: 'Send Feedback' })).toBeVisible();
  const send = page.getByRole('button', { name: 'SEND' });
  await send.click();
  await expect(page.getByText('Please input your message')).toBeVisible();
  await page.getByLabel('Message').fill('The boot bearing of leg 2 has no picture.');
  await send.click();
  await expect(page.getByText('Please complete the reCAPTCHA!')).toBeVisible();
  await expectNoSeriousViolation(page);
  await page.getByLabel('Topic').selectOption('Issue');
  await page.getByLabel('I am not a robot').check();
  await expect(page.getByText('Checked', { exact: true })).toBeVisible();
  await send.click();
  await expect(landing.alert('Your feedback has been saved successfully.')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
});

// spec: administration 4 Activation: ACCEPT enabled only after the agree checkbox is ticked
// spec: administration 8 User created
// spec: administration 8 Activation succeeded
// spec: administration 8 Activation was successful
// spec: administration 8 Sorry, the activation link is invalid.
// spec: administration 5 at least 8 characters including a digit and an uppercase letter
// spec: administration 5 Fields cannot be empty!!
// spec: administration 5 The two passwords that you entered do not match!
// spec: administration 5 Terms must be agreed before accepting
// meets: wcag-2.2-aa 2.4.3
test('an account manager makes a user, who activates by the mailed link and is signed in, all by keyboard', async ({
  page,
  api,
  mailbox,
  browser,
}) => {
  const plant = await makePlant(api, []);
  const manager = await makePerson(api, plant, 'account manager');
  const email = address('new');
  const landing = new LandingPage(page);
  const keys = new Keyboard(page);
  await landing.open();
  await keys.type(page.getByLabel('Email Or Username'), manager.email);
  await keys.type(page.getByLabel('Password', { exact: true }), manager.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/sites');
  await keys.press(page.getByRole('link', { name: 'Edit site' }));
  await keys.press(page.getByRole('button', { name: 'Add User +' }));
  await expect(page.getByRole('heading', { name: `${plant.site} - Add User` })).toBeVisible();
  await keys.press(page.getByRole('button', { name: 'ADD USER' }));
  for (const text of [
    'Please input your full name',
    'Please input your Email Address!',
    'Please input your full phone',
    'Please input your full address',
  ])
    await expect(page.getByText(text)).toBeVisible();
  await keys.type(page.getByLabel('Full name'), 'Ann <i>New</i>');
  await keys.type(page.getByLabel('Email', { exact: true }), email);
  await keys.type(page.getByLabel('Phone'), '+1 620 555 0133');
  await keys.type(page.getByLabel('Address'), '2 Elevator Road');
  await keys.press(page.getByLabel(`Has Access: ${plant.site}`), 'Space');
  await expectNoSeriousViolation(page);
  await keys.press(page.getByRole('button', { name: 'ADD USER' }));
  await expect(page.getByText('User created')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Ann <i>New</i> - Update User' })).toBeVisible();

  await keys.press(page.getByRole('button', { name: 'Send activation email' }));
  await expect(page.getByText('Activation succeeded')).toBeVisible();
  const link = linkIn(await mailbox(email).waitFor('Activate your Tocsin account'), '/register/activate/');
  // The link for copying is another one, because only the e-mailed link confirms the mailbox.
  await expect(page.getByText('/register/activate/', { exact: false })).toBeVisible();
  await expect(page.getByText(link)).toHaveCount(0);
  await expectNoSeriousViolation(page);

  const context = await browser.newContext();
  const theirs = await context.newPage();
  const theirKeys = new Keyboard(theirs);
  await theirs.goto(link);
  await expect(theirs.getByText('is not a safety system', { exact: false })).toBeVisible();
  const accept = theirs.getByRole('button', { name: 'ACCEPT' });
  await expect(accept).toBeDisabled();
  await expectNoSeriousViolation(theirs);
  await theirKeys.press(theirs.getByLabel('I have read the terms and agree to them'), 'Space');
  await theirKeys.press(accept);
  const [first, second] = [
    theirs.getByLabel('New password', { exact: true }),
    theirs.getByLabel('Confirm new password'),
  ];
  await theirKeys.press(theirs.getByRole('button', { name: 'SET PASSWORD' }));
  await expect(theirs.getByText('Fields cannot be empty!!')).toBeVisible();
  for (const [one, two, text] of [
    ['short1A', 'short1A', 'At least 8 characters, including a digit and an uppercase letter'],
    ['Barley-Field-42', 'Barley-Field-43', 'The two passwords that you entered do not match!'],
    ['Password1', 'Password1', 'common'],
  ] as const) {
    await theirKeys.type(first, one);
    await theirKeys.type(second, two);
    await theirKeys.press(theirs.getByRole('button', { name: 'SET PASSWORD' }));
    await expect(theirs.locator('form [role=alert]').filter({ hasText: text }).first()).toBeVisible();
  }
  await expectNoSeriousViolation(theirs);
  await theirKeys.type(first, 'Barley-Field-42');
  await theirKeys.type(second, 'Barley-Field-42');
  await theirs.keyboard.press('Enter');
  await theirs.waitForURL('**/sites');
  await expect(theirs.getByText('Activation was successful')).toBeVisible();
  await expect(theirs.getByText(plant.site).first()).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Ann <i>New</i>' })).toBeVisible();

  // Another client invites them; the e-mailed link is enough, because their mailbox is confirmed.
  const other = await makePlant(api, []);
  const invitation = {
    full_name: 'Ann',
    email,
    company: 'Millbrook',
    phone: '1',
    address: '2',
    client: other.clientId,
    location_access: [{ location_id: other.siteId, has_access: true, permission: 'User' }],
  };
  await api.post('users/', invitation);
  await theirs.goto(linkIn(await mailbox(email).waitFor(`Invitation to ${other.company}`), '/invitation/link/'));
  await expect(theirs.getByRole('heading', { name: `Invitation to ${other.company}` })).toBeVisible();
  await expect(theirs.getByText('Until you accept, they see nothing about your account.')).toBeVisible();
  await expect(theirs.getByLabel('New password', { exact: true })).toBeHidden();
  await expectNoSeriousViolation(theirs);
  await theirKeys.press(theirs.getByRole('button', { name: 'Accept' }));
  await expect(theirs.getByText('Invitation accepted. Choose the client on the Clients page.')).toBeVisible();
  await theirKeys.press(theirs.getByRole('link', { name: 'Open Tocsin' }));
  const menu = theirs.getByRole('navigation', { name: 'Main navigation' });
  await theirKeys.press(menu.getByRole('link', { name: 'Clients' }));
  await expect(theirs.getByRole('rowheader', { name: plant.company })).toBeVisible();
  await expect(theirs.getByRole('rowheader', { name: other.company })).toBeVisible();

  // The used link signs out whoever opens it, and says why.
  await theirs.goto(link);
  await expect(new LandingPage(theirs).alert('Sorry, the activation link is invalid.')).toBeVisible();
  await context.close();
});
