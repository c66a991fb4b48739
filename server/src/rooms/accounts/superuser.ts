import { randomBytes } from 'node:crypto';
import type { Db } from '../../base/db.ts';
import { hashPassword } from './passwords.ts';
import { hasAnyUser, putSuperuser } from './store-superuser.ts';

/** For the command line: makes a super user, or makes one of somebody who is known. */
export const createSuperuser = async (db: Db, email: string, password: string, at: Date): Promise<number> =>
  putSuperuser(db, email, await hashPassword(password), at);

export interface FirstUser {
  readonly email: string;
  /** Set when it was generated: the start prints it once. */
  readonly generatedPassword: string | null;
}

/** The first super user of an empty database (decisions.md 10); null when somebody is there already. */
export const createFirstUser = async (
  db: Db,
  wanted: { readonly email: string | null; readonly password: string | null },
  at: Date,
): Promise<FirstUser | null> => {
  if (await hasAnyUser(db)) return null;
  const email = wanted.email ?? 'admin@localhost';
  // A digit and an uppercase letter, as every password needs.
  const generatedPassword = wanted.password === null ? `T0-${randomBytes(12).toString('base64url')}` : null;
  await createSuperuser(db, email, wanted.password ?? generatedPassword ?? '', at);
  return { email, generatedPassword };
};
