import { SiteId } from '@tocsin/contract/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { createEncryption } from '../../platform/encryption.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeSite, makeSite, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { Gateways, gatewayPurpose } from './credentials.ts';
import { addGatewayRoutes, type SeenNode } from './routes.ts';
import { loadGateways } from './store.ts';

const database = testDatabase();
const clock = drivenClock(Date.now());
const encryption = createEncryption('a secret of at least thirty-two characters', gatewayPurpose);
const gateways = new Gateways(clock, encryption);
const ended: number[] = [];
gateways.onEnd((siteId) => ended.push(siteId));
const broker = { host: 'tocsin.example', port: 1883, tlsPort: 8883 };
let seen: SeenNode[] = [];
let api: TestApi;
let root: SignedIn;
let site: MadeSite;

beforeAll(async () => {
  const { db } = database;
  api = await testApi(
    db,
    (a) => addGatewayRoutes(a, { db, clock, encryption, gateways, broker, unknown: () => seen }),
    {
      clock,
    },
  );
  root = await signedIn(api.http, db, await makeUser(db, { is_superuser: true }), new Date(clock.now()));
  site = await makeSite(db);
});
afterAll(async () => {
  await api.http.close();
});
const url = () => `/api/v1/locations/${site.id}/gateway/`;

describe("a site's gateway credential", () => {
  it('is created only by people who may add devices there', async () => {
    const engineer = await signedIn(api.http, database.db, await makeUser(database.db, { is_oem: false }));
    expect((await engineer.post(url(), {})).statusCode).toBe(404);
    expect((await root.get(url())).json()).toMatchObject({ exists: false, username: `gateway-${site.id}` });
  });

  it('is shown once, stored as a keyed hash, and valid until another one is created', async () => {
    const created = await root.post(url(), {});
    expect(created.statusCode).toBe(201);
    const { username, password, mqtt } = created.json();
    expect(mqtt).toEqual({ host: 'tocsin.example', port: 1883, tls_port: 8883 });
    expect((await root.get(url())).json()).not.toHaveProperty('password');
    expect(JSON.stringify(await loadGateways(database.db))).not.toContain(password);
    expect(gateways.check(username, password, '10.0.0.1')).toEqual({
      kind: 'ok',
      siteId: SiteId.parse(site.id),
      clientId: site.clientId,
    });
    expect(gateways.check(username, 'wrong', '10.0.0.1')).toEqual({ kind: 'wrong' });

    const again = (await root.post(url(), {})).json();
    expect(ended).toEqual([site.id]);
    expect(gateways.check(username, password, '10.0.0.2').kind).toBe('wrong');
    expect(gateways.check(username, again.password, '10.0.0.2').kind).toBe('ok');
    const { rows } = await database.pool.query(
      "select action, new::text from audit where subject = 'gateway credential'",
    );
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(again.password);
  });

  it('ends with the removal, and with the site', async () => {
    const { username, password } = (await root.post(url(), {})).json();
    expect((await root.delete(url())).statusCode).toBe(204);
    expect(gateways.check(username, password, '10.0.0.3').kind).toBe('wrong');

    const last = (await root.post(url(), {})).json();
    await database.db.updateTable('site').set({ removed_at: new Date() }).where('id', '=', site.id).execute();
    gateways.restore(await loadGateways(database.db));
    expect(gateways.check(username, last.password, '10.0.0.4').kind).toBe('wrong');
    await database.db.updateTable('site').set({ removed_at: null }).where('id', '=', site.id).execute();
  });

  it('is refused for a minute after ten wrong passwords from one address', () => {
    for (let i = 0; i < 10; i++) gateways.check('gateway-77', 'wrong', '10.9.9.9');
    expect(gateways.check('gateway-77', 'wrong', '10.9.9.9').kind).toBe('throttled');
    expect(gateways.check('gateway-77', 'wrong', '10.9.9.8').kind).toBe('wrong');
    clock.advanceTo(clock.now() + 60_000);
    expect(gateways.check('gateway-77', 'wrong', '10.9.9.9').kind).toBe('wrong');
  });
});

describe('unknown edge nodes', () => {
  it('are listed for OEM and super users in pages, with the name under which they can be claimed', async () => {
    const node = {
      convention: 'sparkplug',
      group: 'Plant',
      edge: 'GW',
      firstSeen: 1_000,
      lastSeen: 2_000,
      messages: 3,
    } as const;
    const siteId = SiteId.parse(site.id);
    seen = [
      { ...node, device: 'LEG9', siteId, why: 'unknown' },
      { ...node, device: 'FAR', siteId, why: 'other-site' },
      { ...node, device: 'a name too long', siteId: null, why: 'unknown' },
    ];
    const manager = await signedIn(
      api.http,
      database.db,
      await makeUser(database.db, { is_accounts_management: true }),
    );
    expect((await manager.get('/api/v1/oem/unknown-nodes/')).statusCode).toBe(403);
    const { count, results } = (await root.get('/api/v1/oem/unknown-nodes/')).json();
    expect(count).toBe(3);
    expect(results.map((row: { device: string; udf_id: string | null }) => [row.device, row.udf_id])).toEqual([
      ['LEG9', 'LEG9'],
      ['FAR', null],
      ['a name too long', null],
    ]);
    expect(results[0].location).toMatchObject({ id: site.id });
    expect((await root.get('/api/v1/oem/unknown-nodes/?limit=1&offset=2')).json().results).toHaveLength(1);
  });
});
