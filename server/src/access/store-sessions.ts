import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';

/** Sessions are written here alone. */

const day = 24 * 3_600_000;
/** Idle time and maximum age of a session, and age of a wall display's session. */
export const sessionLife = { idleMs: day, ageMs: 90 * day, wallMs: 400 * day, touchMs: 60_000 } as const;

export interface NewSession {
  readonly tokenHash: Buffer;
  readonly userId: number;
  readonly address: string;
  readonly agent: string;
  readonly at: Date;
  /** A session from the provider of a client: it reaches that client only, with no higher role. */
  readonly provider?: {
    readonly onlyClientId: number;
    readonly roleLimit: RoleLimit;
    /** When the person signed in at the provider, as it says. */
    readonly signedInAt: Date | null;
  };
}

type RoleLimit = 'User' | 'Engineer' | 'Manager' | 'account' | null;

export const insertSession = async (db: Db, session: NewSession): Promise<number> => {
  const row = await db
    .insertInto('session')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      address: session.address,
      agent: session.agent.slice(0, 300),
      created_at: session.at,
      used_at: session.at,
      only_client_id: session.provider?.onlyClientId ?? null,
      role_limit: session.provider?.roleLimit ?? null,
      provider_at: session.provider?.signedInAt ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

/** When the person of a session last signed in at its provider; null: it says nothing, or there is none. */
export const providerSignInOf = async (db: Db, sessionId: number): Promise<Date | null> =>
  (await db.selectFrom('session').select('provider_at').where('id', '=', sessionId).executeTakeFirst())?.provider_at ??
  null;

export const endSession = async (db: Db, sessionId: number, at: Date): Promise<void> => {
  await db
    .updateTable('session')
    .set({ ended_at: at })
    .where(({ and }) => and({ id: sessionId, ended_at: null }))
    .execute();
};

/** Ends every session of a person except the current one. */
export const endSessionsOf = async (db: Db, userId: number, at: Date, but?: number): Promise<void> => {
  let query = db
    .updateTable('session')
    .set({ ended_at: at })
    .where(({ and }) => and({ user_id: userId, kind: 'person' }))
    .where('ended_at', 'is', null);
  if (but !== undefined) query = query.where('id', '<>', but);
  await query.execute();
};

/** Ends the sessions beyond the number that the person's clients allow, those used least recently; returns how many. */
export const endSurplusSessions = async (db: Db, userId: number, keepId: number, at: Date): Promise<number> => {
  const { rows } = await sql`
    update session set ended_at = ${at} where id in (
      select s.id from session s, session_limits(${userId}, null) l
      where s.user_id = ${userId} and s.kind = 'person' and s.ended_at is null and l.max_sessions is not null
      order by s.id = ${keepId} desc, s.used_at desc, s.id desc
      offset (select max_sessions from session_limits(${userId}, null)))
    returning id`.execute(db);
  return rows.length;
};

export interface NewWall {
  readonly tokenHash: Buffer;
  readonly siteId: number;
  readonly madeBy: number;
  readonly address: string;
  readonly agent: string;
  readonly at: Date;
}

export const insertWall = async (db: Db, wall: NewWall): Promise<number> => {
  const row = await db
    .insertInto('session')
    .values({
      token_hash: wall.tokenHash,
      kind: 'wall',
      site_id: wall.siteId,
      made_by: wall.madeBy,
      address: wall.address,
      agent: wall.agent.slice(0, 300),
      created_at: wall.at,
      used_at: wall.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

/** Deletes sessions that ended before a moment. Known addresses of a person are stored for 30 days. */
export const forgetSessions = async (db: Db, before: Date): Promise<void> => {
  await db
    .deleteFrom('session')
    .where((eb) =>
      eb.or([
        eb('ended_at', '<', before),
        eb.and([eb('kind', '=', 'person'), eb('used_at', '<', before)]),
        eb('created_at', '<', new Date(before.getTime() - sessionLife.wallMs)),
      ]),
    )
    .execute();
};

export const verifySession = async (db: Db, sessionId: number, at: Date | null): Promise<void> => {
  await db.updateTable('session').set({ verified_at: at }).where('id', '=', sessionId).execute();
};

export const unverifySessions = async (db: Db, userId: number): Promise<void> => {
  await db.updateTable('session').set({ verified_at: null }).where('user_id', '=', userId).execute();
};

/** Ends the wall displays that a person made. */
export const endWallsOf = async (db: Db, userId: number, at: Date): Promise<void> => {
  await sql`update session set ended_at = ${at} where made_by = ${userId} and ended_at is null`.execute(db);
};

/** Records use of a session; an open socket counts as use. */
export const touchSession = async (db: Db, sessionId: number, nowMs: number): Promise<void> => {
  await db
    .updateTable('session')
    .set({ used_at: new Date(nowMs) })
    .where('id', '=', sessionId)
    .execute();
};
