import { texts } from '@tocsin/contract/account-texts';
import { endpoints } from '@tocsin/contract/passkeys';
import { type Api, route } from '../../access/route.ts';
import { loadPerson } from '../../access/store.ts';
import { Refusal } from '../../platform/errors.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { guardSignIn, recordSignIn } from './sign-in.ts';
import { demandParty, demandPasskey, keepChallenge, passkeyOf } from './use-passkey.ts';
import { assertionOptions } from './webauthn.ts';

const asked = { purpose: 'sign-in', sessionId: null } as const;

/** Sign-in by a passkey alone. Failures count and lock like those of passwords. */
export const addPasskeySignInRoutes = (api: Api, dependencies: AccountsDependencies): void => {
  const { db } = dependencies;

  route(api, endpoints.beginSignIn, async () => {
    const options = await assertionOptions(demandParty(dependencies), null);
    return { ...(await keepChallenge(dependencies, asked, options)) };
  });

  route(api, endpoints.signIn, async ({ body, address, request }) => {
    const used = body.credential;
    const caller = { address, agent: request.headers['user-agent'] ?? '' };
    const passkey = await passkeyOf(db, used);
    const attempt = { accountId: passkey?.user_id, name: `passkey ${used.id}` };
    const person = await guardSignIn(dependencies, attempt, caller, async () => {
      if (!passkey) throw new Refusal('invalid', texts.passkeyRefused);
      await demandPasskey(dependencies, asked, { passkey, used, address }, texts.passkeyRefused);
      const loaded = await loadPerson(db, passkey.user_id);
      if (!loaded) throw new Refusal('invalid', texts.passkeyRefused);
      return loaded;
    });
    // The authenticator verified its user: possession and a PIN or a fingerprint are two factors.
    return await recordSignIn(dependencies, person, caller, {
      isVerified: true,
      details: { passkey: passkey?.name ?? '' },
    });
  });
};
