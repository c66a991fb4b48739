import { ClientId } from '@tocsin/contract/ids';
import { PayloadMap } from '@tocsin/contract/payload-map';
import {
  endpoints,
  maxMapVersions,
  maxPayloadMaps,
  type Sample,
  type StoredPayloadMap,
  type TriedMap,
  topicIsStaffs,
  topicTaken,
} from '@tocsin/contract/payload-maps';
import { refuseOlder } from '../../access/api-versions.ts';
import { refuseSecondName } from '../../access/one-name.ts';
import { permissionsOf } from '../../access/permissions.ts';
import { isStaff, type Person } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import type { DbAndClock, Trx } from '../../platform/db.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import { changedSensors } from './rules.ts';
import { shippedMaps } from './shipped-maps.ts';
import * as store from './store.ts';

export interface PayloadMapsDependencies extends DbAndClock {
  /** Whether devices send to a broker that is not Tocsin's, where topics are identities. */
  readonly isExternal: boolean;
  /** After a commit: reloads the maps, and tells adapters. */
  readonly changed: () => Promise<void>;
  readonly tryMap: (map: PayloadMap, samples: readonly Sample[], now: number) => TriedMap;
  /** Takes the ticks of sensors back that a map reads otherwise now (patterns of paths). */
  readonly uncompare: (trx: Trx, mapId: number, sensors: readonly string[]) => Promise<void>;
  /** Whose a new map is: refuses whoever may not make one there. */
  readonly ownerOf: (who: Person, client: number | null) => Promise<ClientId | null>;
}

const maxNamed = 20;

/** Routes of payload maps. */
export const addPayloadMapRoutes = (api: Api, dependencies: PayloadMapsDependencies): void => {
  const { db, clock, changed } = dependencies;

  const presentStored = async (who: Person, id: number): Promise<StoredPayloadMap> => {
    const row = orNotFound(await store.findMap(db, id));
    return present(row, who);
  };

  route(api, endpoints.list, async ({ who, query, selection }) => {
    const { clientId } = await selection();
    const all = isStaff(who) ? null : [...who.clients.keys()];
    const { count, rows } = await store.listMaps(db, clientId === null ? all : [clientId], query);
    return { count, results: rows.map((row) => present(row, who)) };
  });

  route(api, endpoints.one, ({ who, params }) => presentStored(who, params.id));

  route(api, endpoints.versions, async ({ params, query }) => {
    const { count, rows } = await store.versionsOf(db, params.id, query);
    const results = rows.map(({ document, saved_at, ...row }) => ({
      ...row,
      map: PayloadMap.parse(document),
      saved_at: saved_at.toISOString(),
    }));
    return { count, results };
  });

  route(api, endpoints.create, async (call) => {
    const { who, body } = call;
    const clientId = await dependencies.ownerOf(who, body.client);
    const id = await recorded(db, byCall(call), async (trx, note) => {
      const others = await store.mapsOfOwner(trx, clientId);
      if (others.length >= maxPayloadMaps) throw badField('map', `There are at most ${maxPayloadMaps} maps.`);
      await refuseTopics(trx, dependencies, who, clientId, body.map, others);
      await refuseSecondName(trx, who, { kind: 'map', of: clientId ?? 0, name: body.map.name });
      const fresh = { map: body.map, at: new Date(clock.now()), by: who.name };
      const mapId = await store.insertMap(trx, clientId, fresh);
      note({ ...about(mapId, clientId, body.map.name), action: 'create', old: null, new: { version: 1 } });
      return mapId;
    });
    await changed();
    return await presentStored(who, id);
  });

  route(api, endpoints.save, async (call) => {
    const { who, params, body } = call;
    await recorded(db, byCall(call), async (trx, note) => {
      const before = orNotFound(await store.lockMap(trx, params.id));
      await refuseOlder(body.version, before.version, () => presentStored(who, params.id));
      const owned = await store.mapsOfOwner(trx, before.client_id);
      const others = owned.filter(({ id }) => id !== params.id);
      const clientId = before.client_id === null ? null : ClientId.parse(before.client_id);
      await refuseTopics(trx, dependencies, who, clientId, body.map, others);
      const version = before.version + 1;
      const fresh = { map: body.map, at: new Date(clock.now()), by: who.name };
      await store.saveVersion(trx, params.id, version, maxMapVersions, fresh);
      const old = owned.find(({ id }) => id === params.id);
      if (old) await dependencies.uncompare(trx, params.id, changedSensors(PayloadMap.parse(old.document), body.map));
      const was = { version: before.version };
      note({ ...about(params.id, clientId, body.map.name), action: 'change', old: was, new: { version } });
    });
    await changed();
    return await presentStored(who, params.id);
  });

  route(api, endpoints.remove, async (call) => {
    const { params } = call;
    await recorded(db, byCall(call), async (trx, note) => {
      const before = orNotFound(await store.lockMap(trx, params.id));
      const users = await store.typesOfMap(trx, params.id, maxNamed + 1);
      if (users.length > 0) throw inUse(users);
      await store.deleteMap(trx, params.id);
      const clientId = before.client_id === null ? null : ClientId.parse(before.client_id);
      note({
        ...about(params.id, clientId, before.name),
        action: 'remove',
        old: { version: before.version },
        new: null,
      });
    });
    await changed();
  });

  route(api, endpoints.try, async ({ body }) => dependencies.tryMap(body.map, body.samples, clock.now()));

  route(api, endpoints.setPrefix, async (call) => {
    const { params, body, subject } = call;
    await recorded(db, byCall(call), async (trx, note) => {
      const was = await store.prefixOf(trx, params.id);
      if (body.prefix !== null && (await store.isPrefixTaken(trx, params.id, body.prefix)))
        throw badField('prefix', 'Topics of another site begin so.');
      await store.putPrefix(trx, params.id, body.prefix);
      note({
        subject: 'topic prefix',
        subjectId: params.id,
        subjectName: body.prefix ?? was ?? '',
        clientId: subject.clientId,
        siteId: subject.siteId,
        action: 'change',
        old: { prefix: was },
        new: { prefix: body.prefix },
      });
    });
    await changed();
    return { prefix: body.prefix };
  });
};

/** Two maps of one owner never share a topic; on an external broker a client's topics begin as staff said. */
async function refuseTopics(
  trx: Trx,
  { isExternal }: PayloadMapsDependencies,
  who: Person,
  clientId: ClientId | null,
  map: PayloadMap,
  others: readonly store.StoredMap[],
): Promise<void> {
  const topics = map.kinds.flatMap(({ topic }) => topic ?? []);
  for (const other of others)
    for (const { topic } of PayloadMap.parse(other.document).kinds)
      if (topic !== undefined && topics.includes(topic)) throw new Refusal('conflict', topicTaken(topic, other.name));
  if (!isExternal || topics.length === 0 || isStaff(who)) return;
  const own = (await store.loadPrefixes(trx)).filter((row) => row.client_id === clientId);
  if (!topics.every((topic) => own.some(({ prefix }) => topic.startsWith(prefix))))
    throw new Refusal('forbidden', topicIsStaffs);
}

function inUse(users: Awaited<ReturnType<typeof store.typesOfMap>>): Refusal {
  const named = users.slice(0, maxNamed).map(({ label }) => label);
  const more = users.length > maxNamed ? ' and more' : '';
  return new Refusal('conflict', `Device types use this map: ${named.join(', ')}${more}.`, {
    body: { device_types: users.slice(0, maxNamed) },
  });
}

const about = (id: number, clientId: ClientId | null, name: string) => ({
  subject: 'payload map',
  subjectId: id,
  subjectName: name,
  clientId,
});

function present(row: store.StoredMap, who: Person): StoredPayloadMap {
  const { id, name, owner, code, version, saved_by, types } = row;
  const clientId = row.client_id === null ? null : ClientId.parse(row.client_id);
  const samples = shippedMaps.find((shipped) => shipped.code === code)?.samples ?? [];
  return {
    id,
    name,
    owner,
    client: clientId,
    version,
    saved_at: row.saved_at.toISOString(),
    saved_by,
    types,
    map: PayloadMap.parse(row.document),
    samples: samples.map((sample) => ({ ...sample })),
    permissions: permissionsOf('payload-map', who, { clientId, isShipped: owner === 'shipped' }),
  };
}
