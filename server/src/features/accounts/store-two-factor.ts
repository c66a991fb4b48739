import { unverifySessions } from '../../access/store-sessions.ts';
import { hasSecondFactor } from '../../access/store-staff-second-factor.ts';
import type { Db } from '../../platform/db.ts';
import { deletePasskeys } from './store-passkeys.ts';

export interface Authenticator {
  readonly secret: Buffer;
  readonly verified_at: Date | null;
}

export const findAuthenticator = (db: Db, userId: number): Promise<Authenticator | undefined> =>
  db.selectFrom('two_factor').select(['secret', 'verified_at']).where('user_id', '=', userId).executeTakeFirst();

/** Starts a setup and replaces an unfinished one; false when a finished one exists. */
export const putSetup = async (db: Db, userId: number, secret: Buffer, at: Date): Promise<boolean> => {
  const row = await db
    .insertInto('two_factor')
    .values({ user_id: userId, secret, created_at: at })
    .onConflict((oc) =>
      oc
        .column('user_id')
        .doUpdateSet({ secret, created_at: at, last_step: null })
        .where('two_factor.verified_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
};

/** Consumes a code's 30-second step; false when this or a later step was used already, so each code is valid once. */
export const takeStep = async (db: Db, userId: number, step: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** False when another request finished it first. */
export const finishSetup = async (db: Db, userId: number, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('two_factor')
    .set({ verified_at: at })
    .where(({ and }) => and({ user_id: userId, verified_at: null }))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const replaceRecoveryCodes = async (db: Db, userId: number, hashes: readonly Buffer[]): Promise<void> => {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  if (hashes.length > 0)
    await db
      .insertInto('recovery_code')
      .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
      .execute();
};

/** Uses up the code with one of these stored forms; false when there is none, or it was used. */
export const takeRecoveryCode = async (
  db: Db,
  userId: number,
  hashes: readonly Buffer[],
  at: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('recovery_code')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('code_hash', 'in', hashes)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Removes the authenticator, and the recovery codes unless a passkey stays; false when there was none. */
export const removeAuthenticator = async (db: Db, userId: number): Promise<boolean> => {
  const { numDeletedRows } = await db.deleteFrom('two_factor').where('user_id', '=', userId).executeTakeFirst();
  await endWithoutFactor(db, userId);
  return numDeletedRows === 1n;
};

/** Removes the authenticator, every passkey and the recovery codes; false when there was none of them. */
export const removeSecondFactor = async (db: Db, userId: number): Promise<boolean> => {
  const had = await hasSecondFactor(db, userId);
  await deletePasskeys(db, userId);
  await removeAuthenticator(db, userId);
  return had;
};

/** Without any second factor, recovery codes are void and sessions are unverified. */
export const endWithoutFactor = async (db: Db, userId: number): Promise<void> => {
  if (await hasSecondFactor(db, userId)) return;
  await replaceRecoveryCodes(db, userId, []);
  await unverifySessions(db, userId);
};

export const isVerified = async (db: Db, sessionId: number): Promise<boolean> => {
  const row = await db.selectFrom('session').select('verified_at').where('id', '=', sessionId).executeTakeFirst();
  return row?.verified_at != null;
};

const freshMs = 10 * 60_000;

/** Whether the session began by a sign-in within the last ten minutes. */
export const isSignInFresh = async (db: Db, sessionId: number, nowMs: number): Promise<boolean> => {
  const row = await db.selectFrom('session').select('created_at').where('id', '=', sessionId).executeTakeFirst();
  return row !== undefined && row.created_at.getTime() > nowMs - freshMs;
};

/**
 * Whether a person needs a second factor: required by the selected client or by every one of their clients. Each client
 * is checked by itself, so that none locks its people out of another.
 */
export const isRequired = async (db: Db, userId: number, selected: number | null): Promise<boolean> => {
  const rows = await db
    .selectFrom('client_member')
    .innerJoin('client', 'client.id', 'client_member.client_id')
    .select(['client.id', 'client.is_2fa_required'])
    .where('client_member.user_id', '=', userId)
    .where('client_member.is_active', '=', true)
    .where('client.is_active', '=', true)
    .where('client.removed_at', 'is', null)
    .execute();
  const isEvery = rows.length > 0 && rows.every((client) => client.is_2fa_required);
  return isEvery || rows.some((client) => client.id === selected && client.is_2fa_required);
};
