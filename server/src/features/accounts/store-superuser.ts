import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';

export const hasAnyUser = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;

/** Creates a registered super user, or makes the person with this address one, with this password. */
export const putSuperuser = async (db: Db, email: string, passwordHash: string, at: Date): Promise<number> => {
  const rights = { password_hash: passwordHash, is_superuser: true, is_active: true, registered_at: at };
  const known = await db
    .updateTable('users')
    .set(rights)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (known) return known.id;
  const user = await db
    .insertInto('users')
    .values({ username: email, email, first_name: 'Super', last_name: 'User', ...rights })
    .returning('id')
    .executeTakeFirstOrThrow();
  return user.id;
};
