import { texts } from '@tocsin/contract/account-texts';
import { endpoints, maxPasskeys, type Passkey } from '@tocsin/contract/passkeys';
import type { Person } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { endSessionsOf, verifySession } from '../../access/store-sessions.ts';
import { hasSecondFactor } from '../../access/store-staff-second-factor.ts';
import { byCall } from '../../platform/audit.ts';
import { Refusal } from '../../platform/errors.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { mailTwoFactor } from './mails.ts';
import { demandOwnPasskey, demandProof } from './own-proof.ts';
import { fullName } from './present.ts';
import { recordedOf } from './record.ts';
import { lockPerson, profileOf } from './store.ts';
import * as store from './store-passkeys.ts';
import { endWithoutFactor, replaceRecoveryCodes } from './store-two-factor.ts';
import { newRecoveryCodes, recoveryHashes } from './totp.ts';
import { challengeTaker, demandParty, keepChallenge } from './use-passkey.ts';
import {
  assertionOptions,
  checkRegistration,
  PasskeyNotAccepted,
  registrationOptions,
  relyingPartyOf,
} from './webauthn.ts';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly created_at: Date;
  readonly used_at: Date | null;
}
const present = ({ id, name, created_at, used_at }: Row): Passkey => ({
  id,
  name,
  created_at: created_at.toISOString(),
  used_at: used_at?.toISOString() ?? null,
});
const names = (who: Person) => ({ subject: 'person', subjectId: who.userId, subjectName: who.name });

/** A person's own passkeys: list, make, rename, remove, and verify a session by one. */
export const addPasskeyRoutes = (api: Api, dependencies: AccountsDependencies): void => {
  const { db, clock, encryption, log, publicUrl } = dependencies;
  const now = () => new Date(clock.now());

  const receiver = async (who: Person) => {
    const profile = await profileOf(db, who.userId);
    if (!profile) throw new Refusal('unauthenticated');
    return { userId: who.userId, email: profile.email, name: fullName(profile) };
  };

  route(api, endpoints.list, async ({ who }) => {
    const rows = await store.listPasskeys(db, who.userId);
    const origin = relyingPartyOf(publicUrl)?.origin ?? null;
    return { count: rows.length, results: rows.map(present), origin };
  });

  route(api, endpoints.begin, async (call) => {
    const { who, body } = call;
    const party = demandParty(dependencies);
    await demandProof(dependencies, call, body);
    const to = await receiver(who);
    const known = await store.listPasskeys(db, who.userId);
    if (known.length >= maxPasskeys) throw new Refusal('conflict', texts.tooManyPasskeys);
    const asked = { purpose: 'register', sessionId: who.sessionId } as const;
    return { ...(await keepChallenge(dependencies, asked, await registrationOptions(party, { ...to, known }))) };
  });

  route(api, endpoints.create, async (call) => {
    const { who, body } = call;
    const asked = { purpose: 'register', sessionId: who.sessionId } as const;
    const made = await checkRegistration(
      demandParty(dependencies),
      body.credential,
      challengeTaker(dependencies, asked),
    ).catch((error: unknown) => {
      if (!(error instanceof PasskeyNotAccepted)) throw error;
      log.warn('A new passkey was refused', { error, user: who.userId });
      throw new Refusal('invalid', texts.passkeyRefused);
    });
    const to = await receiver(who);
    const codes = newRecoveryCodes();
    return await recordedOf(db, byCall(call), who.userId, async (trx, note) => {
      await lockPerson(trx, who.userId);
      const isFirst = !(await hasSecondFactor(trx, who.userId));
      if ((await store.listPasskeys(trx, who.userId)).length >= maxPasskeys)
        throw new Refusal('conflict', texts.tooManyPasskeys);
      const row = await store.insertPasskey(trx, {
        user_id: who.userId,
        credential_id: made.credentialId,
        public_key: made.publicKey,
        counter: made.counter,
        transports: body.credential.response.transports,
        name: body.name,
        created_at: now(),
      });
      if (!row) throw new Refusal('conflict', texts.passkeyTaken);
      note({ action: 'add passkey', ...names(who), old: null, new: { passkey: body.name } });
      await verifySession(trx, who.sessionId, now());
      await mailTwoFactor(dependencies, trx, to, isFirst ? 'on' : 'added');
      if (!isFirst) return { passkey: present(row) };
      await replaceRecoveryCodes(trx, who.userId, await recoveryHashes(encryption, who.userId, codes));
      // Ends sessions that another person may have opened with the password alone.
      await endSessionsOf(trx, who.userId, now(), who.sessionId);
      return { passkey: present(row), recovery_codes: codes };
    });
  });

  route(api, endpoints.rename, async (call) => {
    const { who, params, body } = call;
    const before = (await store.listPasskeys(db, who.userId)).find((each) => each.id === params.id);
    if (!before) throw new Refusal('not-found', texts.noPasskey);
    return await recordedOf(db, byCall(call), who.userId, async (trx, note) => {
      const row = await store.renamePasskey(trx, who.userId, params.id, body.name);
      if (!row) throw new Refusal('not-found', texts.noPasskey);
      note({ action: 'change', ...names(who), old: { passkey: before.name }, new: { passkey: row.name } });
      return present(row);
    });
  });

  route(api, endpoints.remove, async (call) => {
    const { who, params, body } = call;
    await demandProof(dependencies, call, body);
    const to = await receiver(who);
    await recordedOf(db, byCall(call), who.userId, async (trx, note) => {
      await lockPerson(trx, who.userId);
      const name = await store.deletePasskey(trx, who.userId, params.id);
      if (name === undefined) throw new Refusal('not-found', texts.noPasskey);
      await endWithoutFactor(trx, who.userId);
      await mailTwoFactor(dependencies, trx, to, (await hasSecondFactor(trx, who.userId)) ? 'removed' : 'off');
      note({ action: 'remove passkey', ...names(who), old: { passkey: name }, new: null });
    });
  });

  route(api, endpoints.beginVerify, async ({ who }) => {
    const party = demandParty(dependencies);
    const known = await store.listPasskeys(db, who.userId);
    if (known.length === 0) throw new Refusal('conflict', texts.noPasskey);
    const asked = { purpose: 'verify', sessionId: who.sessionId } as const;
    return { ...(await keepChallenge(dependencies, asked, await assertionOptions(party, known))) };
  });

  route(api, endpoints.verify, async (call) => {
    const { who, body } = call;
    await demandOwnPasskey(dependencies, call, body.credential);
    await recordedOf(db, byCall(call), who.userId, async (trx, note) => {
      await verifySession(trx, who.sessionId, now());
      note({ action: 'verify 2FA', ...names(who), old: { verified: false }, new: { verified: true } });
    });
    return { verified: true as const };
  });
};
