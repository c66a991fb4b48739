import { texts } from '@tocsin/contract/account-texts';
import type { UsedCredential } from '@tocsin/contract/passkeys';
import { Refusal } from '../../platform/errors.ts';
import { hashToken } from '../../platform/tokens.ts';
import { type AccountsDependencies, minute } from './dependencies.ts';
import * as store from './store-passkeys.ts';
import { checkAssertion, PasskeyNotAccepted, type RelyingParty, relyingPartyOf, userHandleOf } from './webauthn.ts';

const challengeMs = 5 * minute;

/** The portal as a relying party; refuses where browsers offer no passkeys. */
export const demandParty = ({ publicUrl }: Pick<AccountsDependencies, 'publicUrl'>): RelyingParty => {
  const party = relyingPartyOf(publicUrl);
  if (!party) throw new Refusal('conflict', texts.noPasskeysHere);
  return party;
};

type ChallengeDependencies = Pick<AccountsDependencies, 'db' | 'clock'>;
type Asked =
  | { readonly purpose: 'register' | 'verify'; readonly sessionId: number }
  | { readonly purpose: 'sign-in'; readonly sessionId: null };

/** Stores the challenge of these options for five minutes, for one answer of the session that asks. */
export const keepChallenge = async <T extends { readonly challenge: string }>(
  { db, clock }: ChallengeDependencies,
  asked: Asked,
  options: T,
): Promise<T> => {
  const now = clock.now();
  const { purpose, sessionId: session_id } = asked;
  const row = { challenge_hash: hashToken(options.challenge), purpose, session_id };
  await store.insertChallenge(db, { ...row, expires_at: new Date(now + challengeMs) }, new Date(now));
  return options;
};

/** Whether a challenge was asked for by this session for this purpose, has not expired and was not answered before. */
export const challengeTaker =
  ({ db, clock }: ChallengeDependencies, asked: Asked) =>
  async (challenge: string): Promise<boolean> => {
    const row = await store.takeChallenge(db, hashToken(challenge));
    return (
      row !== undefined &&
      row.purpose === asked.purpose &&
      row.session_id === asked.sessionId &&
      row.expires_at.getTime() > clock.now()
    );
  };

export type FoundPasskey = NonNullable<Awaited<ReturnType<typeof store.findPasskey>>>;
export const passkeyOf = (db: AccountsDependencies['db'], used: UsedCredential): Promise<FoundPasskey | undefined> =>
  store.findPasskey(db, Buffer.from(used.id, 'base64url'));

type UseDependencies = Pick<AccountsDependencies, 'db' | 'clock' | 'log' | 'security' | 'publicUrl'>;

/**
 * Returns when the browser's answer proves the passkey; otherwise refuses with `wrong`. As the only factor (`sign-in`)
 * the authenticator must have verified its user.
 */
export const demandPasskey = async (
  dependencies: UseDependencies,
  asked: Asked,
  { passkey, used, address }: { passkey: FoundPasskey; used: UsedCredential; address: string },
  wrong: string,
): Promise<void> => {
  const { db, clock, log, security } = dependencies;
  const { userHandle } = used.response;
  const isForeign =
    userHandle != null && userHandle !== Buffer.from(userHandleOf(passkey.user_id)).toString('base64url');
  if (isForeign) throw new Refusal('invalid', wrong);
  const counter = await checkAssertion(demandParty(dependencies), used, {
    publicKey: passkey.public_key,
    isUserVerified: asked.purpose === 'sign-in',
    takeChallenge: challengeTaker(dependencies, asked),
  }).catch((error: unknown) => {
    if (!(error instanceof PasskeyNotAccepted)) throw error;
    log.warn('A passkey was refused', { error, passkey: passkey.id });
    throw new Refusal('invalid', wrong);
  });
  if (await store.takeCounter(db, passkey.id, counter, new Date(clock.now()))) return;
  await security.note({ kind: 'copied passkey', address, person: { id: passkey.user_id, name: '' } });
  throw new Refusal('invalid', wrong);
};
