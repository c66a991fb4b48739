import { type KeyScope, keyScopes } from '@tocsin/contract/access';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../platform/testing/database.ts';
import { startWalkApp, type WalkApp } from './app.ts';
import { sampleOf, searchFor } from './calls.ts';
import { readRoutes } from './read-matrix.ts';
import { makeInRole, makeKey, makeWorld, type RoleName, type World } from './world.ts';

/** What an API key may read, by scope; written by hand, independent of the contract. All other calls refuse keys. */
const any = `
GET /api/v1/locations/
GET /api/v2/locations/
GET /api/v1/locations/:id/
GET /api/v2/locations/:id/
GET /api/v1/devices/
GET /api/v1/devices/all/
GET /api/v1/devices/:id/
GET /api/v1/devices/:id/sensors/
GET /api/v1/devices/:id/sensors/out-of-service/
`;
const scopes = {
  live: `
GET /api/v1/locations/:id/metrics/
GET /api/v1/devices/:id/live/
GET /api/v1/graphs/device/:id/live-update/
GET /ws/device-data/:udf_id/
GET /api/v1/ws/device-data/:udf_id/
`,
  history: `
GET /api/v1/graphs/device/:id/
GET /api/v1/graphs/device/:id/export/
GET /api/v1/locations/:id/graphs/export/
GET /api/v1/graphs/device/:id/f500-nodes/
GET /api/v1/devices/:id/bearing-weeks/
GET /api/v1/devices/:id/historical/records/
GET /api/v1/devices/:id/historical/records/:record/
`,
  notifications: `
GET /api/v1/notifications/
GET /api/v1/notifications/active-count/
GET /api/v1/notifications/unacknowledged-count/
GET /api/v1/notifications/export/
GET /api/v1/notifications/:id/response/
GET /api/v1/locations/overview/
GET /api/v1/locations/:id/overview/
GET /api/v1/incidents/
GET /api/v1/incidents/:id/
GET /api/v1/now/
GET /api/v1/shelves/
GET /api/v1/out-of-service/
GET /api/v1/maintenance-tasks/
GET /api/v1/protection/
GET /api/v1/protection/count/
GET /api/v1/suspicions/
GET /api/v2/current-user-notifications/
GET /ws/current-user-notifications/
GET /api/v1/ws/current-user-notifications/
GET /api/v2/ws/current-user-notifications/
`,
  tests: `
GET /api/v1/locations/:id/proof-tests/
GET /api/v1/locations/:id/proof-tests/export/
GET /api/v1/locations/:id/proof-tests/report/
GET /api/v1/locations/:id/rounds/
GET /api/v1/locations/:id/rounds/export/
GET /api/v1/walk-tests/
GET /api/v1/maintenance-tests/
`,
  rules: `
GET /api/v1/provisioning/settings/
GET /api/v1/locations/:id/responses/export/
`,
  notes: `
GET /api/v1/locations/:id/notes/
`,
  handover: `
GET /api/v1/locations/:id/handover/
GET /api/v1/locations/:id/handover/export/
GET /api/v1/locations/:id/handover/report/
`,
} as const;
/** Owners with the most, medium and the least rights, each with another scope. */
const makers = [
  ['super', 'history'],
  ['engineer', 'live'],
  ['user', 'notifications'],
  ['manager', 'tests'],
  ['super', 'rules'],
  ['user', 'notes'],
  ['engineer', 'handover'],
] as const;
/** What concerns every device of one's own, such as the bell: a foreign selection takes nothing away and gives nothing. */
const whateverIsSelected = new Set(
  readRoutes(`
GET /api/v1/notifications/active-count/
GET /api/v1/notifications/unacknowledged-count/
GET /api/v2/current-user-notifications/
GET /api/v1/provisioning/settings/
`),
);
const statusOfForeign = (route: string): number => (whateverIsSelected.has(route) ? 200 : 404);
const tenants = ['account', 'manager', 'engineer', 'user'] as const;

const database = testDatabase();
let app: WalkApp;
let [here, there]: World[] = [];
beforeAll(async () => {
  app = await startWalkApp(database.db);
  [here, there] = [await makeWorld(database.db, 'Here'), await makeWorld(database.db, 'There')];
});
afterAll(() => app.stop());

const worlds = (): readonly [World, World] => {
  if (!here || !there) throw new Error('no worlds yet');
  return [here, there];
};
const keyOf = async (role: Exclude<RoleName, 'wall' | 'nobody'>, world: World, given: readonly KeyScope[]) => {
  const { id } = await makeInRole(database.db, role, world);
  return (await makeKey(database.db, { userId: id, clientId: null, name: role }, given)).token;
};
const ask = async (route: string, token: string, of: World) => {
  const [method = '', path = ''] = route.split(' ');
  const { url, body } = sampleOf(method, path, of);
  const selection = `${of.client},${of.site},${of.device}`;
  const inQuery = path.includes('/ws/') ? `&token=${token}&selection=${selection}` : '';
  return await app.http.inject({
    method: method as 'GET',
    url: `${url}${inQuery}`,
    headers: { authorization: `Bearer ${token}`, 'x-tocsin-selection': selection },
    ...(body === undefined ? {} : { payload: body }),
  });
};

const guarded = (): string[] =>
  [...app.api.rules].flatMap(([route, rule]) => (rule === 'anyone' || rule === 'device-credentials' ? [] : [route]));
const refusedAsKey = ({ statusCode, body }: Awaited<ReturnType<typeof ask>>): boolean => {
  if (statusCode >= 500) throw new Error(body);
  return statusCode === 403 && /An API key may not do this|This API key may not read/.test(body);
};

describe('a key for programs', () => {
  it('is refused for every call outside its scopes, whoever owns it', async () => {
    const [own] = worlds();
    const wrong: string[] = [];
    let walked = 0;
    for (const [role, scope] of makers) {
      const token = await keyOf(role, own, [scope]);
      const allowed = new Set([...readRoutes(any), ...readRoutes(scopes[scope])]);
      for (const route of guarded()) {
        walked += 1;
        const got = refusedAsKey(await ask(route, token, own));
        if (got === allowed.has(route)) wrong.push(`${route} as ${role}, ${scope}: ${got ? 'refused' : 'let in'}`);
      }
    }
    console.info(`key walk: ${walked} calls`);
    expect(wrong).toEqual([]);
  }, 900_000);

  it('shows no tenant anything of another, by their ids, their selection or their words', async () => {
    const [own, foreign] = worlds();
    const wrong: string[] = [];
    const routes = [any, ...Object.values(scopes)].flatMap(readRoutes);
    for (const role of tenants) {
      const token = await keyOf(role, own, keyScopes);
      for (const route of routes) {
        const answer = await ask(route, token, foreign);
        if (answer.statusCode !== statusOfForeign(route)) wrong.push(`${route} as ${role}: ${answer.statusCode}`);
        if (answer.body.includes(foreign.marker)) wrong.push(`${route} shows ${role} ${foreign.marker}`);
        if (/:|\/ws\//.test(route)) continue;
        const reply = await app.http.inject({
          url: `${route.slice('GET '.length)}/${searchFor(foreign.marker, foreign)}`,
          headers: { authorization: `Bearer ${token}` },
        });
        if (reply.body.includes(foreign.marker)) wrong.push(`${route} searched by ${role} shows ${foreign.marker}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('of an Engineer never reads a device’s code', async () => {
    const [own] = worlds();
    const answer = await ask('GET /api/v1/devices/:id', await keyOf('engineer', own, ['live']), own);
    expect([answer.statusCode, answer.json().code, answer.json().can_edit]).toEqual([200, null, false]);
  });
});
