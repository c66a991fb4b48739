import { type SqlBool, sql } from 'kysely';
import { livingSession } from '../../access/store.ts';
import { sessionLife } from '../../access/store-sessions.ts';
import type { Db } from '../../platform/db.ts';

/** Valid sessions: not ended, recently used and not too old. */
const living = (db: Db, nowMs: number) =>
  db
    .selectFrom('session')
    .where(({ and }) => and({ 'session.ended_at': null, 'session.kind': 'person' }))
    .where(sql<SqlBool>`exists (select from session s left join lateral session_limits(s.user_id, s.only_client_id) l on true
      where s.id = session.id and ${livingSession(nowMs)})`);

export const listSessions = (db: Db, userId: number, nowMs: number) =>
  living(db, nowMs)
    .select(['id', 'address', 'agent', 'created_at', 'used_at'])
    .where('user_id', '=', userId)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export const findOwnSession = (db: Db, userId: number, sessionId: number) =>
  db
    .selectFrom('session')
    .select(['id', 'address', 'agent'])
    .where(({ and }) => and({ id: sessionId, user_id: userId, kind: 'person', ended_at: null }))
    .executeTakeFirst();

const walls = (db: Db, siteId: number, nowMs: number) =>
  db
    .selectFrom('session')
    .leftJoin('users', 'users.id', 'session.made_by')
    .where(({ and }) => and({ 'session.kind': 'wall', 'session.site_id': siteId, 'session.ended_at': null }))
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

export const siteOf = (db: Db, siteId: number) =>
  db.selectFrom('site').select(['title', 'client_id']).where('id', '=', siteId).executeTakeFirst();
