import { randomBytes } from 'node:crypto';
import { putSuperuser } from '../../access/store-people.ts';
import type { Db } from '../../platform/db.ts';
import { endAccount } from './end-account.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { findAccount } from './store.ts';
import { hasAnyUser } from './store-superuser.ts';

/** For the command line: creates a super user, or makes an existing person one. */
export const createSuperuser = async (db: Db, email: string, password: string, at: Date): Promise<number> => {
  const passwordHash = await hashPassword(password);
  return await db.transaction().execute(async (trx) => {
    const userId = await putSuperuser(trx, email, passwordHash, at);
    // As with every new password: sessions, keys and links from before end.
    await endAccount({ clock: { now: () => at.getTime() } }, trx, { userId, occasion: 'reset' });
    return userId;
  });
};

/**
 * Creates the first super user of an empty database; false when anybody exists already. A generated password goes to
 * `handOver` before the account exists, so that it cannot be lost.
 */
export const createFirstUser = async (
  db: Db,
  wanted: { readonly email: string | null; readonly password: string | null },
  at: Date,
  handOver: (generated: { readonly email: string; readonly password: string }) => void,
): Promise<boolean> => {
  if (await hasAnyUser(db)) return false;
  const email = wanted.email ?? 'admin@localhost';
  // Adds the digit and the uppercase letter that every password needs.
  const password = wanted.password ?? `T0-${randomBytes(12).toString('base64url')}`;
  if (wanted.password === null) handOver({ email, password });
  await createSuperuser(db, email, password, at);
  return true;
};

/** Whether this is the password of the account with this e-mail address. */
export const opensAccount = async (db: Db, email: string, password: string): Promise<boolean> =>
  await isPassword((await findAccount(db, email))?.passwordHash, password);
