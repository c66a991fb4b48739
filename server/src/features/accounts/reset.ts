import { texts } from '@tocsin/contract/account-texts';
import { endpoints } from '@tocsin/contract/accounts';
import { type Api, route } from '../../access/route.ts';
import { loadPerson } from '../../access/store.ts';
import { setEmail, setMailboxVerified, setPassword } from '../../access/store-people.ts';
import type { By } from '../../platform/audit.ts';
import type { Trx } from '../../platform/db.ts';
import { badField, Refusal } from '../../platform/errors.ts';
import { networkOf } from '../../platform/network.ts';
import { findByToken, mailActivation } from './activation.ts';
import { type AccountsDependencies, day, hour, knownFor } from './dependencies.ts';
import { endAccount } from './end-account.ts';
import { newNonce, tokenOfLink } from './links.ts';
import {
  mailEmailChangeAsked,
  mailEmailChanged,
  mailEmailLink,
  mailPasswordChanged,
  mailResetLink,
  type Receiver,
} from './mails.ts';
import { demandPassword, wrongOld } from './own-password.ts';
import { refuseBadPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { fullName } from './present.ts';
import { recordedOf } from './record.ts';
import { findByEmail, knowsAddress, lockEmails, lockPerson, profileOf } from './store.ts';
import { listKeys } from './store-api-keys.ts';
import { insertLink, mailedKinds, takeLink, voidLinks } from './store-links.ts';

const perAccount = { bucket: 'reset account', most: 5, windowMs: hour };
const perAddress = { bucket: 'reset address', most: 5, windowMs: hour };
const emailChange = { bucket: 'email change', most: 5, windowMs: hour };
const livesMs = day;
/** Counter of requests from addresses from which the account has not signed in. */
const remote = (userId: number): string => `account ${userId}`;

type Profile = NonNullable<Awaited<ReturnType<typeof profileOf>>>;
const receiverOf = (p: Profile): Receiver => ({ userId: p.id, email: p.email, name: fullName(p) });
const byOwner = (p: Profile, address: string): By => ({ userId: p.id, name: fullName(p), address });
const aboutPerson = (p: Profile) => ({ subject: 'person', subjectId: p.id, subjectName: fullName(p) });
// The audit log never contains the old password.
const changed = { old: { password: 'old' }, new: { password: 'new' } };

/** Routes to change the password or the e-mail address, by a mailed link or while signed in. */
export const addPasswordRoutes = (api: Api, dependencies: AccountsDependencies): void => {
  const { db, clock, encryption, throttle, security } = dependencies;
  const now = () => new Date(clock.now());
  const invalid = () => new Refusal('invalid', texts.resetInvalid);

  const owned = async (userId: number): Promise<Profile> => {
    const profile = await profileOf(db, userId);
    if (!profile) throw new Refusal('unauthenticated');
    return profile;
  };
  /** Throws when the password that was checked has been changed in the meantime. */
  const lockUnchanged = async (trx: Trx, { id, password_hash }: Profile, field: string) => {
    const person = await lockPerson(trx, id);
    if (!person || person.password_hash !== password_hash) throw badField(field, wrongOld);
    return person;
  };
  const openLink = async (trx: Trx, kind: 'reset' | 'email', userId: number, new_email?: string): Promise<string> => {
    // Serializes requests: of two made at the same moment only the newer link stays valid.
    await lockPerson(trx, userId);
    await voidLinks(trx, userId, [kind], now());
    const dates = { created_at: now(), expires_at: new Date(clock.now() + livesMs) };
    const fresh = { kind, nonce: newNonce(), user_id: userId, ...dates, ...(new_email ? { new_email } : {}) };
    return tokenOfLink(encryption, await insertLink(trx, fresh));
  };

  /**
   * Whether to mail another link. Requests from known addresses of the account have their own counter, so nobody else
   * can block its owner. Beyond the shared limit for all other addresses no mail is sent; the last mailed link stays
   * valid, so the owner still has one.
   */
  const mayMail = async (userId: number, address: string): Promise<boolean> => {
    if (await knowsAddress(db, userId, address, new Date(clock.now() - knownFor))) {
      await throttle.attempt(perAccount, `account ${userId} from ${networkOf(address)}`);
      return true;
    }
    try {
      await throttle.attempt(perAccount, remote(userId));
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await security.note({ kind: 'refused reset', address, person: { id: userId, name: '' } });
      return false;
    }
  };

  route(api, endpoints.resetPassword, async ({ body, address }) => {
    await throttle.attempt(perAddress, networkOf(address)).catch(async (error: unknown) => {
      await security.note({ kind: 'refused reset', address });
      throw error;
    });
    const account = await findByEmail(db, body.email);
    const profile = account && (await loadPerson(db, account.id)) ? await profileOf(db, account.id) : undefined;
    if (!profile) throw badField('email', texts.unknownAddress);
    await security.note({ kind: 'reset asked', address, person: { id: profile.id, name: fullName(profile) } });
    if (!(await mayMail(profile.id, address))) return { detail: texts.resetSent };
    await recordedOf(db, { userId: null, name: 'Nobody signed in', address }, profile.id, async (trx, note) => {
      // People who have not agreed to the terms yet are sent to them first.
      if (profile.registered_at === null) await mailActivation(dependencies, trx, profile.id);
      else
        await mailResetLink(
          dependencies,
          trx,
          receiverOf(profile),
          profile.id,
          await openLink(trx, 'reset', profile.id),
        );
      note({ action: 'ask for reset', ...aboutPerson(profile), old: null, new: { mailed: true } });
    });
    return { detail: texts.resetSent };
  });

  route(api, endpoints.confirmReset, async ({ body, address }) => {
    const owner = await findByToken(dependencies, 'reset', body.token);
    if (!owner || String(owner.userId) !== body.uid) {
      await security.note({ kind: 'refused token', address });
      throw invalid();
    }
    const { profile, link } = owner;
    await refuseBadPassword(body.new_password1, body.new_password2, profile, ['new_password1', 'new_password2']);
    const passwordHash = await hashPassword(body.new_password1);
    const held = await recordedOf(db, byOwner(profile, address), profile.id, async (trx, note) => {
      const person = await lockPerson(trx, profile.id);
      if (!(await takeLink(trx, link.id, now()))) throw invalid();
      await setPassword(trx, profile.id, passwordHash);
      await setMailboxVerified(trx, profile.id, now());
      const isMailboxUnproved = person?.mailbox_verified_at === null;
      const ending = { userId: profile.id, occasion: 'reset', isMailboxUnproved } as const;
      const ended = await endAccount(dependencies, trx, ending);
      await mailPasswordChanged(dependencies, trx, receiverOf(profile), ended.held);
      note({ action: 'reset password', ...aboutPerson(profile), ...changed });
      return ended.held;
    });
    await throttle.clear(perAccount, remote(profile.id));
    await dependencies.passwordChanged?.();
    await dependencies.signedOut?.(profile.id);
    return { detail: texts.passwordReset, ...(held > 0 ? { held } : {}) };
  });

  route(api, endpoints.changePassword, async ({ who, body, address }) => {
    const profile = await owned(who.userId);
    await demandPassword(throttle, profile, body.old_password, 'old_password');
    await refuseBadPassword(body.new_password1, body.new_password2, profile, ['new_password1', 'new_password2']);
    const passwordHash = await hashPassword(body.new_password1);
    await recordedOf(db, byOwner(profile, address), profile.id, async (trx, note) => {
      const person = await lockUnchanged(trx, profile, 'old_password');
      const keys = (await listKeys(trx, profile.id)).map((key) => key.id);
      const stay = body.keep_api_keys ?? [];
      if (stay.some((id) => !keys.includes(id))) throw badField('keep_api_keys', texts.noSuchKey);
      await setPassword(trx, profile.id, passwordHash);
      // An unverified mailbox owner must still be able to accept an invitation by its link.
      const isMailboxUnproved = person.mailbox_verified_at === null;
      const goesOn = { sessionId: who.sessionId, keys: stay, isMailboxUnproved };
      await endAccount(dependencies, trx, { userId: profile.id, occasion: 'password change', ...goesOn });
      await mailPasswordChanged(dependencies, trx, receiverOf(profile));
      const [old, fresh] = [
        { ...changed.old, api_keys: keys },
        { ...changed.new, api_keys: stay },
      ];
      note({ action: 'change password', ...aboutPerson(profile), old, new: fresh });
    });
    await dependencies.passwordChanged?.();
    return { detail: texts.passwordSaved };
  });

  route(api, endpoints.changeEmail, async ({ who, body, address }) => {
    const profile = await owned(who.userId);
    await throttle.attempt(emailChange, String(profile.id));
    await demandPassword(throttle, profile, body.password, 'password');
    if (await findByEmail(db, body.email)) throw badField('email', texts.alreadyRegistered);
    await recordedOf(db, byOwner(profile, address), profile.id, async (trx, note) => {
      await lockUnchanged(trx, profile, 'password');
      const token = await openLink(trx, 'email', profile.id, body.email);
      await mailEmailChangeAsked(dependencies, trx, receiverOf(profile), body.email);
      await mailEmailLink(dependencies, trx, { ...receiverOf(profile), email: body.email }, profile.id, token);
      note({ action: 'ask for e-mail change', ...aboutPerson(profile), old: null, new: { email: body.email } });
    });
    return { detail: 'A link was sent to the new address. The address changes when you open it.' };
  });

  route(api, endpoints.confirmEmail, async ({ body, address }) => {
    const owner = await findByToken(dependencies, 'email', body.token);
    const email = owner?.link.new_email;
    if (!owner || !email || String(owner.userId) !== body.uid) throw new Refusal('invalid', 'The link is invalid.');
    const { profile, link } = owner;
    await recordedOf(db, byOwner(profile, address), profile.id, async (trx, note) => {
      await lockEmails(trx);
      await lockPerson(trx, profile.id);
      if (!(await takeLink(trx, link.id, now()))) throw new Refusal('invalid', 'The link is invalid.');
      if (await findByEmail(trx, email)) throw badField('email', texts.alreadyRegistered);
      await setEmail(trx, profile.id, email, profile.username === profile.email);
      await setMailboxVerified(trx, profile.id, now());
      // Mails in the former mailbox must not open the account any more.
      await voidLinks(trx, profile.id, mailedKinds, now());
      await mailEmailChanged(dependencies, trx, receiverOf(profile), email);
      note({ action: 'change', ...aboutPerson(profile), old: { email: profile.email }, new: { email } });
    });
    return { detail: 'The new address is in use.' };
  });
};
