import { type SqlBool, sql } from 'kysely';
import { livingSession, sessionLife } from '../../access/store.ts';
import type { Db } from '../../platform/db.ts';

/** Valid sessions: not ended, recently used and not too old. */
const living = (db: Db, nowMs: number) =>
  db
    .selectFrom('session')
    .where('session.ended_at', 'is', null)
    .where('session.kind', '=', 'person')
    .where(sql<SqlBool>`exists (select from session s left join lateral session_limits(s.user_id, s.only_client_id) l on true
      where s.id = session.id and ${livingSession(nowMs)})`);

export const listSessions = (db: Db, userId: number, nowMs: number) =>
  living(db, nowMs)
    .select(['id', 'address', 'agent', 'created_at', 'used_at'])
    .where('user_id', '=', userId)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

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

export const findOwnSession = (db: Db, userId: number, sessionId: number) =>
  db
    .selectFrom('session')
    .select(['id', 'address', 'agent'])
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'person')
    .where('ended_at', 'is', null)
    .executeTakeFirst();

const walls = (db: Db, siteId: number, nowMs: number) =>
  db
    .selectFrom('session')
    .leftJoin('users', 'users.id', 'session.made_by')
    .where('session.kind', '=', 'wall')
    .where('session.site_id', '=', siteId)
    .where('session.ended_at', 'is', null)
    .where('session.created_at', '>', new Date(nowMs - sessionLife.wallMs))
    .select([
      'session.id',
      'session.site_id',
      'session.address',
      'session.agent',
      'session.created_at',
      'session.used_at',
      'users.first_name',
      'users.last_name',
    ]);

export const listWalls = (db: Db, siteId: number, nowMs: number) =>
  walls(db, siteId, nowMs).orderBy('session.id').execute();

export const findWall = (db: Db, siteId: number, sessionId: number, nowMs: number) =>
  walls(db, siteId, nowMs).where('session.id', '=', sessionId).executeTakeFirst();

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

export const siteOf = (db: Db, siteId: number) =>
  db.selectFrom('site').select(['title', 'client_id']).where('id', '=', siteId).executeTakeFirst();

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
