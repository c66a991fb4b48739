import { createHash } from 'node:crypto';
import { texts } from '@tocsin/contract/account-texts';
import type { Person } from '../../access/principal.ts';
import type { SecurityEvents } from '../../access/security-events.ts';
import { loadPerson } from '../../access/store.ts';
import { endSurplusSessions, insertSession, type NewSession, verifySession } from '../../access/store-sessions.ts';
import { Refusal } from '../../platform/errors.ts';
import { networkOf } from '../../platform/network.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { type AccountsDependencies, type Caller, knownFor, minute } from './dependencies.ts';
import { isPassword } from './passwords.ts';
import { recordedOf } from './record.ts';
import { findAccount, knowsAddress } from './store.ts';

type SignInDependencies = Pick<AccountsDependencies, 'db' | 'clock' | 'throttle' | 'security'>;

const perAccount = { bucket: 'sign-in account', most: 10, windowMs: 15 * minute };
const perAddress = { bucket: 'sign-in address', most: 50, windowMs: 15 * minute };
const tooMany = 'Too many failed sign-ins. Please try again later.';

/** Starts a session and returns its token: 256 random bits, of which only the hash is stored. */
export const startSession = async (
  { db, clock }: Pick<SignInDependencies, 'db' | 'clock'>,
  userId: number,
  caller: Caller,
  provider?: NewSession['provider'],
): Promise<{ token: string; sessionId: number }> => {
  const token = newToken();
  const at = new Date(clock.now());
  const sessionId = await insertSession(db, {
    tokenHash: hashToken(token),
    userId,
    ...caller,
    at,
    ...(provider ? { provider } : {}),
  });
  return { token, sessionId };
};

interface Attempt {
  /** The account that is tried; undefined: none has the name. */
  readonly accountId: number | undefined;
  /** What was given in place of a name. */
  readonly name: string;
}

/**
 * Runs `check`, which returns the person or refuses. Refusals count for the account and for the address and are noted;
 * a success clears the account's.
 */
export const guardSignIn = async (
  { db, clock, throttle, security }: SignInDependencies,
  { accountId, name }: Attempt,
  { address }: Caller,
  check: () => Promise<Person>,
): Promise<Person> => {
  const network = networkOf(address);
  // Attempts from unknown addresses cannot lock a person out of a known one.
  const known =
    accountId !== undefined && (await knowsAddress(db, accountId, address, new Date(clock.now() - knownFor)));
  // Ids and names use separate counters, so no typed name counts against another person's account.
  const key =
    accountId === undefined
      ? `name ${createHash('sha256').update(name).digest('hex')}`
      : `account ${accountId}${known ? ` from ${network}` : ''}`;
  const person = await throttle
    .guarded(perAddress, network, () => throttle.guarded(perAccount, key, check, { text: tooMany }), { text: tooMany })
    .catch(async (error: unknown) => {
      await noteRefusal(security, error, address, accountId);
      throw error;
    });
  await throttle.clear(perAccount, key);
  return person;
};

/** Starts a session of a person who proved who they are, ends surplus ones, and records it with `details`. */
export const recordSignIn = async (
  { db, clock }: Pick<SignInDependencies, 'db' | 'clock'>,
  person: Person,
  caller: Caller,
  { isVerified, details }: { readonly isVerified: boolean; readonly details: Readonly<Record<string, string>> },
): Promise<{ token: string }> => {
  const by = { userId: person.userId, name: person.name, address: caller.address };
  return await recordedOf(db, by, person.userId, async (trx, note) => {
    const { token, sessionId } = await startSession({ db: trx, clock }, person.userId, caller);
    const now = new Date(clock.now());
    if (isVerified) await verifySession(trx, sessionId, now);
    const names = { subject: 'session', subjectId: person.userId, subjectName: person.name };
    const surplus = await endSurplusSessions(trx, person.userId, sessionId, now);
    const ended = surplus > 0 ? { ended_sessions: surplus } : {};
    note({ action: 'sign in', ...names, old: null, new: { session: sessionId, ...details, ...ended } });
    return { token };
  });
};

/**
 * Exchanges name and password for a token. Every failure has the same text and takes the same time; only failures
 * count.
 */
export const signIn = async (
  dependencies: SignInDependencies,
  name: string,
  password: string,
  caller: Caller,
): Promise<{ token: string }> => {
  const { db } = dependencies;
  const account = await findAccount(db, name);
  const attempt = { accountId: account?.id, name: name.toLowerCase() };
  const person = await guardSignIn(dependencies, attempt, caller, async () => {
    const right = await isPassword(account?.passwordHash, password);
    const loaded = account && right ? await loadPerson(db, account.id) : undefined;
    if (!loaded) throw new Refusal('invalid', texts.wrongLogin);
    return loaded;
  });
  return await recordSignIn(dependencies, person, caller, { isVerified: false, details: {} });
};

const noteRefusal = async (
  security: SecurityEvents,
  error: unknown,
  address: string,
  accountId: number | undefined,
): Promise<void> => {
  if (!(error instanceof Refusal)) return;
  const kind = error.code === 'too-many' ? 'locked sign-in' : 'failed sign-in';
  await security.note({ kind, address, ...(accountId === undefined ? {} : { person: { id: accountId, name: '' } }) });
};
