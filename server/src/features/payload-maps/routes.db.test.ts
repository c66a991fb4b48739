import { ClientId } from '@tocsin/contract/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { Refusal } from '../../platform/errors.ts';
import { createLog } from '../../platform/log.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeSite, makeSite, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { PayloadMaps } from './maps.ts';
import { addPayloadMapRoutes } from './routes.ts';
import { loadMap } from './store.ts';

const database = testDatabase();
const clock = drivenClock(Date.now());
const path = '/api/v1/payload-maps/';
let api: TestApi;
let root: SignedIn;
let manager: SignedIn;
let site: MadeSite;
let isExternal = false;
let reloads = 0;
const uncompared: { mapId: number; sensors: readonly string[] }[] = [];
let maps: PayloadMaps<string>;

const mapOf = (over: object = {}, topic?: string) => ({
  name: 'Dust fan',
  kinds: [
    {
      ...(topic ? { topic } : {}),
      values: [{ path: 'object.temperature', group: 'fan', id: 'bearing', name: 'Bearing', type: 'NUMERIC' }],
    },
  ],
  ...over,
});

beforeAll(async () => {
  const { db } = database;
  maps = new PayloadMaps(db, clock, createLog('silent'), () => 'compiled');
  await maps.start();
  api = await testApi(
    db,
    (a) =>
      addPayloadMapRoutes(a, {
        db,
        clock,
        get isExternal() {
          return isExternal;
        },
        async changed() {
          reloads++;
          await maps.changed();
        },
        tryMap: () => ({ sensors: [], samples: [] }),
        uncompare: async (_, mapId, sensors) => {
          uncompared.push({ mapId, sensors });
        },
        async ownerOf(who, client) {
          if (client === null && !who.isSuperuser) throw new Refusal('forbidden');
          return client === null ? null : ClientId.parse(client);
        },
      }),
    { clock, loaders: { 'payload-map': (id: number) => loadMap(db, id) } },
  );
  const now = new Date(clock.now());
  root = await signedIn(api.http, db, await makeUser(db, { is_superuser: true }), now);
  site = await makeSite(db);
  manager = await signedIn(api.http, db, await makeUser(db, { on: { [site.id]: 'Manager' } }), now);
});
afterAll(async () => {
  maps.stop();
  await api.http.close();
});

describe('payload maps', () => {
  it('are refused where a path, a topic or a field is wrong, with its place', async () => {
    const wrong = await root.post(path, { map: mapOf({}, '+/up') });
    expect(wrong.statusCode).toBe(400);
    expect(JSON.stringify(wrong.json())).toContain('The first level must be literal');
    expect((await root.post(path, { map: mapOf({ alarm_above: 80 }) })).statusCode).toBe(400);
    expect((await manager.post(path, { map: mapOf() })).statusCode).toBe(403);
  });

  it('of others do not exist for people of a client; shipped ones are seen and changed by nobody', async () => {
    const foreign = await makeSite(database.db);
    const { id } = (await root.post(path, { client: foreign.clientId, map: mapOf() })).json();
    expect((await manager.get(`${path}${id}/`)).statusCode).toBe(404);
    const { results } = (await root.get(`${path}?limit=3`)).json();
    expect(results.map(({ owner }: { owner: string }) => owner)).toEqual(['shipped', 'shipped', 'shipped']);
    expect((await root.put(`${path}${results[0].id}/`, { map: mapOf() })).statusCode).toBe(403);
    expect((await manager.get(`${path}${results[0].id}/`)).json()).toMatchObject({ permissions: ['payload-map.see'] });
  });

  it('have numbered versions with author and time, and reload what is compiled', async () => {
    const before = reloads;
    const made = await root.post(path, { map: mapOf({}, 'plant/{udf}/state') });
    expect(made.json()).toMatchObject({ owner: 'operator', version: 1, map: { name: 'Dust fan', missing: 'keep' } });
    const { id } = made.json();
    const saved = await root.put(`${path}${id}/`, { map: mapOf({ name: 'Fan' }), version: 1 });
    expect(saved.json()).toMatchObject({ name: 'Fan', version: 2 });
    expect((await root.put(`${path}${id}/`, { map: mapOf(), version: 1 })).statusCode).toBe(409);
    const { count, results } = (await root.get(`${path}${id}/versions/?limit=1`)).json();
    expect([count, results[0].version, results[0].map.name]).toEqual([2, 2, 'Fan']);
    expect(results[0].saved_by).not.toBe('');
    expect(reloads - before).toBe(2);
    expect(maps.byId(id)).toMatchObject({ version: 2, isSaved: true });
  });

  it('have the ticks of sensors taken back that they read otherwise: by path, unit, alarm or none, not by name', async () => {
    const two = (over: object, name = 'Speed') => {
      const [kind] = mapOf().kinds;
      const speed = { path: 'object.speed', group: 'fan', id: 'speed', name, type: 'NUMERIC', ...over };
      return mapOf({ kinds: [{ values: [...(kind?.values ?? []), speed] }] });
    };
    const { id } = (await root.post(path, { map: two({}) })).json();
    uncompared.length = 0;
    for (const [i, map] of [two({}, 'Belt speed'), two({ unit: 'm/s' }), two({ none: [0] }), mapOf()].entries())
      expect((await root.put(`${path}${id}/`, { map, version: i + 1 })).statusCode).toBe(200);
    expect(uncompared.map(({ sensors }) => sensors)).toEqual([[], ['fan.speed'], ['fan.speed'], ['fan.speed']]);
    const keyed = { path: 'object.*', group: 'fan', id: '{key}', name: '{key}', type: 'auto' };
    await root.put(`${path}${id}/`, { map: mapOf({ kinds: [{ values: [keyed] }] }), version: 5 });
    expect(uncompared.at(-1)?.sensors).toEqual(['fan.bearing', 'fan.%']);
  });

  it('of one owner never share a topic', async () => {
    expect((await root.post(path, { map: mapOf({ name: 'First' }, 'dust/{id}') })).statusCode).toBe(201);
    const second = await root.post(path, { map: mapOf({ name: 'Second' }, 'dust/{id}') });
    expect([second.statusCode, second.json().detail]).toEqual([409, "The map 'First' has the topic dust/{id} too."]);
  });

  it('in use are not removed, and the answer names the types', async () => {
    const { id } = (await root.post(path, { map: mapOf({ name: 'Used' }) })).json();
    await database.pool.query(
      `insert into device_type (code, label, owner, enters, claim, payload_map_id)
       values ('FAN', 'Dust fan type', 'operator', 'push', 'open', $1)`,
      [id],
    );
    const refused = await root.delete(`${path}${id}/`);
    expect([refused.statusCode, refused.json().detail]).toEqual([409, 'Device types use this map: Dust fan type.']);
    await database.pool.query(`delete from device_type where code = 'FAN'`);
    expect((await root.delete(`${path}${id}/`)).statusCode).toBe(204);
  });

  it('take topics of an external broker from operator staff, or within the beginning that a site was given', async () => {
    isExternal = true;
    const create = (topic: string) => manager.post(path, { client: site.clientId, map: mapOf({ name: topic }, topic) });
    expect((await create('plant-7/{id}/up')).statusCode).toBe(403);
    const prefix = `/api/v1/locations/${site.id}/topic-prefix/`;
    expect((await manager.put(prefix, { prefix: 'plant-7/' })).statusCode).toBe(403);
    expect((await root.put(prefix, { prefix: 'plant-7' })).statusCode).toBe(400);
    expect((await root.put(prefix, { prefix: '#/' })).statusCode).toBe(400);
    expect((await root.put(prefix, { prefix: 'plant-7/' })).statusCode).toBe(200);
    const other = await makeSite(database.db);
    expect((await root.put(`/api/v1/locations/${other.id}/topic-prefix/`, { prefix: 'plant-7/a/' })).statusCode).toBe(
      400,
    );
    expect((await create('plant-7/{id}/up')).statusCode).toBe(201);
    expect((await create('plant-8/{id}/up')).statusCode).toBe(403);
    isExternal = false;
  });

  it('that come with Tocsin become a new version when they change, and stay otherwise', async () => {
    const versions = async () =>
      (await database.pool.query("select version from payload_map where owner = 'shipped'")).rows.map(
        (row) => row.version,
      );
    await maps.start();
    expect(new Set(await versions())).toEqual(new Set([1]));
    await database.pool.query(
      `update payload_map_version set document = jsonb_set(document, '{about}', '"old"')
       where map_id = (select id from payload_map where code = 'chirpstack-v4')`,
    );
    await maps.start();
    expect((await versions()).sort()).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 2]);
  });
});
