import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';

type ChallengePurpose = 'register' | 'verify' | 'sign-in';
interface Challenge {
  readonly challenge_hash: Buffer;
  readonly purpose: ChallengePurpose;
  readonly session_id: number | null;
  readonly expires_at: Date;
}
interface NewPasskey {
  readonly user_id: number;
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly created_at: Date;
}
const shown = ['id', 'name', 'created_at', 'used_at'] as const;

export const listPasskeys = (db: Db, userId: number) =>
  db
    .selectFrom('passkey')
    .select([...shown, 'credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();

export const findPasskey = (db: Db, credentialId: Buffer) =>
  db
    .selectFrom('passkey')
    .select(['id', 'user_id', 'name', 'public_key'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();

/** Undefined when the credential is stored already, for whomever. */
export const insertPasskey = (db: Db, { transports, ...passkey }: NewPasskey) =>
  db
    .insertInto('passkey')
    .values({ ...passkey, transports: JSON.stringify(transports), used_at: null })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning([...shown])
    .executeTakeFirst();

export const renamePasskey = (db: Db, userId: number, id: number, name: string) =>
  db
    .updateTable('passkey')
    .set({ name })
    .where(({ and }) => and({ id, user_id: userId }))
    .returning([...shown])
    .executeTakeFirst();

/** The name of the removed passkey; undefined: it is not the person's. */
export const deletePasskey = async (db: Db, userId: number, id: number): Promise<string | undefined> => {
  const row = await db
    .deleteFrom('passkey')
    .where(({ and }) => and({ id, user_id: userId }))
    .returning('name')
    .executeTakeFirst();
  return row?.name;
};

export const deletePasskeys = async (db: Db, userId: number): Promise<boolean> => {
  const { numDeletedRows } = await db.deleteFrom('passkey').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
};

/**
 * Stores the counter of a use; false when it did not rise, so that another copy of the passkey exists. Authenticators
 * that do not count send 0.
 */
export const takeCounter = async (db: Db, id: number, counter: number, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter, used_at: at })
    .where('id', '=', id)
    .where('counter', counter === 0 ? '=' : '<', counter)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Stores a challenge and forgets those that nobody answered. */
export const insertChallenge = async (db: Db, challenge: Challenge, now: Date): Promise<void> => {
  await db.deleteFrom('passkey_challenge').where('expires_at', '<', now).execute();
  await db.insertInto('passkey_challenge').values(challenge).execute();
};

/** Takes a challenge out: each is answered once. */
export const takeChallenge = (db: Db, hash: Buffer): Promise<Challenge | undefined> =>
  db
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', hash)
    .returning(['challenge_hash', 'purpose', sql<number | null>`session_id::int`.as('session_id'), 'expires_at'])
    .executeTakeFirst();
