import { ClientId, UserId } from '@tocsin/contract/ids';
import type { ClientUsersQuery } from '@tocsin/contract/users';
import { type SqlBool, sql } from 'kysely';
import { sitesOf } from '../../access/store.ts';
import type { UserSubject } from '../../access/subject.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { likePattern } from '../../platform/like-pattern.ts';
import { query } from '../../platform/query.ts';
import type { Access } from './rules.ts';

/** A person as seen within one client; `client_id` null: without one. */
const people = (db: Db, clientId: number | null, siteId: number | null) =>
  db
    .selectFrom('users as u')
    .leftJoin('client_member as m', (on) => on.onRef('m.user_id', '=', 'u.id').on('m.client_id', '=', clientId ?? 0))
    .leftJoin('membership as p', (on) => on.onRef('p.user_id', '=', 'u.id').on('p.site_id', '=', siteId ?? 0))
    .leftJoin('second_factor as t', 't.user_id', 'u.id')
    .where('u.removed_at', 'is', null)
    .select([
      'u.id',
      'u.first_name',
      'u.last_name',
      'u.email',
      'u.company',
      'u.phone',
      'u.address',
      'u.is_active',
      'u.registered_at',
      'u.is_superuser',
      'u.is_oem',
      'u.is_accounts_management',
      'u.version',
      'm.client_id',
      'm.is_active as member_active',
      'm.is_accounts_management as manages',
      'm.visual_dashboard_enabled',
      'p.id as membership_id',
      'p.has_access',
      'p.permission',
      sql<boolean>`t.user_id is not null`.as('has_2fa'),
    ]);
export type PersonRow = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>;

export const findPerson = (db: Db, id: number, clientId: number | null): Promise<PersonRow | undefined> =>
  people(db, clientId, null).where('u.id', '=', id).executeTakeFirst();

const byName = sql`lower(u.first_name || ' ' || u.last_name), u.id`;

/**
 * People of a client; with `onSites`, only those with a membership of one of these sites. With a site, people with
 * access to it come first: two index scans by name avoid sorting thousands of rows for one page.
 */
export async function listPeople(
  db: Db,
  clientId: number,
  onSites: readonly number[] | null,
  query: ClientUsersQuery,
): Promise<{ count: number; rows: PersonRow[] }> {
  const site = query['with-location-membership'] ?? null;
  const like = query.filter ? likePattern(query.filter) : null;
  const conditions: ReturnType<typeof sql<SqlBool>>[] = [];
  if (onSites)
    conditions.push(sql`exists (select 1 from membership q where q.user_id = u.id and q.site_id = any(${onSites}))`);
  if (like)
    conditions.push(sql`search_text(u.first_name || ' ' || u.last_name || ' ' || u.email) like search_text(${like})`);
  const has = sql<SqlBool>`exists (select 1 from membership h
    where h.user_id = u.id and h.site_id = ${site} and h.has_access)`;
  const count = (more: readonly ReturnType<typeof sql<SqlBool>>[]) =>
    countPeople(db, clientId, [...conditions, ...more]);
  const page = (more: readonly ReturnType<typeof sql<SqlBool>>[], limit: number, offset: number) =>
    limit <= 0
      ? Promise.resolve([])
      : people(db, clientId, site)
          .where(sql<SqlBool>`${sql.join([sql`m.client_id is not null`, ...conditions, ...more], sql` and `)}`)
          .orderBy(byName)
          .limit(limit)
          .offset(offset)
          .execute();
  const { limit, offset } = query;
  if (site === null) {
    const [all, rows] = await Promise.all([count([]), page([], limit, offset)]);
    return { count: all, rows };
  }
  const [all, first] = await Promise.all([count([]), count([has])]);
  const [those, others] = await Promise.all([
    page([has], Math.min(limit, first - offset), offset),
    page([sql`not ${has}`], limit - Math.max(0, Math.min(limit, first - offset)), Math.max(0, offset - first)),
  ]);
  return { count: all, rows: [...those, ...others] };
}

/** Removed people have no membership, so the person is joined only when a filter needs it. */
async function countPeople(db: Db, clientId: number, conditions: readonly ReturnType<typeof sql<SqlBool>>[]) {
  const members = db.selectFrom('client_member as m').where('m.client_id', '=', clientId);
  const filtered =
    conditions.length === 0
      ? members
      : members.innerJoin('users as u', 'u.id', 'm.user_id').where(sql<SqlBool>`${sql.join(conditions, sql` and `)}`);
  return (await filtered.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()).count;
}

/** These people as authorization subjects, like loadUser for one. */
export async function subjectsOf(db: Db, ids: readonly number[]): Promise<Map<number, UserSubject>> {
  const [users, clients, sites] = await Promise.all([
    db
      .selectFrom('users')
      .select(['id', 'is_superuser', 'is_oem', 'is_accounts_management'])
      .where(sql<SqlBool>`id = any(${ids})`)
      .execute(),
    db
      .selectFrom('client_member as m')
      .innerJoin('client as c', 'c.id', 'm.client_id')
      .select(['m.user_id', 'm.client_id', 'm.is_accounts_management'])
      .where(sql<SqlBool>`m.user_id = any(${ids})`)
      .where('c.removed_at', 'is', null)
      .execute(),
    db
      .selectFrom('membership as p')
      .innerJoin('site as s', 's.id', 'p.site_id')
      .select(['p.user_id', 's.id', 's.client_id', 'p.permission', 'p.has_access'])
      .where(sql<SqlBool>`p.user_id = any(${ids})`)
      .where('s.removed_at', 'is', null)
      .execute(),
  ]);
  const ofUser = <T extends { readonly user_id: number }>(rows: readonly T[]) =>
    Map.groupBy(rows, (row) => row.user_id);
  const clientsOf = ofUser(clients);
  const sitesByUser = ofUser(sites);
  return new Map(
    users.map((user) => {
      const memberships = clientsOf.get(user.id) ?? [];
      return [
        user.id,
        {
          userId: UserId.parse(user.id),
          isSuperuser: user.is_superuser,
          isOem: user.is_oem,
          isStaffManager: user.is_accounts_management && memberships.length === 0,
          clients: memberships.map((c) => ({
            clientId: ClientId.parse(c.client_id),
            isAccountsManagement: c.is_accounts_management,
          })),
          ...sitesOf(sitesByUser.get(user.id) ?? []),
        },
      ];
    }),
  );
}

/** Every site of a client with a person's membership of it. */
export const sitesWithAccess = (db: Db, clientId: number, userId: number) =>
  db
    .selectFrom('site as s')
    .leftJoin('membership as p', (on) => on.onRef('p.site_id', '=', 's.id').on('p.user_id', '=', userId))
    .where(({ and }) => and({ 's.client_id': clientId, 's.removed_at': null }))
    .orderBy(sql`lower(s.title)`)
    .orderBy('s.id')
    .select(['s.id', 's.title', 'p.id as membership_id', 'p.has_access', 'p.permission'])
    .execute();

export async function accessOf(trx: Trx, clientId: number, userId: number) {
  const rows = await sitesWithAccess(trx, clientId, userId);
  const before = new Map<number, Access>();
  for (const row of rows)
    if (row.has_access !== null && row.permission !== null)
      before.set(row.id, { has_access: row.has_access, permission: row.permission });
  return { sites: new Set(rows.map((row) => row.id)), before };
}

/** Locks an address until the transaction ends, so that concurrent additions of it are serialized. */
export const lockEmail = (trx: Trx, email: string): Promise<void> =>
  query(trx).run(sql`select pg_advisory_xact_lock(hashtext(${`email ${email.toLowerCase()}`}))`);

/** Finds a person by address, as e-mail or user name. */
export const findByEmail = (trx: Trx, email: string) =>
  trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('removed_at', 'is', null)
    .where((eb) =>
      eb.or([eb(sql`lower(email)`, '=', email.toLowerCase()), eb(sql`lower(username)`, '=', email.toLowerCase())]),
    )
    .executeTakeFirst();

export const lockUser = (trx: Trx, id: number) =>
  trx
    .selectFrom('users')
    .selectAll()
    .where(({ and }) => and({ id, removed_at: null }))
    .forUpdate()
    .executeTakeFirst();

export const memberOf = (trx: Trx, userId: number, clientId: number) =>
  trx
    .selectFrom('client_member')
    .selectAll()
    .where(({ and }) => and({ user_id: userId, client_id: clientId }))
    .executeTakeFirst();

const memberships = (db: Db) =>
  db
    .selectFrom('membership as p')
    .innerJoin('site as s', 's.id', 'p.site_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.site_id', 's.client_id', 's.title', 'p.user_id', 'p.has_access', 'p.permission'])
    .select(['u.first_name', 'u.last_name'])
    .where('s.removed_at', 'is', null);

export const findMembership = (db: Db, id: number) => memberships(db).where('p.id', '=', id).executeTakeFirst();

export const findMembershipOn = (db: Db, userId: number, siteId: number) =>
  memberships(db).where('p.user_id', '=', userId).where('p.site_id', '=', siteId).executeTakeFirst();

/** Number of a person's memberships. */
export async function placesOf(trx: Trx, userId: number): Promise<{ clients: number; activeClients: number }> {
  return await trx
    .selectFrom('client_member')
    .where('user_id', '=', userId)
    .select([sql<number>`count(*)`.as('clients'), sql<number>`count(*) filter (where is_active)`.as('activeClients')])
    .executeTakeFirstOrThrow();
}

export async function sitesWithin(trx: Trx, userId: number, clientId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('membership as p')
    .innerJoin('site as s', 's.id', 'p.site_id')
    .where(({ and }) => and({ 'p.user_id': userId, 's.client_id': clientId }))
    .select('s.id')
    .execute();
  return rows.map((row) => row.id);
}

/** Whether another super user could still sign in. Locks the rows, so that two cannot remove each other. */
export async function hasOtherSuperuser(trx: Trx, butId: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('super users'))`.execute(trx);
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('is_superuser', '=', true)
    .where('is_active', '=', true)
    .where('removed_at', 'is', null)
    .where('id', '<>', butId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Somebody whom a service account added to a client; `is_own`: the caller answers, or answered, for that account. */
export const programsMember = (trx: Trx, userId: number, clientId: number, callerId: number) =>
  query(trx).first(sql<{ first_name: string; last_name: string; is_own: boolean }>`
    select u.first_name, u.last_name, ${callerId} = any(a.owners) as is_own
    from client_member m join users u on u.id = m.user_id join service_account a on a.user_id = m.added_by
    where m.user_id = ${userId} and m.client_id = ${clientId} for update of m`);
