import { randomBytes, randomUUID } from 'node:crypto';
import { type KeyScope, keyScopes, type ProgramScope, programScopes } from '@tocsin/contract/access';
import { sql } from 'kysely';
import type { Permission } from '../../access/principal.ts';
import { insertAccount, insertServiceKey } from '../../access/store-service-accounts.ts';
import type { Db } from '../../platform/db.ts';
import { type MadeUser, makeClient, makeDevice, makeSite, makeUser } from '../../platform/testing/factories.ts';
import { hashToken, newKeyToken, newServiceToken, newToken } from '../../platform/tokens.ts';

/** One tenant with one of everything; each of its texts contains its marker. */
export interface World {
  readonly marker: string;
  readonly client: number;
  readonly site: number;
  readonly device: number;
  readonly udfId: string;
  /** A User of the site, the subject of calls about people. */
  readonly user: MadeUser;
  readonly membership: number;
  readonly event: number;
  /** A sensor of the device that is suspected dead. */
  readonly suspicion: number;
  readonly shelf: number;
  readonly walk: number;
  /** The code of the device's label. */
  readonly label: string;
  readonly rotation: number;
  readonly override: number;
  readonly policy: number;
  readonly webhook: number;
  readonly deviceType: number;
  readonly payloadMap: number;
  readonly delivery: string;
  /** Handed over from the event. */
  readonly task: number;
  readonly emailRule: number;
  readonly schema: number;
  readonly tab: number;
  readonly machine: number;
  readonly mail: number;
  readonly session: number;
  readonly wall: number;
  readonly apiKey: number;
  readonly serviceAccount: number;
  /** An invitation of the client to a person who has an account elsewhere. */
  readonly invitation: number;
}

let created = 0;

/** A walk that has ended and is not signed. */
const someWalk = (id: number, marker: string) => ({
  id,
  siteId: 0,
  serialNumber: marker,
  idleMs: 1_800_000,
  startedAt: Date.now(),
  userId: 0,
  userName: marker,
  activeAt: Date.now(),
  announced: null,
  last: null,
  endedAt: Date.now(),
  endReason: 'idle',
  signedAt: null,
  signedBy: null,
  comment: '',
  sensors: [],
});
const noEvidence = (marker: string) => ({
  kind: 'flat',
  unit: 'C',
  value: 20,
  amount: 24,
  starts: 0,
  neighbours: [{ path: '4.4000', name: `${marker} neighbour`, min: 20, max: 30 }],
  graph: { from: 0, own: [20], others: [], starts: [] },
});

const one = async (
  query: { execute(db: Db): Promise<{ rows: readonly { id: number }[] }> },
  db: Db,
): Promise<number> => {
  const { rows } = await query.execute(db);
  return Number(rows[0]?.id ?? 0);
};

export const makeWorld = async (db: Db, name: string): Promise<World> => {
  created += 1;
  const marker = `${name}${created}x`;
  const texts = { address: `${marker} street`, full_name: `${marker} contact`, email: `${marker}@${marker}.example` };
  const client = (await makeClient(db, { ...texts, company: `${marker} Company`, phone: marker })).id;
  const site = (await makeSite(db, { ...texts, client_id: client, title: `${marker} Site`, mobile: marker })).id;
  const udfId = `U${created.toString(36)}W`;
  const device = (
    await makeDevice(db, { site_id: site, title: `${marker} Device`, udf_id: udfId, serial_number: `${marker}-serial` })
  ).id;
  const user = await makeUser(db, {
    on: { [site]: 'User' },
    client,
    registered_at: null,
    first_name: marker,
    last_name: 'Person',
    email: `person-${marker}@example.com`,
    company: marker,
  });
  const { id: membership } = await db
    .selectFrom('membership')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  const event = created * 1000 + 7;
  await sql`insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name,
      device_name, group_id, sensor_id, sensor_name, content, is_active, is_late, is_notified, is_test)
    values (${event}, ${Date.now()}, ${Date.now()}, ${device}, ${client}, ${site}, 'alarm_on', ${`${marker} Company`},
      ${`${marker} Site`}, ${`${marker} Device`}, '4', '401', ${`${marker} sensor`}, ${`${marker} alarm`},
      true, false, true, false)`.execute(db);
  const shelf = created;
  await sql`insert into shelf (id, device_id, client_id, site_id, client_name, site_name, device_name, group_id, sensor_id, title,
      covers_alarms, reason_code, reason, priority, started_at, first_from, until, user_name)
    values (${shelf}, ${device}, ${client}, ${site}, ${`${marker} Company`}, ${`${marker} Site`}, ${`${marker} Device`},
      '4', '401', ${`${marker} sensor`}, false, 'other', ${`${marker} reason`}, 'medium', ${Date.now()}, ${Date.now()},
      ${Date.now() + 3_600_000}, ${marker})`.execute(db);
  const walk = created;
  await sql`insert into walk_test (id, device_id, client_id, site_id, client_name, site_name, device_name, user_id,
      started_at, state)
    values (${walk}, ${device}, ${client}, ${site}, ${`${marker} Company`}, ${`${marker} Site`}, ${`${marker} Device`},
      ${user.id}, ${Date.now()}, ${JSON.stringify(someWalk(walk, marker))}::jsonb)`.execute(db);
  const label = `label-of-${marker.toLowerCase()}`;
  await sql`insert into label (code, device_id, printed_at) values (${label}, ${device}, now())`.execute(db);
  const task = await one(
    sql<{
      id: number;
    }>`insert into maintenance_task (device_id, event_id, event_type, content, event_at, what, owner_id,
        owner_name, due, created_at, created_by)
      values (${device}, ${event}, 'alarm_on', ${`${marker} alarm`}, ${Date.now()}, ${`${marker} task`}, ${user.id},
        ${marker}, '2026-11-30', now(), ${marker}) returning id`,
    db,
  );
  const suspicion = await one(
    sql<{
      id: number;
    }>`insert into sensor_suspicion (device_id, path, kind, type, unit, since, found_at, seen_at, evidence)
      values (${device}, '4.4001', 'flat', 'NUMERIC', 'C', 0, now(), now(), ${JSON.stringify(noEvidence(marker))}::jsonb)
      returning id`,
    db,
  );
  const rotation = await one(
    sql<{ id: number }>`insert into rotation (client_id, site_id, title, timezone, handover_time, start_day, created_at)
      values (${client}, ${site}, ${`${marker} rotation`}, 'UTC', '06:00', '2026-11-23', now()) returning id`,
    db,
  );
  await sql`insert into rotation_person (rotation_id, position, user_id, user_name)
    values (${rotation}, 0, ${user.id}, ${`${marker} Person`})`.execute(db);
  const override = await one(
    sql<{ id: number }>`insert into rotation_override
        (rotation_id, user_id, user_name, starts_at, ends_at, created_at, created_by)
      values (${rotation}, ${user.id}, ${`${marker} Person`}, '2100-01-01', '2100-01-02', now(), ${marker}) returning id`,
    db,
  );
  const steps = [
    { after_minutes: 0, everybody: false, targets: [{ kind: 'person', id: user.id, name: `${marker} Person` }] },
  ];
  const policy = await one(
    sql<{ id: number }>`insert into escalation_policy (client_id, site_id, title, event_types, least_priority, steps,
        repeats, repeat_after_minutes, goes_on_after_clearing, created_at)
      values (${client}, ${site}, ${`${marker} policy`}, '{alarm_on}', 4, ${JSON.stringify(steps)}::jsonb, 0, 10, true,
        now()) returning id`,
    db,
  );
  const webhook = await one(
    sql<{
      id: number;
    }>`insert into webhook (client_id, site_id, title, url, secret, event_types, least_priority, format,
        created_at)
      values (${client}, ${site}, ${`${marker} webhook`}, 'https://receiver.example/', '\\x00', '{alarm_on}', 4, 'tocsin',
        now()) returning id`,
    db,
  );
  const deviceType = await one(
    sql<{ id: number }>`insert into device_type (client_id, code, label, owner, enters, claim)
      values (${client}, ${`T-${client}`}, ${`${marker} type`}, 'client', 'push', 'open') returning id`,
    db,
  );
  const payloadMap = await one(
    sql<{ id: number }>`with made as (insert into payload_map (client_id, owner, name, created_at)
        values (${client}, 'client', ${`${marker} map`}, now()) returning id)
      insert into payload_map_version (map_id, version, document, saved_at, saved_by)
      select id, 1, '{"name":"A map","kinds":[{"values":[{"path":"a","group":"g","id":"a","name":"A","type":"NUMERIC"}]}]}',
        now(), '' from made returning map_id as id`,
    db,
  );
  const delivery = randomUUID();
  await sql`insert into webhook_delivery (id, webhook_id, event_type, subject, body, state, created_at)
    values (${delivery}, ${webhook}, 'test', ${`${marker} delivery`}, '{}', 'delivered', now())`.execute(db);
  const emailRule = await one(
    sql<{ id: number }>`insert into email_rule (user_id, client_id, event_type, alternative_contact, all_devices)
      values (${user.id}, ${client}, 'alarm', ${`${marker}@example.com`}, true) returning id`,
    db,
  );
  const schema = await one(
    sql<{ id: number }>`insert into schema (site_id, name, is_published, published_at, modified_at)
      values (${site}, ${`${marker} schema`}, true, now(), now()) returning id`,
    db,
  );
  const empty = { machines: [], connectors: [], shapes: [], text_elements: [] };
  const document = { format: 2, name: `${marker} tab`, width: 800, height: 600, ...empty };
  const tab = await one(
    sql<{ id: number }>`insert into schema_tab (schema_id, position, name, document, modified_at)
      values (${schema}, 0, ${`${marker} tab`}, ${JSON.stringify(document)}::jsonb, now()) returning id`,
    db,
  );
  const machine = await one(
    sql<{ id: number }>`insert into schema_machine (tab_id, frontend_id, name)
      values (${tab}, 'm1', ${`${marker} machine`}) returning id`,
    db,
  );
  const { id: mail } = await db
    .insertInto('mail')
    .values({
      message_id: `<${marker}>`,
      kind: 'account',
      to_address: user.email,
      subject: `${marker} mail`,
      html: marker,
      text: marker,
      user_id: user.id,
      client_id: client,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const session = await startSession(db, { user_id: user.id });
  const keeper = await makeUser(db, { client, manages: true, first_name: marker, last_name: 'Keeper' });
  const wall = await startSession(db, { kind: 'wall', site_id: site, made_by: keeper.id });
  const { id: apiKey } = await makeKey(db, { userId: user.id, clientId: client, name: `${marker} key` });
  const { id: serviceAccount } = await makeServiceKey(db, {
    clientId: client,
    ownerId: keeper.id,
    name: `${marker} program`,
  });
  const invited = await makeUser(db, { first_name: 'Invited', email: `invited-${marker}@example.com` });
  const invitation = await one(
    sql<{ id: number }>`insert into invitation (client_id, user_id, email, invited_by, created_at, expires_at)
      values (${client}, ${invited.id}, ${invited.email}, ${keeper.id}, now(), now() + interval '1 day') returning id`,
    db,
  );
  return {
    marker,
    client,
    site,
    device,
    udfId,
    user,
    membership,
    event,
    suspicion,
    shelf,
    walk,
    label,
    rotation,
    override,
    policy,
    webhook,
    deviceType,
    payloadMap,
    delivery,
    task,
    emailRule,
    schema,
    tab,
    machine,
    mail,
    session: session.id,
    wall: wall.id,
    apiKey,
    serviceAccount,
    invitation,
  };
};

/** An API key valid for a day, with every scope by default. */
export const makeKey = async (
  db: Db,
  of: { readonly userId: number; readonly clientId: number | null; readonly name: string },
  scopes: readonly KeyScope[] = keyScopes,
): Promise<{ id: number; token: string }> => {
  const token = newKeyToken();
  const { userId, clientId, name } = of;
  const inserted = sql<{ id: number }>`
    insert into api_key (user_id, client_id, name, token_hash, tail, scopes, created_at, expires_at)
    values (${userId}, ${clientId}, ${name}, ${hashToken(token)}, ${token.slice(-4)}, ${scopes}, now(),
      now() + interval '1 day') returning id`;
  return { id: await one(inserted, db), token };
};

/** A service account with a key valid for a day, with every scope by default. */
export const makeServiceKey = async (
  db: Db,
  of: { readonly clientId: number | null; readonly ownerId: number; readonly name: string },
  scopes: readonly ProgramScope[] = programScopes,
): Promise<{ id: number; token: string }> => {
  const token = newServiceToken();
  const [created_at, expires_at] = [new Date(), new Date(Date.now() + 86_400_000)];
  const { clientId: client_id, ...who } = of;
  const id = await db.transaction().execute(async (trx) => {
    const account_id = await insertAccount(trx, { ...who, client_id, scopes: [...scopes], created_at });
    const key = { token_hash: hashToken(token), tail: token.slice(-4), addresses: [] };
    await insertServiceKey(trx, { ...key, account_id, created_at, expires_at });
    return account_id;
  });
  return { id, token };
};

interface SessionOf {
  readonly kind?: 'person' | 'wall';
  readonly user_id?: number;
  readonly site_id?: number;
  readonly made_by?: number;
  readonly only_client_id?: number;
}
const startSession = async (db: Db, of: SessionOf): Promise<{ id: number; token: string }> => {
  const token = newToken();
  const values = { token_hash: hashToken(token), address: '127.0.0.1', ...of };
  const { id } = await db.insertInto('session').values(values).returning('id').executeTakeFirstOrThrow();
  return { id, token };
};

/**
 * `both`: a User of both worlds, by an own sign-in; `provider`: the same person, by the provider of the first world's
 * client.
 */
export const roles = [
  'super',
  'oem',
  'staff',
  'account',
  'manager',
  'engineer',
  'user',
  'provider',
  'both',
  'wall',
  'nobody',
] as const;
export type RoleName = (typeof roles)[number];

/** A person with the role in the world; `other` is the second world of a person of both. */
export const makeInRole = (
  db: Db,
  role: Exclude<RoleName, 'wall' | 'nobody'>,
  world: World,
  other: World = world,
): Promise<MadeUser> => {
  const on = (permission: Permission) => ({ on: { [world.site]: permission } });
  const places = {
    super: { is_superuser: true },
    oem: { is_oem: true },
    staff: { is_accounts_management: true },
    account: { client: world.client, manages: true },
    manager: on('Manager'),
    engineer: on('Engineer'),
    user: on('User'),
    provider: { on: { [world.site]: 'User', [other.site]: 'User' } },
    both: { on: { [world.site]: 'User', [other.site]: 'User' } },
  } as const;
  return makeUser(db, places[role]);
};

/** The token of a person with the role in the world; undefined for nobody. `other` as in makeInRole. */
export const signInAs = async (
  db: Db,
  role: RoleName,
  world: World,
  other: World = world,
): Promise<string | undefined> => {
  switch (role) {
    case 'nobody':
      return undefined;
    case 'wall': {
      const maker = await makeUser(db, { client: world.client, manages: true });
      return (await startSession(db, { kind: 'wall', site_id: world.site, made_by: maker.id })).token;
    }
    default: {
      const user_id = (await makeInRole(db, role, world, other)).id;
      return (await startSession(db, { user_id, ...(role === 'provider' ? { only_client_id: world.client } : {}) }))
        .token;
    }
  }
};

/** A person with a second factor, in a session that has not verified it yet. */
export const signInUnverified = async (db: Db): Promise<string> => {
  const superUser = await makeUser(db, { is_superuser: true });
  await sql`insert into two_factor (user_id, secret, verified_at) values (${superUser.id}, ${randomBytes(40)}, now())`.execute(
    db,
  );
  return (await startSession(db, { user_id: superUser.id })).token;
};
