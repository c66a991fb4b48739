import { expect, test } from '../fixtures.ts';
import { Api } from '../harness/api.ts';
import { expectNoSeriousViolation } from '../harness/axe.ts';
import { linkIn } from '../harness/mailbox.ts';
import { makePerson, makePlant } from '../harness/plant.ts';
import { baseUrl } from '../harness/where.ts';
import { LandingPage } from '../pages/landing.ts';
import { SignInPage } from '../pages/sign-in.ts';

/** Counts the open sockets of a page. */
const watchSockets = (page: import('@playwright/test').Page) => {
  const seen = { open: 0 };
  page.on('websocket', (socket) => {
    seen.open += 1;
    socket.on('close', () => {
      seen.open -= 1;
    });
  });
  return seen;
};

// spec: administration 8 The e-mail address is not assigned to any user account
// spec: administration 8 Your password reset link has been sent successfully. Please check your email.
// spec: administration 8 Password has been reset with new password
// spec: administration 8 The password reset link was invalid, possibly because it has already been used
// spec: administration 8 Wrong email or password
// spec: administration 4 RESET button enabled only when an e-mail is typed
// meets: owasp-asvs-5 V6.2.6, V6.2.7
// meets: iec-62443-4-2 CR 1.10
test('a forgotten password is reset with the e-mailed link, and all sessions of the old one end at once', async ({
  page,
  api,
  mailbox,
  browser,
}) => {
  const plant = await makePlant(api, []);
  const person = await makePerson(api, plant, 'Engineer');
  const sockets = watchSockets(page);
  await new SignInPage(page).signIn(person.email, person.password);
  await expect(page.getByText('Connected, live')).toBeVisible();
  const old = await Api.signIn(baseUrl(), person.email, person.password);

  const context = await browser.newContext();
  const visitor = await context.newPage();
  const landing = new LandingPage(visitor);
  await landing.open();
  await landing.button('Forgot password?').click();
  const dialog = landing.dialog('Reset password');
  const reset = dialog.getByRole('button', { name: 'RESET' });
  await expect(reset).toBeDisabled();
  await expectNoSeriousViolation(visitor);
  await dialog.getByLabel('Email').fill('nobody-has-it@plant.example');
  await reset.click();
  await expect(landing.alert('The e-mail address is not assigned to any user account')).toBeVisible();
  await expect(dialog.getByLabel('Email')).toHaveValue('');
  await dialog.getByLabel('Email').fill(person.email);
  await reset.click();
  await expect(landing.alert('Your password reset link has been sent successfully.')).toBeVisible();

  const link = linkIn(await mailbox(person.email).waitFor('Reset your Tocsin password'), '/password/reset/key/');
  await visitor.goto(link);
  // Hidden while it is typed, and pasted by a password manager without a key press.
  const typed = visitor.getByLabel('New password', { exact: true });
  await expect(typed).toHaveAttribute('type', 'password');
  await expect(typed).toHaveAttribute('autocomplete', 'new-password');
  await typed.focus();
  await visitor.keyboard.insertText('Sorghum-Leg-77');
  await visitor.getByLabel('Confirm new password').fill('Sorghum-Leg-77');
  await expectNoSeriousViolation(visitor);
  expect(sockets.open).toBeGreaterThan(0);
  const sent = visitor.waitForResponse('**/password/reset/confirm/');
  await visitor.getByRole('button', { name: 'RESET PASSWORD' }).click();
  await sent;
  await expect(landing.alert('Password has been reset with new password')).toBeVisible();

  // The open tab was notified by its socket and shows the sign-in page without a click.
  await page.waitForURL((url) => url.pathname === '/');
  await expect.poll(() => sockets.open).toBe(0);
  expect((await old.send('GET', 'me/')).status).toBe(401);

  await new SignInPage(visitor).fill(person.email, person.password);
  await expect(landing.alert('Wrong email or password')).toBeVisible();
  await visitor.goto(link);
  await visitor.getByLabel('New password', { exact: true }).fill('Sorghum-Leg-78');
  await visitor.getByLabel('Confirm new password').fill('Sorghum-Leg-78');
  await visitor.getByRole('button', { name: 'RESET PASSWORD' }).click();
  await expect(
    landing.alert('The password reset link was invalid, possibly because it has already been used'),
  ).toBeVisible();
  await new SignInPage(visitor).signIn(person.email, 'Sorghum-Leg-77');
  await expect(visitor.getByText(plant.site).first()).toBeVisible();
  await context.close();
});

// spec: administration 8 New password has been saved
// spec: administration 8 User info updated successfully
// spec: administration 5 The two passwords that you entered do not match!
// spec: administration 5 User Settings: a password change is sent only when the old or new password is filled
// spec: decisions 2 A password change ends all of the person's sessions but the one that made it
test('a user sees their active sessions, ends one, and a new password ends the rest', async ({
  page,
  api,
  browser,
}) => {
  const plant = await makePlant(api, []);
  const person = await makePerson(api, plant, 'User');
  const context = await browser.newContext({ userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/145.0' });
  const elsewhere = await context.newPage();
  const sockets = watchSockets(elsewhere);
  await new SignInPage(elsewhere).signIn(person.email, person.password);
  await expect(elsewhere.getByText('Connected, live')).toBeVisible();
  const third = await Api.signIn(baseUrl(), person.email, person.password);

  await new SignInPage(page).signIn(person.email, person.password);
  await page.goto(`${baseUrl()}/user/setting`);
  const list = page.getByRole('region', { name: 'Active sessions' });
  await expect(list.getByText('Firefox on Windows')).toBeVisible();
  await expect(list.getByText('This browser')).toBeVisible();
  await expectNoSeriousViolation(page);
  const ended = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await list.getByRole('button', { name: /^End session: Firefox on Windows/ }).click();
  await ended;
  await expect(page.getByText('Session ended')).toBeVisible();
  await elsewhere.waitForURL((url) => url.pathname === '/');
  await expect.poll(() => sockets.open).toBe(0);
  await expect(list.getByText('Firefox on Windows')).toBeHidden();
  expect((await third.send('GET', 'me/')).status).toBe(200);

  await page.getByLabel('Company').fill('Ferncliff');
  await page.getByLabel('Old password').fill('Wrong-Old-1');
  await page.getByLabel('New password', { exact: true }).fill('Sorghum-Leg-77');
  await page.getByLabel('Confirm new password').fill('Sorghum-Leg-78');
  await page.getByRole('button', { name: 'SAVE' }).click();
  await expect(page.getByText('The two passwords that you entered do not match!')).toBeVisible();
  await page.getByLabel('Confirm new password').fill('Sorghum-Leg-77');
  await page.getByRole('button', { name: 'SAVE' }).click();
  await expect(page.getByText('Your old password was entered incorrectly.').first()).toBeVisible();
  await page.getByLabel('Old password').fill(person.password);
  await page.getByRole('button', { name: 'SAVE' }).click();
  await expect(page.getByText('New password has been saved')).toBeVisible();
  await expect(page.getByText('User info updated successfully')).toBeVisible();
  await page.waitForURL('**/sites');
  expect((await third.send('GET', 'me/')).status).toBe(401);
  await context.close();
});
