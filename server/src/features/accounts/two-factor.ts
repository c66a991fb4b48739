import { texts } from '@tocsin/contract/account-texts';
import type { BodyOf } from '@tocsin/contract/endpoint';
import { endpoints } from '@tocsin/contract/two-factor';
import { toDataURL } from 'qrcode';
import { isSamePerson } from '../../access/authorization-table.ts';
import { isStaff, type Person } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { requestedClient } from '../../access/selection.ts';
import { endSessionsOf, verifySession } from '../../access/store-sessions.ts';
import { hasSecondFactor, isStaffSecondFactorRequired } from '../../access/store-staff-second-factor.ts';
import { byCall } from '../../platform/audit.ts';
import type { Trx } from '../../platform/db.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { mailTwoFactor } from './mails.ts';
import { demandProof } from './own-proof.ts';
import { fullName } from './present.ts';
import { recordedOf } from './record.ts';
import { guardSecondFactor, secondFactorLimit } from './second-factor-guard.ts';
import { profileOf } from './store.ts';
import { listPasskeys } from './store-passkeys.ts';
import * as store from './store-two-factor.ts';
import {
  earlierRecoveryHash,
  newRecoveryCodes,
  newSecret,
  recoveryHash,
  recoveryHashes,
  setupUri,
  stepOf,
} from './totp.ts';

export const addTwoFactorRoutes = (api: Api, dependencies: AccountsDependencies): void => {
  const { db, clock, encryption, throttle } = dependencies;
  const now = () => new Date(clock.now());
  const wrong = () => new Refusal('invalid', texts.verifyFailed);

  const receiver = async (userId: number) => {
    const profile = orNotFound(await profileOf(db, userId));
    return { userId, email: profile.email, name: fullName(profile) };
  };

  route(api, endpoints.twoFactorState, async ({ who, request }) => {
    const authenticator = await store.findAuthenticator(db, who.userId);
    const passkeys = await listPasskeys(db, who.userId);
    const has_authenticator = authenticator?.verified_at != null;
    const registered = has_authenticator || passkeys.length > 0;
    return {
      is_2fa_required:
        (isStaff(who) && (await isStaffSecondFactorRequired(db))) ||
        (await store.isRequired(db, who.userId, requestedClient(request.headers))),
      registered,
      verified: registered && (await store.isVerified(db, who.sessionId)),
      has_authenticator,
      has_passkey: passkeys.length > 0,
    };
  });

  route(api, endpoints.setupTwoFactor, async (call) => {
    const { who, body } = call;
    // A person who must set one up has just signed in; anybody else's session may be a stolen one.
    const isFresh = who.secondFactor === 'unregistered' && (await store.isSignInFresh(db, who.sessionId, clock.now()));
    if (!isFresh || body?.password || body?.passkey) await demandProof(dependencies, call, body ?? {});
    await recordedOf(db, byCall(call), who.userId, async (trx, note) => {
      if (!(await store.putSetup(trx, who.userId, encryption.close(newSecret()), now())))
        throw new Refusal('invalid', 'An authenticator is already set up. Reset it first.');
      const names = { subject: 'person', subjectId: who.userId, subjectName: who.name };
      note({ action: 'begin 2FA setup', ...names, old: null, new: { two_factor: 'begun' } });
    });
    return { registered: false as const, detail: texts.setupStarted };
  });

  route(api, endpoints.twoFactorCode, async ({ who }) => {
    const authenticator = await store.findAuthenticator(db, who.userId);
    if (!authenticator || authenticator.verified_at) throw new Refusal('not-found');
    const secret = encryption.open(authenticator.secret);
    return { qrcode: await toDataURL(setupUri(secret, who.email), { margin: 2, width: 240 }), secret };
  });

  /** A valid code of the authenticator or, with any second factor, a recovery code; each works once. */
  const isRight = async (who: Person, token: string): Promise<boolean> => {
    const authenticator = await store.findAuthenticator(db, who.userId);
    const code = token.replaceAll(' ', '');
    const step = authenticator && stepOf(encryption.open(authenticator.secret), code, clock.now());
    if (step !== undefined) return await store.takeStep(db, who.userId, step);
    if (token.length < 12 || !(await hasSecondFactor(db, who.userId))) return false;
    const hashes = [
      await recoveryHash(encryption, who.userId, token),
      earlierRecoveryHash(encryption, who.userId, token),
    ];
    return await store.takeRecoveryCode(db, who.userId, hashes, now());
  };

  const demandCode = (call: { who: Person; address: string }, token: string): Promise<void> =>
    guardSecondFactor(dependencies, call, async () => {
      if (!(await isRight(call.who, token))) throw wrong();
    });

  route(api, endpoints.verifyTwoFactor, async (call) => {
    const { who, body } = call;
    await demandCode(call, body.token);
    const to = await receiver(who.userId);
    const codes = newRecoveryCodes();
    const isSetup = await recordedOf(db, byCall(call), who.userId, async (trx, note) => {
      const names = { subject: 'person', subjectId: who.userId, subjectName: who.name };
      await verifySession(trx, who.sessionId, now());
      if (!(await store.finishSetup(trx, who.userId, now()))) {
        note({ action: 'verify 2FA', ...names, old: { verified: false }, new: { verified: true } });
        return false;
      }
      await store.replaceRecoveryCodes(trx, who.userId, await recoveryHashes(encryption, who.userId, codes));
      // Ends sessions that another person may have opened with the password alone.
      await endSessionsOf(trx, who.userId, now(), who.sessionId);
      await mailTwoFactor(dependencies, trx, to, 'on');
      note({ action: 'complete 2FA setup', ...names, old: { two_factor: 'off' }, new: { two_factor: 'on' } });
      return true;
    });
    const done = { verified: true as const, registered: true as const, detail: texts.setupDone };
    return isSetup ? { ...done, recovery_codes: codes } : { ...done, detail: 'Two factor verified' };
  });

  type Remove = (trx: Trx, userId: number) => Promise<boolean>;
  const disable = async (call: { who: Person; address: string }, userId: number, remove: Remove): Promise<void> => {
    const to = await receiver(userId);
    await recordedOf(db, byCall(call), userId, async (trx, note) => {
      const had = await remove(trx, userId);
      if (had) await mailTwoFactor(dependencies, trx, to, 'off');
      const names = { subject: 'person', subjectId: userId, subjectName: to.name };
      note({ action: 'disable 2FA', ...names, old: { two_factor: had ? 'on' : 'off' }, new: { two_factor: 'off' } });
    });
  };

  type Given = BodyOf<typeof endpoints.disableTwoFactor>;
  /** A stolen session alone must not be able to remove it. */
  const demandAny = async (call: { who: Person; address: string }, given: Given): Promise<void> => {
    if (given?.token) await demandCode(call, given.token);
    else if (given?.password || given?.passkey) await demandProof(dependencies, call, given);
    else throw badField('password', 'Please enter your password or a code of the authenticator.');
  };

  route(api, endpoints.disableTwoFactor, async (call) => {
    const { who, body } = call;
    await demandAny(call, body);
    await disable(call, who.userId, store.removeAuthenticator);
    return { registered: await hasSecondFactor(db, who.userId), detail: texts.disabled };
  });

  route(api, endpoints.disableTwoFactorOf, async (call) => {
    if (isSamePerson(call.who, call.subject)) await demandAny(call, call.body);
    await disable(call, call.subject.userId, store.removeSecondFactor);
    // A new setup starts without the failures of the former one.
    await throttle.clear(secondFactorLimit, String(call.subject.userId));
    return { registered: false as const, detail: texts.removed };
  });
};
