import { type ProgramScope, programScopes } from '@tocsin/contract/access';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isSecret } from '../../access/without-secrets.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { startWalkApp, type WalkApp } from './app.ts';
import { crossing, sampleOf, searchFor } from './calls.ts';
import { readRoutes } from './read-matrix.ts';
import { makeInRole, makeServiceKey, makeWorld, type World } from './world.ts';

/** What a service account may do, by scope; written by hand, independent of the contract. All other calls refuse it. */
const scopes: Readonly<Record<Exclude<ProgramScope, 'read'>, string>> = {
  plant: `
POST /api/v1/clients/
PATCH /api/v1/clients/:id/
DELETE /api/v1/clients/:id/
POST /api/v1/locations/
POST /api/v2/locations/
PATCH /api/v1/locations/:id/
PATCH /api/v2/locations/:id/
DELETE /api/v1/locations/:id/
DELETE /api/v2/locations/:id/
POST /api/v1/devices/
POST /api/v1/devices/open/
PATCH /api/v1/devices/:id/
DELETE /api/v1/devices/:id/
PUT /api/v1/devices/:id/modbus/
POST /api/v1/devices/:id/settings/sensor-names/
POST /api/v1/devices/:id/settings/import/sensor-names/
POST /api/v1/devices/:id/settings/sensor-images/
POST /api/v1/devices/:id/settings/sensor-types/
PUT /api/v1/locations/:id/shifts/
`,
  types: `
POST /api/v1/device-types/
POST /api/v1/device-types/import/
PATCH /api/v1/device-types/:id/
DELETE /api/v1/device-types/:id/
PUT /api/v1/device-types/:id/template/document/
POST /api/v1/payload-maps/
POST /api/v1/payload-maps/try/
PUT /api/v1/payload-maps/:id/
DELETE /api/v1/payload-maps/:id/
`,
  rules: `
POST /api/v1/devices/:id/settings/warnings/
POST /api/v1/devices/:id/settings/import/warnings/
POST /api/v1/devices/:id/settings/responses/
POST /api/v1/locations/:id/responses/import/
POST /api/v1/devices/:id/settings/warnings/rehearsal/
`,
  people: `
POST /api/v1/users/
PUT /api/v1/users/:id/
PATCH /api/v1/users/:id/
DELETE /api/v1/users/:id/
POST /api/v1/membership/
PATCH /api/v1/membership/:id/
DELETE /api/v1/clients/:id/invitations/:invitation/
`,
  policies: `
POST /api/v1/escalation-policies/
PATCH /api/v1/escalation-policies/:id/
DELETE /api/v1/escalation-policies/:id/
POST /api/v1/rotations/
PATCH /api/v1/rotations/:id/
DELETE /api/v1/rotations/:id/
POST /api/v1/rotations/:id/preview/
POST /api/v1/overrides/
DELETE /api/v1/overrides/:id/
POST /api/v1/webhooks/
PATCH /api/v1/webhooks/:id/
DELETE /api/v1/webhooks/:id/
`,
  acknowledge: `
POST /api/v1/notifications/:id/acknowledge/
`,
  registry: `
GET /api/v1/oem/device-registry/
POST /api/v1/oem/device-registry/import/
`,
};

/** Calls that read, but not for programs: accounts, codes, passwords, mails, audit, what the operator sets. */
const neverRead = [
  /\/(accounts|2fa|me|audit|oem|contact-methods|quiet-hours|invitations|sms-gateway|service-accounts|notification-settings)(\/|$)/,
  /\/(clients\/:id\/(provider|sign-in)|devices\/:id\/(qr|connection|test-codes)|settings\/copies)/,
  /\/locations\/:id\/(wall-displays|edges|gateway|waiting|certificates|labels)/,
  /\/(ws|labels|incident-pack|on-call\/calendar|protection\/mail)(\/|$)/,
];
/** Whose calls are checked one by one. */
const everyScope = readRoutes('POST /api/v1/batch/');
const isRead = (route: string): boolean =>
  route.startsWith('GET ') && (/clients\/:id\/invitations$/.test(route) || !neverRead.some((one) => one.test(route)));

const database = testDatabase();
let app: WalkApp;
let own: World;
let foreign: World;
beforeAll(async () => {
  app = await startWalkApp(database.db);
  [own, foreign] = [await makeWorld(database.db, 'Here'), await makeWorld(database.db, 'There')];
});
afterAll(() => app.stop());

const ask = async (route: string, token: string, of: World, remoteAddress = '127.0.0.1') => {
  const [method = '', path = ''] = route.split(' ');
  const { url, body } = sampleOf(method, path, of);
  const selection = `${of.client},${of.site},${of.device}`;
  const inQuery = path.includes('/ws/') ? `&token=${token}&selection=${selection}` : '';
  return await app.http.inject({
    method: method as 'GET',
    url: `${url}${inQuery}`,
    remoteAddress,
    headers: { authorization: `Bearer ${token}`, 'x-tocsin-selection': selection },
    ...(body === undefined ? {} : { payload: body }),
  });
};
type Answer = Awaited<ReturnType<typeof ask>>;

const guarded = (): string[] =>
  [...app.api.rules].flatMap(([route, rule]) => (rule === 'anyone' || rule === 'device-credentials' ? [] : [route]));
const isRefused = ({ statusCode, body }: Answer): boolean => {
  if (statusCode >= 500) throw new Error(body);
  return statusCode === 403 && /A service account may not do this|This service account lacks the scope/.test(body);
};
/** Names of secret fields that an answer fills. */
const secretsIn = (value: unknown): string[] => {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, part]) =>
    isSecret(name, value) && part !== null ? [name] : secretsIn(part),
  );
};
const bodyOf = (answer: Answer): unknown =>
  String(answer.headers['content-type']).includes('json') ? answer.json() : null;

/** An account of this scope alone: of the client, made by its account manager, or of the operator, by a super user. */
const tokenOf = async (scope: ProgramScope, of: 'client' | 'operator', world = own): Promise<string> => {
  const { id: ownerId } = await makeInRole(database.db, of === 'client' ? 'account' : 'super', world);
  const clientId = of === 'client' ? world.client : null;
  return (await makeServiceKey(database.db, { clientId, ownerId, name: `${of} ${scope}` }, [scope])).token;
};

describe('a service account', () => {
  for (const of of ['client', 'operator'] as const)
    it(`of the ${of} is refused for every call outside its scope, and reads no secret`, async () => {
      const wrong: string[] = [];
      let walked = 0;
      for (const scope of programScopes) {
        let token = await tokenOf(scope, of);
        const allowed = new Set([
          ...everyScope,
          ...(scope === 'read' ? guarded().filter(isRead) : readRoutes(scopes[scope])),
        ]);
        for (const route of guarded()) {
          walked += 1;
          const answer = await ask(route, token, own);
          const got = isRefused(answer);
          if (got === allowed.has(route))
            wrong.push(`${route}, ${scope}: ${got ? 'refused' : `let in ${answer.statusCode}`}`);
          const secrets = secretsIn(bodyOf(answer));
          if (secrets.length > 0) wrong.push(`${route}, ${scope}: shows ${secrets.join(', ')}`);
          if (route.startsWith('GET ') || answer.statusCode >= 400) continue;
          own = await makeWorld(database.db, 'Here');
          token = await tokenOf(scope, of);
        }
      }
      console.info(`service walk: ${walked} calls`);
      expect(wrong).toEqual([]);
    }, 600_000);

  it('of a client sees and changes nothing of another, by their ids, their selection or their words', async () => {
    const wrong: string[] = [];
    const lists = guarded().filter((route) => isRead(route) && !route.includes(':'));
    const reading = await tokenOf('read', 'client');
    for (const route of lists) {
      const answer = await app.http.inject({
        url: `${route.slice('GET '.length)}/${searchFor(foreign.marker, foreign)}`,
        headers: { authorization: `Bearer ${reading}` },
      });
      if (answer.body.includes(foreign.marker)) wrong.push(`${route} shows ${foreign.marker}`);
    }
    for (const scope of programScopes) {
      const token = await tokenOf(scope, 'client');
      const routes = scope === 'read' ? guarded().filter(isRead) : readRoutes(scopes[scope]);
      for (const route of routes) {
        const answer = await ask(route, token, foreign);
        if (answer.body.includes(foreign.marker)) wrong.push(`${route} shows ${foreign.marker}`);
        const changes = !route.startsWith('GET ') && !route.includes('/try');
        if (changes && answer.statusCode < 400) wrong.push(`${route}: ${answer.statusCode}`);
      }
      for (const [method, url, payload] of crossing(own, foreign)) {
        const answer = await app.http.inject({ method, url, payload, headers: { authorization: `Bearer ${token}` } });
        if (answer.statusCode < 400) wrong.push(`${method} ${url} with ${scope}: ${answer.statusCode}`);
        if (answer.body.includes(foreign.marker)) wrong.push(`${method} ${url} shows ${foreign.marker}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 900_000);
});
