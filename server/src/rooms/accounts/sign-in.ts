import { texts } from '@tocsin/contract/account-texts';
import { Refusal } from '../../base/errors.ts';

import { hashToken, newToken } from '../../base/tokens.ts';
import { loadPerson } from '../../policy/store.ts';
import { type AccountsParts, type Caller, minute } from './parts.ts';
import { isPassword } from './passwords.ts';
import { recordedOf } from './record.ts';
import { findAccount, insertSession, knowsAddress } from './store.ts';

type SignInParts = Pick<AccountsParts, 'db' | 'clock' | 'throttle'>;

const perAccount = { bucket: 'sign-in account', most: 10, windowMs: 15 * minute };
const perAddress = { bucket: 'sign-in address', most: 50, windowMs: 15 * minute };
const knownFor = 30 * 24 * 60 * minute;
const tooMany = 'Too many failed sign-ins. Please try again later.';

/** A session's token: 256 random bits; only its hash is kept. */
export const startSession = async (
  { db, clock }: Pick<SignInParts, 'db' | 'clock'>,
  userId: number,
  caller: Caller,
): Promise<{ token: string; sessionId: number }> => {
  const token = newToken();
  const at = new Date(clock.now());
  const sessionId = await insertSession(db, { tokenHash: hashToken(token), userId, ...caller, at });
  return { token, sessionId };
};

/** Name and password for a token; the same words in the same time for everything that is wrong. */
export const signIn = async (
  parts: SignInParts,
  name: string,
  password: string,
  caller: Caller,
): Promise<{ token: string }> => {
  const { db, clock, throttle } = parts;
  const fromAddress = await throttle.attempt(perAddress, caller.address, tooMany);
  const account = await findAccount(db, name);
  // Who guesses from elsewhere can't lock a person out of the address that they always use.
  const known =
    account !== undefined && (await knowsAddress(db, account.id, caller.address, new Date(clock.now() - knownFor)));
  const key = `${account ? account.id : name.toLowerCase()}${known ? ` from ${caller.address}` : ''}`;
  const onAccount = await throttle.attempt(perAccount, key, tooMany);

  const right = await isPassword(account?.passwordHash, password);
  const person = account && right ? await loadPerson(db, account.id) : undefined;
  if (!account || !person) throw new Refusal('invalid', texts.wrongLogin);

  await Promise.all([fromAddress.forgive(), onAccount.forgive()]);
  await throttle.clear(perAccount, key);
  const by = { userId: account.id, name: person.name, address: caller.address };
  return await recordedOf(db, by, account.id, async (trx, note) => {
    const { token, sessionId } = await startSession({ db: trx, clock }, account.id, caller);
    const names = { subject: 'session', subjectId: account.id, subjectName: person.name };
    note({ action: 'sign in', ...names, old: null, new: { session: sessionId } });
    return { token };
  });
};
