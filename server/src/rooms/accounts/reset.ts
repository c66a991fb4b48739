import { texts } from '@tocsin/contract/account-texts';
import { endpoints } from '@tocsin/contract/accounts';
import type { By, Trx } from '../../base/audit.ts';
import { badField, Refusal } from '../../base/errors.ts';
import { type Api, route } from '../../policy/route.ts';
import { loadPerson } from '../../policy/store.ts';
import { findByToken, mailActivation } from './activation.ts';
import { newNonce, tokenOfLink } from './links.ts';
import { mailEmailChanged, mailEmailLink, mailPasswordChanged, mailResetLink, type Receiver } from './mails.ts';
import { demandPassword } from './own-password.ts';
import { type AccountsParts, day, hour } from './parts.ts';
import { refuseBadPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { fullName } from './present.ts';
import { recordedOf } from './record.ts';
import { endSessionsOf, findByEmail, lockEmails, profileOf, setEmail, setPassword } from './store.ts';
import { revokeKeysOf } from './store-keys.ts';
import { insertLink, mailedKinds, takeLink, voidLinks } from './store-links.ts';

const perEmail = { bucket: 'reset email', most: 5, windowMs: hour };
const perAddress = { bucket: 'reset address', most: 5, windowMs: hour };
const emailChange = { bucket: 'email change', most: 5, windowMs: hour };
const livesMs = day;

type Profile = NonNullable<Awaited<ReturnType<typeof profileOf>>>;
const receiverOf = (p: Profile): Receiver => ({ userId: p.id, email: p.email, name: fullName(p) });
const byOwner = (p: Profile, address: string): By => ({ userId: p.id, name: fullName(p), address });
const aboutPerson = (p: Profile) => ({ subject: 'person', subjectId: p.id, subjectName: fullName(p) });
// What a password was is nobody's to read.
const changed = { old: { password: 'old' }, new: { password: 'new' } };

/** Passwords and the e-mail address: by a mailed link, or by the person who is signed in. */
export const addPasswordRoutes = (api: Api, parts: AccountsParts): void => {
  const { db, clock, seal, throttle } = parts;
  const now = () => new Date(clock.now());
  const invalid = () => new Refusal('invalid', texts.resetInvalid);

  const owned = async (userId: number): Promise<Profile> => {
    const profile = await profileOf(db, userId);
    if (!profile) throw new Refusal('unauthenticated');
    return profile;
  };
  const openLink = async (trx: Trx, kind: 'reset' | 'email', userId: number, new_email?: string): Promise<string> => {
    await voidLinks(trx, userId, [kind], now());
    const dates = { created_at: now(), expires_at: new Date(clock.now() + livesMs) };
    const fresh = { kind, nonce: newNonce(), user_id: userId, ...dates, ...(new_email ? { new_email } : {}) };
    return tokenOfLink(seal, await insertLink(trx, fresh));
  };

  route(api, endpoints.resetPassword, async ({ body, address }) => {
    await throttle.attempt(perAddress, address);
    await throttle.attempt(perEmail, body.email.toLowerCase());
    const account = await findByEmail(db, body.email);
    const profile = account && (await loadPerson(db, account.id)) ? await profileOf(db, account.id) : undefined;
    if (!profile) throw badField('email', texts.unknownAddress);
    await recordedOf(db, { userId: null, name: 'Nobody signed in', address }, profile.id, async (trx, note) => {
      // Who has not agreed to the terms yet is led there first.
      if (profile.registered_at === null) await mailActivation(parts, trx, profile.id);
      else await mailResetLink(parts, trx, receiverOf(profile), profile.id, await openLink(trx, 'reset', profile.id));
      note({ action: 'ask for reset', ...aboutPerson(profile), old: null, new: { mailed: true } });
    });
    return { detail: texts.resetSent };
  });

  route(api, endpoints.confirmReset, async ({ body, address }) => {
    const found = await findByToken(parts, 'reset', body.token);
    if (!found || String(found.userId) !== body.uid) throw invalid();
    const { profile, link } = found;
    await refuseBadPassword(body.new_password1, body.new_password2, profile, ['new_password1', 'new_password2']);
    const passwordHash = await hashPassword(body.new_password1);
    await recordedOf(db, byOwner(profile, address), profile.id, async (trx, note) => {
      if (!(await takeLink(trx, link.id, now()))) throw invalid();
      await setPassword(trx, profile.id, passwordHash);
      await endSessionsOf(trx, profile.id, now());
      await revokeKeysOf(trx, profile.id, now());
      await mailPasswordChanged(parts, trx, receiverOf(profile));
      note({ action: 'reset password', ...aboutPerson(profile), ...changed });
    });
    return { detail: texts.passwordReset };
  });

  route(api, endpoints.changePassword, async ({ who, body, address }) => {
    const profile = await owned(who.userId);
    await demandPassword(throttle, profile, body.old_password, 'old_password');
    await refuseBadPassword(body.new_password1, body.new_password2, profile, ['new_password1', 'new_password2']);
    const passwordHash = await hashPassword(body.new_password1);
    await recordedOf(db, byOwner(profile, address), profile.id, async (trx, note) => {
      await setPassword(trx, profile.id, passwordHash);
      await endSessionsOf(trx, profile.id, now(), who.sessionId);
      await voidLinks(trx, profile.id, ['reset'], now());
      await mailPasswordChanged(parts, trx, receiverOf(profile));
      note({ action: 'change password', ...aboutPerson(profile), ...changed });
    });
    return { detail: texts.passwordSaved };
  });

  route(api, endpoints.changeEmail, async ({ who, body, address }) => {
    const profile = await owned(who.userId);
    await throttle.attempt(emailChange, String(profile.id));
    await demandPassword(throttle, profile, body.password, 'password');
    if (await findByEmail(db, body.email)) throw badField('email', texts.alreadyRegistered);
    await recordedOf(db, byOwner(profile, address), profile.id, async (trx, note) => {
      const token = await openLink(trx, 'email', profile.id, body.email);
      await mailEmailLink(parts, trx, { ...receiverOf(profile), email: body.email }, profile.id, token);
      note({ action: 'ask for e-mail change', ...aboutPerson(profile), old: null, new: { email: body.email } });
    });
    return { detail: 'A link was sent to the new address. The address changes when you open it.' };
  });

  route(api, endpoints.confirmEmail, async ({ body, address }) => {
    const found = await findByToken(parts, 'email', body.token);
    const email = found?.link.new_email;
    if (!found || !email || String(found.userId) !== body.uid) throw new Refusal('invalid', 'The link is invalid.');
    const { profile, link } = found;
    await recordedOf(db, byOwner(profile, address), profile.id, async (trx, note) => {
      await lockEmails(trx);
      if (!(await takeLink(trx, link.id, now()))) throw new Refusal('invalid', 'The link is invalid.');
      if (await findByEmail(trx, email)) throw badField('email', texts.alreadyRegistered);
      await setEmail(trx, profile.id, email, profile.username === profile.email);
      // What lies in the former mailbox must not open the account any more.
      await voidLinks(trx, profile.id, mailedKinds, now());
      await mailEmailChanged(parts, trx, receiverOf(profile), email);
      note({ action: 'change', ...aboutPerson(profile), old: { email: profile.email }, new: { email } });
    });
    return { detail: 'The new address is in use.' };
  });
};
