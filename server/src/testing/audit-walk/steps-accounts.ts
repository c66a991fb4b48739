import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { TOTP } from 'otpauth';
import { hashPassword } from '../../features/accounts/index.ts';
import type { Db } from '../../platform/db.ts';
import { makeClient, makeUser, signedIn } from '../../platform/testing/factories.ts';
import type { WalkApp } from '../role-walk/app.ts';
import { makeWorld } from '../role-walk/world.ts';
import type { Walker } from './walker.ts';

const password = 'Correct horse 9';
const fresh = 'Battery staple 8';
const both = { new_password1: fresh, new_password2: fresh };

const mailTo = async (db: Db, address: string): Promise<string> =>
  (
    await db
      .selectFrom('mail')
      .select('text')
      .where('to_address', '=', address)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).text;
const linkIn = (text: string) => {
  const [, uid = '', token = ''] = /\/(?:password\/reset\/key|email\/confirm)\/(\d+)-(\S+)/.exec(text) ?? [];
  return { uid, token };
};

/** Calls on one's own account and on people whom one administers. */
export async function walkAccounts(app: WalkApp, db: Db, walker: Walker): Promise<void> {
  const { send } = walker;
  const createPerson = (over: object = {}) =>
    hashPassword(password).then((password_hash) => makeUser(db, { password_hash, ...over }));
  const tokenOf = async (user: { id: number }) => (await signedIn(app.http, db, user)).token;
  const root = await makeUser(db, { is_superuser: true });
  const rootToken = await tokenOf(root);
  await makeUser(db, { is_superuser: true });

  const user = await createPerson();
  await send({ route: 'POST /api/v1/accounts/login-jwt', body: { username: user.email, password } });
  for (const route of ['v1/accounts/logout', 'v2/rest-auth/logout', 'v2/accounts/logout'])
    await send({ route: `POST /api/${route}`, token: await tokenOf(user) });

  const cookies = await human(app, walker);
  const demo = { name: 'Ann', company: 'Prairie', email: 'ann@prairie.example' };
  await send({ route: 'POST /api/v1/register-for-demo', body: demo, cookies });
  const again = await human(app, walker);
  await send({ route: 'POST /api/v1/feedback', body: { about: 'Issue', text: 'Hello' }, cookies: again });

  await send({ route: 'POST /api/v1/accounts/password/reset', body: { email: user.email } });
  const reset = linkIn(await mailTo(db, user.email));
  await send({ route: 'POST /api/v1/accounts/password/reset/confirm', body: { ...both, ...reset } });
  const changer = await createPerson();
  const changing = await tokenOf(changer);
  const email = { email: 'new-address@example.com', password };
  await send({ route: 'POST /api/v1/accounts/email/change', body: email, token: changing });
  const confirm = linkIn(await mailTo(db, email.email));
  await send({ route: 'POST /api/v1/accounts/email/change/confirm', body: confirm });
  const own = { old_password: password, ...both };
  await send({ route: 'POST /api/v1/accounts/password/change', body: own, token: changing });
  await send({ route: 'PUT /api/v1/accounts/tour', body: { closed: true }, token: changing });
  await send({ route: 'PUT /api/v1/accounts/language', body: { language: 'en' }, token: changing });
  await send({ route: 'PUT /api/v1/oem/first-steps', body: { closed: true }, token: rootToken });
  const other = await signedIn(app.http, db, changer);
  const sessions: {
    id: number;
    is_current: boolean;
  }[] = (await other.get('/api/v1/accounts/sessions/')).json().results;
  const remote = sessions.find((session) => !session.is_current)?.id ?? 0;
  await send({ route: 'DELETE /api/v1/accounts/sessions/:id', ids: [remote], token: other.token });
  await tokenOf(changer);
  await send({ route: 'DELETE /api/v1/accounts/sessions', token: other.token });
  const keyRequest = { name: 'Historian', scopes: ['history'], days: 30, password: fresh };
  const historian = await send({ route: 'POST /api/v1/accounts/api-keys', body: keyRequest, token: other.token });
  await send({ route: 'DELETE /api/v1/accounts/api-keys/:id', ids: [historian.json().id], token: other.token });
  await send({ route: 'DELETE /api/v1/users/:id/sessions', ids: [changer.id], token: rootToken });
  await walkServiceAccounts(app, db, walker);

  const waiting = await makeUser(db, { registered_at: null });
  await send({ route: 'POST /api/v1/users/activation/resend-activation/:id', ids: [waiting.id], token: rootToken });
  const key = /\/register\/activate\/(\S+)/.exec(await mailTo(db, waiting.email))?.[1] ?? '';
  await send({ route: 'POST /api/v1/users/activation/accept-terms/:token', ids: [key], body: { stage: 1 } });
  const first = { password1: password, password2: password };
  await send({ route: 'POST /api/v1/users/activation/set-password/:token', ids: [key], body: first });

  const setup = async (version: string, token: string) => {
    await send({ route: `POST /api/${version}/2fa/setup_2fa`, body: { password }, token });
    const headers = { authorization: `JWT ${token}` };
    const { secret } = (await app.http.inject({ url: `/api/${version}/2fa/retrieve-code/`, headers })).json();
    const body = { token: new TOTP({ secret }).generate() };
    await send({ route: `POST /api/${version}/2fa/verify_2fa`, body, token });
  };
  for (const version of ['v1', 'v2']) {
    const person = await createPerson();
    const token = await tokenOf(person);
    await setup(version, token);
    await send({ route: `POST /api/${version}/2fa/disable-2FA`, body: { password }, token });
    await setup(version, token);
    const administrator = { ids: [person.id], token: rootToken };
    await send({ route: `POST /api/${version}/2fa/disable_2FA_via_id/:id`, ...administrator });
  }

  const boss = await tokenOf(await createPerson({ is_superuser: true }));
  await setup('v1', boss);
  await send({ route: 'DELETE /api/v1/oem/settings', token: boss });
  for (const is_required of [false, true, false])
    await send({ route: 'PUT /api/v1/oem/second-factor', body: { is_required }, token: boss });
  await send({ route: 'PATCH /api/v1/audit/settings', body: { address_days: 90 }, token: boss });

  await walkInvitations(db, walker, { root: rootToken, tokenOf });

  const world = await makeWorld(db, 'Walls');
  const link = await send({
    route: 'POST /api/v1/locations/:id/wall-displays',
    ids: [world.site],
    token: rootToken,
    body: {},
  });
  const wallToken = String(link.json().link).split('#')[1] ?? '';
  await send({ route: 'POST /api/v1/accounts/wall', body: { token: wallToken } });
  const wall = { ids: [world.site, world.wall], token: rootToken };
  await send({ route: 'DELETE /api/v1/locations/:id/wall-displays/:session', ...wall });
}

interface Tokens {
  readonly root: string;
  readonly tokenOf: (user: { readonly id: number }) => Promise<string>;
}

/** Each way in which an invitation can end. */
async function walkInvitations(db: Db, { send }: Walker, { root, tokenOf }: Tokens): Promise<void> {
  const { client } = await makeWorld(db, 'Inviting');
  const person = { full_name: 'Ann', company: 'c', phone: 'p', address: 'a', client };
  const invite = async () => {
    const user = await makeUser(db, { mailbox_verified_at: new Date() });
    const body = { ...person, email: user.email };
    const { invitation_id } = (await send({ route: 'POST /api/v1/users', token: root, body })).json();
    const [, token = ''] = /\/invitation\/link\/(\S+)/.exec(await mailTo(db, user.email)) ?? [];
    return { id: invitation_id as number, token, session: await tokenOf(user) };
  };
  for (const what of ['accept', 'decline']) {
    const [signedInAs, mailed] = [await invite(), await invite()];
    const { id, session: token } = signedInAs;
    await send({ route: `POST /api/v1/invitations/:id/${what}`, ids: [id], token });
    await send({ route: `POST /api/v1/invitation-links/:token/${what}`, ids: [mailed.token], body: {} });
  }
  const revoked = { ids: [client, (await invite()).id], token: root };
  await send({ route: 'DELETE /api/v1/clients/:id/invitations/:invitation', ...revoked });
}

/** Solves the proof of work as a visitor's page does. */
async function human(app: WalkApp, { send }: Walker): Promise<Record<string, string>> {
  const offer: { challenge: Challenge } = (await app.http.inject('/api/v1/verify-recaptcha/')).json();
  const solution = await solveChallenge({ challenge: offer.challenge, deriveKey });
  const token = Buffer.from(JSON.stringify({ challenge: offer.challenge, solution })).toString('base64');
  const answer = await send({ route: 'POST /api/v1/verify-recaptcha', body: { token } });
  const [cookie] = answer.cookies;
  return cookie ? { [cookie.name]: cookie.value } : {};
}

/** A service account is made, adds a person whom a second manager confirms, is adopted and removed. */
async function walkServiceAccounts(app: WalkApp, db: Db, { send }: Walker): Promise<void> {
  const { id: client } = await makeClient(db);
  const manager = async () => {
    const user = await makeUser(db, { client, manages: true, password_hash: await hashPassword(password) });
    return (await signedIn(app.http, db, user)).token;
  };
  const [token, second] = [await manager(), await manager()];
  const body = { client, name: 'Provisioning', scopes: ['people'], password };
  const made = await send({ route: 'POST /api/v1/service-accounts', body, token });
  const ids = [made.json().id];
  const change = { scopes: ['people', 'read'], password };
  await send({ route: 'PATCH /api/v1/service-accounts/:id', ids, body: change, token });
  const key = await send({
    route: 'POST /api/v1/service-accounts/:id/keys',
    ids,
    body: { days: 1, addresses: ['10.9.8.0/24'], password },
    token,
  });
  await send({
    route: 'PATCH /api/v1/service-accounts/:id/keys/:key',
    ids: [...ids, key.json().id],
    body: { days: 2, addresses: [], password },
    token,
  });
  const form = {
    full_name: 'Pat New',
    company: 'c',
    phone: 'p',
    address: 'a',
    email: 'by-program@walk.example',
    client,
  };
  const added = await send({ route: 'POST /api/v1/users', token: key.json().token, body: form });
  const person = [client, added.json().id];
  const renamed = { method: 'PATCH', path: `/api/v1/users/${person[1]}/`, body: { full_name: 'Pat Newer' } };
  await send({ route: 'POST /api/v1/batch', token: key.json().token, body: { calls: [renamed] } });
  await send({ route: 'POST /api/v1/clients/:id/users/:user/confirm', ids: person, token: second });
  await send({ route: 'POST /api/v1/service-accounts/:id/adopt', ids, body: { password }, token: second });
  await send({
    route: 'DELETE /api/v1/service-accounts/:id/keys/:key',
    ids: [...ids, key.json().id],
    token,
  });
  await send({ route: 'DELETE /api/v1/service-accounts/:id', ids, token });
}
