import { texts } from '@tocsin/contract/account-texts';
import type { OwnProof } from '@tocsin/contract/passkeys';
import type { Person } from '../../access/principal.ts';
import { providerSignInOf } from '../../access/store-sessions.ts';
import { badField, Refusal } from '../../platform/errors.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { demandPassword, wrongPassword } from './own-password.ts';
import { guardSecondFactor } from './second-factor-guard.ts';
import { profileOf } from './store.ts';
import { demandPasskey, passkeyOf } from './use-passkey.ts';

type ProofDependencies = Pick<AccountsDependencies, 'db' | 'clock' | 'log' | 'security' | 'publicUrl' | 'throttle'>;
interface Caller {
  readonly who: Person;
  readonly address: string;
}

/** Refuses unless the passkey is one of the caller's and answers a challenge of this session. */
export const demandOwnPasskey = async (
  dependencies: ProofDependencies,
  call: Caller,
  used: NonNullable<OwnProof['passkey']>,
): Promise<void> =>
  guardSecondFactor(dependencies, call, async () => {
    const passkey = await passkeyOf(dependencies.db, used);
    if (passkey?.user_id !== call.who.userId) throw new Refusal('invalid', texts.passkeyRefused);
    const asked = { purpose: 'verify', sessionId: call.who.sessionId } as const;
    await demandPasskey(dependencies, asked, { passkey, used, address: call.address }, texts.passkeyRefused);
  });

/** A sign-in at a provider proves the person for this long. */
const provenMs = 5 * 60_000;
/** How far a provider's clock may be ahead of ours. */
const toleranceMs = 60_000;

/** Until when a sign-in at the provider proves the person of a session; null: it does not. */
export async function provenUntil(
  { db, clock }: Pick<ProofDependencies, 'db' | 'clock'>,
  who: Person,
): Promise<Date | null> {
  const at = (await providerSignInOf(db, who.sessionId))?.getTime();
  const now = clock.now();
  return at === undefined || at > now + toleranceMs || at + provenMs <= now ? null : new Date(at + provenMs);
}

/**
 * Demands the caller's password or one of their passkeys for what a stolen session must not be able to do, and returns
 * their profile. Throws 400 for the field `password` when neither is given. A session of a client's provider proves the
 * person by a sign-in there within the last five minutes.
 */
export const demandProof = async (
  dependencies: ProofDependencies,
  call: Caller,
  { password, passkey }: OwnProof,
): Promise<NonNullable<Awaited<ReturnType<typeof profileOf>>>> => {
  const profile = await profileOf(dependencies.db, call.who.userId);
  if (!profile) throw new Refusal('unauthenticated');
  if (call.who.onlyClientId !== undefined) {
    if ((await provenUntil(dependencies, call.who)) === null) throw badField('password', texts.signInAgain);
    return profile;
  }
  if (passkey) await demandOwnPasskey(dependencies, call, passkey);
  else if (password) await demandPassword(dependencies.throttle, profile, password, 'password', wrongPassword);
  else throw badField('password', texts.proofMissing);
  return profile;
};
