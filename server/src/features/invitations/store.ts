import { ClientId, SiteId } from '@tocsin/contract/ids';
import { type SqlBool, sql } from 'kysely';
import type { Offer } from '../../access/accounts.ts';
import type { Permission } from '../../access/principal.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { type Section, sectionOf } from '../../platform/query.ts';

export interface SiteGrant {
  readonly siteId: number;
  readonly permission: Permission;
}

type Outcome = 'accepted' | 'declined' | 'revoked' | 'replaced';

export interface NewInvitation extends Omit<Offer, 'invitedBy'> {
  readonly invitedBy: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export const insertInvitation = async (trx: Trx, fresh: NewInvitation): Promise<number> => {
  const row = await trx
    .insertInto('invitation')
    .values({
      client_id: fresh.clientId,
      user_id: fresh.userId,
      email: fresh.email,
      invited_by: fresh.invitedBy,
      is_accounts_management: fresh.isAccountsManagement,
      is_active: fresh.isActive,
      visual_dashboard_enabled: fresh.visualDashboard,
      is_contact: fresh.isContact,
      sites: JSON.stringify(fresh.sites),
      created_at: fresh.createdAt,
      expires_at: fresh.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

/** How many invitations a client has sent to a person since a moment. */
export const countSince = async (trx: Trx, clientId: number, userId: number, since: Date): Promise<number> => {
  const row = await trx
    .selectFrom('invitation')
    .select(sql<number>`count(*)`.as('count'))
    .where(({ and }) => and({ client_id: clientId, user_id: userId }))
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return row.count;
};

/** The invitation that has not ended. It may have expired, or be for an address that the person no longer uses. */
export const findUnended = (trx: Trx, clientId: number, userId: number) =>
  trx
    .selectFrom('invitation as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select(['i.id', 'i.expires_at', sql<boolean>`lower(i.email) = lower(u.email)`.as('is_current')])
    .where(({ and }) => and({ 'i.client_id': clientId, 'i.user_id': userId, 'i.ended_at': null }))
    .executeTakeFirst();

/** Ends an invitation; false when it has already ended. */
export const endInvitation = async (trx: Trx, id: number, outcome: Outcome, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('invitation')
    .set({ ended_at: at, outcome })
    .where(({ and }) => and({ id, ended_at: null }))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Removes a declined invitation from the client's list. */
export const dismissDeclined = async (trx: Trx, id: number): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('invitation')
    .set({ outcome: 'revoked' })
    .where(({ and }) => and({ id, outcome: 'declined' }))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

const declinedShownMs = 30 * 24 * 3600_000;
const listed = (db: Db, clientId: number, sentBy: number | null, now: Date) => {
  const query = db
    .selectFrom('invitation as i')
    .where('i.client_id', '=', clientId)
    .where((eb) =>
      eb.or([
        eb('i.ended_at', 'is', null),
        eb.and([eb('i.outcome', '=', 'declined'), eb('i.ended_at', '>', new Date(now.getTime() - declinedShownMs))]),
      ]),
    );
  return sentBy === null ? query : query.where('i.invited_by', '=', sentBy);
};

/** Invitations of a client that were neither accepted nor revoked, newest first; `sentBy`: of that sender only. */
export async function listOfClient(
  db: Db,
  clientId: number,
  sentBy: number | null,
  { limit, offset, now }: { readonly limit: number; readonly offset: number; readonly now: Date },
) {
  const [{ count }, rows] = await Promise.all([
    listed(db, clientId, sentBy, now).select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow(),
    listed(db, clientId, sentBy, now)
      .leftJoin('users as s', 's.id', 'i.invited_by')
      .select(['i.id', 'i.email', 'i.created_at', 'i.expires_at', 'i.outcome', 'i.is_accounts_management'])
      .select(['s.first_name', 's.last_name'])
      .select(
        sql<{ id: number; title: string; permission: Permission }[]>`coalesce((
          select json_agg(json_build_object('id', t.id, 'title', t.title, 'permission', g->>'permission') order by t.title)
          from jsonb_array_elements(i.sites) g join site t on t.id = (g->>'siteId')::int and t.removed_at is null), '[]')`.as(
          'sites',
        ),
      )
      .orderBy('i.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
  ]);
  return { count, rows };
}
export type ClientInvitationRow = Awaited<ReturnType<typeof listOfClient>>['rows'][number];

/** A listed invitation of the client. */
export const findOfClient = (db: Db, clientId: number, id: number, now: Date) =>
  listed(db, clientId, null, now)
    .select(['i.id', 'i.email', 'i.invited_by', 'i.outcome'])
    .where('i.id', '=', id)
    .executeTakeFirst();

/** Acceptable now: pending, for the account's current address, of an existing client. */
const open = (db: Db, now: Date) =>
  db
    .selectFrom('invitation as i')
    .innerJoin('client as c', 'c.id', 'i.client_id')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .leftJoin('users as s', 's.id', 'i.invited_by')
    .where('i.ended_at', 'is', null)
    .where('i.expires_at', '>', now)
    .where(({ and }) => and({ 'c.removed_at': null, 'u.removed_at': null }))
    .where('u.is_active', '=', true)
    .where(sql<SqlBool>`lower(i.email) = lower(u.email)`)
    .where(sql<SqlBool>`not u.is_superuser and not u.is_oem`);

const openColumns = (db: Db, now: Date) =>
  open(db, now).select([
    'i.id',
    'i.client_id',
    'i.user_id',
    'i.email',
    'i.created_at',
    'i.expires_at',
    'i.invited_by',
    'i.is_accounts_management',
    'i.is_active',
    'i.visual_dashboard_enabled',
    'i.is_contact',
    'c.company',
    's.first_name',
    's.last_name',
    'u.mailbox_verified_at',
    sql<readonly SiteGrant[]>`i.sites`.as('sites'),
  ]);
export type OpenInvitationRow = Awaited<ReturnType<ReturnType<typeof openColumns>['executeTakeFirstOrThrow']>>;

export const findOpen = (db: Db, id: number, now: Date): Promise<OpenInvitationRow | undefined> =>
  openColumns(db, now).where('i.id', '=', id).executeTakeFirst();

/** The open invitations of a person, newest first. */
export const listOpenOf = (db: Db, userId: number, { now, ...page }: Section & { readonly now: Date }) =>
  sectionOf(openColumns(db, now).where('i.user_id', '=', userId).orderBy('i.id', 'desc'), page);

/** Deletes invitations that ended or expired before a moment. */
export const forgetInvitations = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('invitation').where('expires_at', '<', before).execute();
};

export const companyOf = async (db: Db, clientId: number): Promise<string> =>
  (await db.selectFrom('client').select('company').where('id', '=', clientId).executeTakeFirst())?.company ?? '';

export const clientIdOf = (row: { readonly client_id: number }): ClientId => ClientId.parse(row.client_id);
export const siteIdOf = (grant: { readonly siteId: number }): SiteId => SiteId.parse(grant.siteId);
