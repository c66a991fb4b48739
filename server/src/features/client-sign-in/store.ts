import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';

export interface SessionLimits {
  readonly idle_minutes: number | null;
  readonly lifetime_hours: number | null;
  readonly max_sessions: number | null;
}
export interface SignInRow extends SessionLimits {
  readonly version: number;
}

const columns = ['idle_minutes', 'lifetime_hours', 'max_sessions', 'version'] as const;

/** A client without a row has the defaults. */
const defaults: SignInRow = { idle_minutes: null, lifetime_hours: null, max_sessions: null, version: 1 };

export const readSignIn = async (db: Db, clientId: number): Promise<SignInRow> =>
  (await db
    .selectFrom('client_sign_in')
    .select([...columns])
    .where('client_id', '=', clientId)
    .executeTakeFirst()) ?? defaults;

/** Locks the client, so that concurrent edits are serialized even while there is no row. */
export async function lockSignIn(trx: Trx, clientId: number): Promise<SignInRow & { readonly company: string }> {
  const client = await trx
    .selectFrom('client')
    .select('company')
    .where('id', '=', clientId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { ...(await readSignIn(trx, clientId)), company: client.company };
}

export async function putLimits(trx: Trx, clientId: number, limits: SessionLimits): Promise<void> {
  await trx
    .insertInto('client_sign_in')
    .values({ client_id: clientId, ...limits, version: 2 })
    .onConflict((conflict) =>
      conflict.column('client_id').doUpdateSet({ ...limits, version: sql<number>`client_sign_in.version + 1` }),
    )
    .execute();
}
