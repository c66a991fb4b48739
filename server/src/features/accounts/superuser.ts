import { randomBytes } from 'node:crypto';
import type { Db } from '../../platform/db.ts';
import { hashPassword } from './passwords.ts';
import { endSessionsOf } from './store.ts';
import { revokeKeysOf } from './store-api-keys.ts';
import { mailedKinds, voidLinks } from './store-links.ts';
import { hasAnyUser, putSuperuser } from './store-superuser.ts';

/** For the command line: creates a super user, or makes an existing person one. */
export const createSuperuser = async (db: Db, email: string, password: string, at: Date): Promise<number> => {
  const passwordHash = await hashPassword(password);
  return await db.transaction().execute(async (trx) => {
    const userId = await putSuperuser(trx, email, passwordHash, at);
    // As with every new password: sessions, keys and links from before end.
    await endSessionsOf(trx, userId, at);
    await revokeKeysOf(trx, userId, at);
    await voidLinks(trx, userId, mailedKinds, at);
    return userId;
  });
};

export interface FirstUser {
  readonly email: string;
  /** Set when it was generated; the server prints it once at start. */
  readonly generatedPassword: string | null;
}

/** Creates the first super user of an empty database; null when anybody exists already. */
export const createFirstUser = async (
  db: Db,
  wanted: { readonly email: string | null; readonly password: string | null },
  at: Date,
): Promise<FirstUser | null> => {
  if (await hasAnyUser(db)) return null;
  const email = wanted.email ?? 'admin@localhost';
  // Adds the digit and the uppercase letter that every password needs.
  const generatedPassword = wanted.password === null ? `T0-${randomBytes(12).toString('base64url')}` : null;
  await createSuperuser(db, email, wanted.password ?? generatedPassword ?? '', at);
  return { email, generatedPassword };
};
