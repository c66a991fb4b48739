import { sql } from 'kysely';
import { type Db, prepared } from '../platform/db.ts';
import { preparedMark } from '../platform/preparing-pool.ts';
import { query } from '../platform/query.ts';

export interface CallKey {
  readonly userId: number;
  readonly key: string;
  /** A keyed hash of what is called. */
  readonly fingerprint: Buffer;
}

const keptMs = 24 * 3600_000;
/** Longer than a call may take: whoever ran it then has ended. */
const leaseMs = 120_000;

interface Stored {
  readonly fingerprint: Buffer;
  readonly isChanged: boolean;
  readonly isRunning: boolean;
  readonly status: number | null;
  readonly answer: Buffer | null;
}

/**
 * Claims the key for a call: the number of the attempt, or what is stored of the first call. A call whose process ended
 * before it changed anything is attempted again; a key is free again after 24 hours.
 */
export const claimCall = async (
  db: Db,
  { userId, key, fingerprint }: CallKey,
  now: number,
): Promise<{ readonly attempt: number } | Stored> => {
  const at = new Date(now);
  const ended = new Date(now - leaseMs);
  const { rows: claimed } = await sql<{ attempt: number }>`${prepared}
    insert into idempotent_call as call (user_id, key, fingerprint, started_at)
    values (${userId}, ${key}, ${fingerprint}, ${at})
    on conflict (user_id, key) do update set attempt = call.attempt + 1, started_at = excluded.started_at
    where call.answer is null and not call.is_changed and call.started_at < ${ended}
      and call.fingerprint = excluded.fingerprint
    returning attempt`.execute(db);
  if (claimed[0]) return claimed[0];
  const { rows } = await sql<Stored>`
    select fingerprint, is_changed as "isChanged", started_at >= ${ended} as "isRunning", status, answer
    from idempotent_call where user_id = ${userId} and key = ${key}`.execute(db);
  // The first call was refused between both statements.
  return rows[0] ?? (await claimCall(db, { userId, key, fingerprint }, now));
};

/** Forgets the calls whose keys are free again. */
export const forgetCalls = (db: Db, now: number) =>
  sql`delete from idempotent_call where started_at < ${new Date(now - keptMs)}`.execute(db);

/** The statement that marks the call as having changed something; it finds no row once another attempt has begun. */
export const changedStatement = ({ userId, key }: CallKey, attempt: number) => ({
  text: `${preparedMark} update idempotent_call set is_changed = true where user_id = $1 and key = $2 and attempt = $3`,
  values: [userId, key, attempt],
});

/** Keeps the answer. */
export const keepAnswer = (
  db: Db,
  { userId, key }: CallKey,
  { attempt, status, answer }: { readonly attempt: number; readonly status: number; readonly answer: Buffer },
): Promise<void> =>
  query(db).run(sql`${prepared} update idempotent_call set status = ${status}, answer = ${answer}
    where user_id = ${userId} and key = ${key} and attempt = ${attempt}`);

/** Frees the key of a call that was refused and changed nothing. */
export const freeCall = (db: Db, { userId, key }: CallKey, attempt: number): Promise<void> =>
  query(db).run(sql`delete from idempotent_call
    where user_id = ${userId} and key = ${key} and attempt = ${attempt} and not is_changed`);
