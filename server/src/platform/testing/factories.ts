import { randomBytes } from 'node:crypto';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../db.ts';
import type { ClientTable, DeviceTable, MembershipTable, SiteTable, UsersTable } from '../tables.ts';
import { hashToken, newToken } from '../tokens.ts';

/** Each function creates a valid row with its missing parents; overrides show only what the test is about. */

let created = 0;
const next = (): number => {
  created += 1;
  return created;
};

export const makeClient = async (db: Db, over: Partial<Insertable<ClientTable>> = {}): Promise<{ id: number }> => {
  const n = next();
  return await db
    .insertInto('client')
    .values({ number: 1000 + n, company: `Company ${n}`, ...over })
    .returning('id')
    .executeTakeFirstOrThrow();
};

export interface MadeSite {
  readonly id: number;
  readonly clientId: number;
}

export const makeSite = async (db: Db, over: Partial<Insertable<SiteTable>> = {}): Promise<MadeSite> => {
  const clientId = over.client_id ?? (await makeClient(db)).id;
  const { id } = await db
    .insertInto('site')
    .values({ title: `Site ${next()}`, timezone: 'America/Chicago', ...over, client_id: clientId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, clientId };
};

export interface MadeDevice extends MadeSite {
  readonly siteId: number;
}

export const makeDevice = async (db: Db, over: Partial<Insertable<DeviceTable>> = {}): Promise<MadeDevice> => {
  const n = next();
  const siteId = over.site_id ?? (await makeSite(db)).id;
  const serial = over.serial_number ?? `SN-${n}-${randomBytes(3).toString('hex')}`;
  const type = over.device_type ?? '0300';
  await db
    .insertInto('device_registry')
    .values({ serial_number: serial, code_cipher: randomBytes(32), code_hash: randomBytes(32), device_type: type })
    .onConflict((oc) => oc.doNothing())
    .execute();
  const { id } = await db
    .insertInto('device')
    .values({
      title: `Device ${n}`,
      udf_id: type === 'F500' ? null : `U${n}`,
      ...over,
      site_id: siteId,
      serial_number: serial,
      device_type: type,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const site = await db.selectFrom('site').select('client_id').where('id', '=', siteId).executeTakeFirstOrThrow();
  return { id, siteId, clientId: site.client_id };
};

export interface UserOverrides extends Partial<Insertable<UsersTable>> {
  /** A membership of this client; derived from the sites by default. */
  readonly client?: number;
  /** Account manager of `client`. */
  readonly manages?: boolean;
  /** Roles by site id. */
  readonly on?: Readonly<Record<number, Selectable<MembershipTable>['permission']>>;
  readonly memberActive?: boolean;
  readonly visualDashboard?: boolean;
}

export interface MadeUser {
  readonly id: number;
  readonly email: string;
}

/** Creates a person; without a client and a staff flag, with a client of their own. */
export const makeUser = async (db: Db, over: UserOverrides = {}): Promise<MadeUser> => {
  const { client, manages = false, on = {}, memberActive = true, visualDashboard = true, ...row } = over;
  const n = next();
  const email = row.email ?? `person${n}@example.com`;
  const { id } = await db
    .insertInto('users')
    .values({
      username: email,
      email,
      first_name: 'Person',
      last_name: String(n),
      registered_at: new Date(),
      ...row,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const siteIds = Object.keys(on).map(Number);
  const sites =
    siteIds.length === 0 ? [] : await db.selectFrom('site').select('client_id').where('id', 'in', siteIds).execute();
  const isStaff = row.is_superuser || row.is_oem || row.is_accounts_management;
  const clients = new Set(sites.map((s) => s.client_id));
  if (client !== undefined) clients.add(client);
  if (clients.size === 0 && !isStaff) clients.add((await makeClient(db)).id);
  for (const clientId of clients)
    await db
      .insertInto('client_member')
      .values({
        user_id: id,
        client_id: clientId,
        is_accounts_management: manages,
        is_active: memberActive,
        visual_dashboard_enabled: visualDashboard,
      })
      .execute();
  for (const siteId of siteIds)
    await db
      .insertInto('membership')
      .values({ user_id: id, site_id: siteId, has_access: true, permission: on[siteId] ?? 'User' })
      .execute();
  return { id, email };
};

type Answer = Awaited<ReturnType<FastifyInstance['inject']>>;

export interface SignedIn {
  readonly token: string;
  readonly userId: number;
  get(url: string, more?: InjectOptions): Promise<Answer>;
  post(url: string, body?: object, more?: InjectOptions): Promise<Answer>;
  put(url: string, body?: object, more?: InjectOptions): Promise<Answer>;
  patch(url: string, body?: object, more?: InjectOptions): Promise<Answer>;
  delete(url: string, body?: object, more?: InjectOptions): Promise<Answer>;
}

/** Calls the API as a signed-in person, without the cost of a password. */
export const signedIn = async (
  http: FastifyInstance,
  db: Db,
  user: { readonly id: number },
  at = new Date(),
): Promise<SignedIn> => {
  const token = newToken();
  await db
    .insertInto('session')
    .values({ token_hash: hashToken(token), user_id: user.id, address: '127.0.0.1', created_at: at, used_at: at })
    .execute();
  return callsWith(http, token, user.id);
};

export const callsWith = (http: FastifyInstance, token: string, userId: number): SignedIn => {
  const call = (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body: object | undefined,
    more: InjectOptions = {},
  ) =>
    http.inject({
      ...more,
      method,
      url,
      headers: { authorization: `JWT ${token}`, ...more.headers },
      ...(body === undefined ? {} : { payload: body }),
    });
  return {
    token,
    userId,
    get: (url, more) => call('GET', url, undefined, more),
    post: (url, body, more) => call('POST', url, body, more),
    put: (url, body, more) => call('PUT', url, body, more),
    patch: (url, body, more) => call('PATCH', url, body, more),
    delete: (url, body, more) => call('DELETE', url, body, more),
  };
};
