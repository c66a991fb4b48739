import type { DeviceType } from '@tocsin/contract/device-type';
import { ClientId, DeviceId, SiteId, UserId } from '@tocsin/contract/ids';
import { type SqlBool, sql } from 'kysely';
import { type Db, prepared } from '../platform/db.ts';
import { query } from '../platform/query.ts';
import { shownTypeOfDevice } from './device-types.ts';
import {
  canEdit,
  type Permission,
  type Person,
  type Principal,
  rank,
  type SecondFactor,
  type Wall,
} from './principal.ts';
import { sessionLife, touchSession } from './store-sessions.ts';
import type { DeviceSubject, MembershipSubject, SiteSubject, UserSubject } from './subject.ts';

interface PersonRow {
  readonly user_id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly is_superuser: boolean;
  readonly is_oem: boolean;
  readonly is_accounts_management: boolean;
  readonly current_client: number | null;
  readonly current_site: number | null;
  readonly current_device: number | null;
  readonly clients: readonly { client_id: number; am: boolean; vd: boolean; two_factor: boolean }[];
  readonly sites: readonly { site_id: number; client_id: number; permission: Permission }[];
  readonly has_clients: boolean;
  readonly registered: boolean;
  /** Operator staff need a second factor. */
  readonly staff_two_factor: boolean;
}

/** A person with their active memberships; undefined when they may enter nothing. */
const loadPersonRow = async (db: Db, userId: number): Promise<PersonRow | undefined> => {
  const { rows } = await sql<PersonRow>`${prepared}
    select u.id as user_id, u.first_name, u.last_name, u.email, u.is_superuser, u.is_oem, u.is_accounts_management,
      u.current_client, u.current_site, u.current_device,
      coalesce((select json_agg(json_build_object('client_id', m.client_id, 'am', m.is_accounts_management,
          'vd', m.visual_dashboard_enabled, 'two_factor', c.is_2fa_required) order by m.client_id)
        from client_member m join client c on c.id = m.client_id
        where m.user_id = u.id and m.is_active and c.is_active and c.removed_at is null), '[]') as clients,
      coalesce((select json_agg(json_build_object('site_id', s.id, 'client_id', s.client_id, 'permission', p.permission))
        from membership p join site s on s.id = p.site_id
        where p.user_id = u.id and p.has_access and s.removed_at is null), '[]') as sites,
      exists (select 1 from client_member m where m.user_id = u.id) as has_clients,
      exists (select 1 from second_factor t where t.user_id = u.id) as registered,
      (select is_staff_2fa_required from oem_settings) as staff_two_factor
    from users u where u.id = ${userId} and u.is_active and u.removed_at is null`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  return isStaffRow(row) || row.clients.length > 0 ? row : undefined;
};

const isStaffRow = (row: PersonRow): boolean =>
  row.is_superuser || row.is_oem || (row.is_accounts_management && !row.has_clients);

/**
 * Each client decides for itself; only a person without another client is blocked as a whole. Operator staff see every
 * client, so their requirement blocks them as a whole too.
 */
const secondFactorOf = (row: PersonRow, verified: boolean): SecondFactor => {
  if (row.registered) return verified ? 'done' : 'unverified';
  if (row.staff_two_factor && isStaffRow(row)) return 'unregistered';
  return row.clients.length > 0 && row.clients.every((c) => c.two_factor) ? 'unregistered' : 'done';
};

const noClients: ReadonlySet<ClientId> = new Set();

/**
 * The person without the clients that require a second factor they have not set up: no rule, list or search reaches the
 * data of those clients.
 */
const withoutLocked = (person: Person, row: PersonRow): Person => {
  if (row.registered || person.secondFactor !== 'done') return person;
  const locked = new Set(row.clients.filter((c) => c.two_factor).map((c) => ClientId.parse(c.client_id)));
  if (locked.size === 0) return person;
  return {
    ...person,
    lockedClients: locked,
    clients: new Map([...person.clients].filter(([id]) => !locked.has(id))),
    sites: new Map([...person.sites].filter(([, site]) => !locked.has(site.clientId))),
  };
};

const personOf = (row: PersonRow, sessionId: number, verified: boolean): Person => ({
  kind: 'person',
  userId: UserId.parse(row.user_id),
  sessionId,
  name: `${row.first_name} ${row.last_name}`.trim() || row.email,
  email: row.email,
  isSuperuser: row.is_superuser,
  isOem: row.is_oem,
  isStaffManager: row.is_accounts_management && !row.has_clients,
  clients: new Map(
    row.clients.map((c) => {
      const clientId = ClientId.parse(c.client_id);
      return [clientId, { clientId, isAccountsManagement: c.am, visualDashboard: c.vd }];
    }),
  ),
  sites: new Map(
    row.sites.map((s) => {
      const siteId = SiteId.parse(s.site_id);
      return [siteId, { siteId, clientId: ClientId.parse(s.client_id), permission: s.permission }];
    }),
  ),
  secondFactor: secondFactorOf(row, verified),
  lockedClients: noClients,
  stored: { client: row.current_client, site: row.current_site, device: row.current_device },
});

/** A person as a principal without a session, for jobs that check what a person may still see (e-mail rules). */
export const loadPerson = async (db: Db, userId: number): Promise<Person | undefined> => {
  const row = await loadPersonRow(db, userId);
  return row && personOf(row, 0, true);
};

/** The owner of an API key, without the clients whose second factor they have not set up. */
export const loadKeyMaker = async (db: Db, userId: number): Promise<Person | undefined> => {
  const row = await loadPersonRow(db, userId);
  return row && withoutLocked(personOf(row, 0, true), row);
};

/** The person as far as the session reaches. */
const limited = (person: Person, row: PersonRow, session: SessionRow): Person | undefined => {
  if (session.only_client_id === null) return withoutLocked(person, row);
  const onlyClientId = ClientId.parse(session.only_client_id);
  const place = person.clients.get(onlyClientId);
  if (!place) return undefined;
  const { role_limit: limit } = session;
  const isAccountsManagement = place.isAccountsManagement && (limit === null || limit === 'account');
  const sites = [...person.sites].filter(([, site]) => site.clientId === onlyClientId);
  return {
    ...person,
    onlyClientId,
    // The provider decides about a second factor for its client.
    secondFactor: 'done',
    clients: new Map([[onlyClientId, { ...place, isAccountsManagement }]]),
    sites: new Map(sites.map(([id, site]) => [id, { ...site, permission: lower(site.permission, limit) }])),
  };
};

const lower = (permission: Permission, limit: Permission | 'account' | null): Permission =>
  limit === null || rank[limit] >= rank[permission] ? permission : (limit as Permission);

interface SessionRow {
  readonly id: number;
  readonly kind: 'person' | 'wall';
  readonly user_id: number | null;
  readonly site_id: number | null;
  readonly made_by: number | null;
  readonly verified: boolean;
  readonly client_id: number | null;
  readonly used_at: Date;
  readonly only_client_id: number | null;
  readonly role_limit: Permission | 'account' | null;
  readonly idle_minutes: number | null;
}

/** Whether the session `s` of a person with the limits `l` is neither too old nor idle for too long. */
export const livingSession = (nowMs: number) => sql<SqlBool>`(
  s.created_at > ${new Date(nowMs)}::timestamptz
    - coalesce(l.lifetime_hours * interval '1 hour', ${sessionLife.ageMs} * interval '1 millisecond')
  and s.used_at > ${new Date(nowMs)}::timestamptz
    - coalesce(l.idle_minutes * interval '1 minute', ${sessionLife.idleMs} * interval '1 millisecond'))`;

const findSession = async (db: Db, tokenHash: Buffer, nowMs: number): Promise<SessionRow | undefined> => {
  return await query(db).first(sql<SessionRow>`${prepared}
    select s.id::int, s.kind, s.user_id, s.site_id, s.made_by, s.verified_at is not null as verified, t.client_id, s.used_at,
      s.only_client_id, s.role_limit, l.idle_minutes
    from session s left join lateral session_limits(s.user_id, s.only_client_id) l on s.kind = 'person'
      left join (site t join client c on c.id = t.client_id and c.is_active and c.removed_at is null)
        on t.id = s.site_id and t.removed_at is null
    where s.token_hash = ${tokenHash} and s.ended_at is null
      and s.created_at > ${new Date(nowMs - sessionLife.wallMs)}
      and (s.kind = 'wall' or ${livingSession(nowMs)})`);
};

const wallOf = async (db: Db, session: SessionRow): Promise<Wall | undefined> => {
  if (session.site_id === null || session.client_id === null || session.made_by === null) return undefined;
  const site = { siteId: SiteId.parse(session.site_id), clientId: ClientId.parse(session.client_id) };
  const maker = await loadPerson(db, session.made_by);
  // A wall display ends when its creator may no longer edit the site.
  if (!maker || !canEdit(maker, site)) return undefined;
  return {
    kind: 'wall',
    sessionId: session.id,
    ...site,
    madeBy: maker.userId,
    visualDashboard: maker.clients.get(site.clientId)?.visualDashboard ?? true,
  };
};

/**
 * The principal of a token; undefined when the session has ended or its person may enter nothing. A call without recent
 * input of the person does not count as use where a client limits the idle time.
 */
export const findPrincipal = async (
  db: Db,
  tokenHash: Buffer,
  nowMs: number,
  isWithoutInput = false,
): Promise<Principal | undefined> => {
  const session = await findSession(db, tokenHash, nowMs);
  if (!session) return undefined;
  const isUse = !isWithoutInput || session.idle_minutes === null;
  if (isUse && nowMs - session.used_at.getTime() > sessionLife.touchMs) await touchSession(db, session.id, nowMs);
  if (session.kind === 'wall') return await wallOf(db, session);
  const row = session.user_id === null ? undefined : await loadPersonRow(db, session.user_id);
  if (row && session.only_client_id !== null && isStaffRow(row)) return undefined;
  const person = row && limited(personOf(row, session.id, session.verified), row, session);
  return person && { ...person, idleMinutes: session.idle_minutes };
};

/** A client as an authorization subject; undefined when it is removed or unknown. */
export const loadClient = async (db: Db, id: number) => {
  const row = await db
    .selectFrom('client')
    .modifyFront(prepared)
    .select('id')
    .where(({ and }) => and({ id, removed_at: null }))
    .executeTakeFirst();
  return row && { clientId: ClientId.parse(row.id) };
};

/** A site as an authorization subject; undefined when it is removed or unknown. */
export const loadSite = async (db: Db, id: number): Promise<SiteSubject | undefined> => {
  const row = await db
    .selectFrom('site')
    .innerJoin('client', 'client.id', 'site.client_id')
    .modifyFront(prepared)
    .select(['site.id', 'site.client_id', 'site.is_suspended'])
    .where(({ and }) => and({ 'site.id': id, 'site.removed_at': null, 'client.removed_at': null }))
    .executeTakeFirst();
  return (
    row && { siteId: SiteId.parse(row.id), clientId: ClientId.parse(row.client_id), isSuspended: row.is_suspended }
  );
};

const selectDevices = (db: Db) =>
  db
    .selectFrom('device')
    .innerJoin('site', 'site.id', 'device.site_id')
    .innerJoin('client', 'client.id', 'site.client_id')
    .modifyFront(prepared)
    .select([
      'device.id',
      'device.site_id',
      'site.client_id',
      sql<DeviceType>`${sql.raw(shownTypeOfDevice)}`.as('shown_type'),
      'device.is_suspended',
      'site.is_suspended as site_suspended',
    ])
    .where(({ and }) => and({ 'device.removed_at': null, 'site.removed_at': null }))
    .where('client.removed_at', 'is', null);

type DeviceRow = Awaited<ReturnType<ReturnType<typeof selectDevices>['executeTakeFirst']>>;

const deviceOf = (row: DeviceRow): DeviceSubject | undefined =>
  row && {
    deviceId: DeviceId.parse(row.id),
    siteId: SiteId.parse(row.site_id),
    clientId: ClientId.parse(row.client_id),
    isSuspended: row.is_suspended || row.site_suspended,
    shownType: row.shown_type,
  };

/** A device as an authorization subject; undefined when it is removed or unknown. */
export const loadDevice = async (db: Db, id: number): Promise<DeviceSubject | undefined> =>
  deviceOf(await selectDevices(db).where('device.id', '=', id).executeTakeFirst());

/** Finds a device by the `{udf_id}` of a path: an F500 without one by its id. */
export const loadDeviceByUdfId = async (db: Db, udfId: string): Promise<DeviceSubject | undefined> => {
  const byUdf = await selectDevices(db)
    .where(sql<string>`lower(device.udf_id)`, '=', udfId.toLowerCase())
    .executeTakeFirst();
  if (byUdf) return deviceOf(byUdf);
  return /^[1-9]\d{0,8}$/.test(udfId) ? await loadDevice(db, Number(udfId)) : undefined;
};

/** A person as an authorization subject. */
export const loadUser = async (db: Db, id: number): Promise<UserSubject | undefined> => {
  const user = await db
    .selectFrom('users')
    .select(['id', 'is_superuser', 'is_oem', 'is_accounts_management'])
    .where(({ and }) => and({ id, removed_at: null }))
    // A service account is no person.
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('service_account').select('id').whereRef('service_account.user_id', '=', 'users.id'))),
    )
    .executeTakeFirst();
  if (!user) return undefined;
  const clients = await db
    .selectFrom('client_member')
    .innerJoin('client', 'client.id', 'client_member.client_id')
    .select(['client_member.client_id', 'client_member.is_accounts_management'])
    .where(({ and }) => and({ 'client_member.user_id': id, 'client.removed_at': null }))
    .execute();
  const sites = await db
    .selectFrom('membership')
    .innerJoin('site', 'site.id', 'membership.site_id')
    .select(['site.id', 'site.client_id', 'membership.permission', 'membership.has_access'])
    .where(({ and }) => and({ 'membership.user_id': id, 'site.removed_at': null }))
    .execute();
  return {
    userId: UserId.parse(user.id),
    isSuperuser: user.is_superuser,
    isOem: user.is_oem,
    isStaffManager: user.is_accounts_management && clients.length === 0,
    clients: clients.map((c) => ({
      clientId: ClientId.parse(c.client_id),
      isAccountsManagement: c.is_accounts_management,
    })),
    ...sitesOf(sites),
  };
};

interface SiteOfUser {
  readonly id: number;
  readonly client_id: number;
  readonly permission: Permission;
  readonly has_access: boolean;
}

/** A person's memberships: those with access, and those whose access was withdrawn. */
export const sitesOf = (rows: readonly SiteOfUser[]): Pick<UserSubject, 'sites' | 'sitesWithoutAccess'> => {
  const refOf = (s: SiteOfUser) => ({ siteId: SiteId.parse(s.id), clientId: ClientId.parse(s.client_id) });
  return {
    sites: rows.filter((s) => s.has_access).map((s) => ({ ...refOf(s), permission: s.permission })),
    sitesWithoutAccess: rows.filter((s) => !s.has_access).map(refOf),
  };
};

/** A membership as an authorization subject. */
export const loadMembership = async (db: Db, id: number): Promise<MembershipSubject | undefined> => {
  const row = await db
    .selectFrom('membership')
    .innerJoin('site', 'site.id', 'membership.site_id')
    .select(['membership.user_id', 'site.id as site_id', 'site.client_id'])
    .where(({ and }) => and({ 'membership.id': id, 'site.removed_at': null }))
    .executeTakeFirst();
  const user = row && (await loadUser(db, row.user_id));
  return row && user && { siteId: SiteId.parse(row.site_id), clientId: ClientId.parse(row.client_id), user };
};
