import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../platform/testing/database.ts';
import { startWalkApp, type WalkApp } from './app.ts';
import { crossing, sampleOf, searchFor } from './calls.ts';
import { matrix, openWhileUnverified } from './matrix.ts';
import { contactMethodsMatrix } from './matrix-contact-methods.ts';
import { copiesMatrix } from './matrix-copies.ts';
import { deviceTypeMatrix } from './matrix-device-types.ts';
import { edgeMatrix } from './matrix-edges.ts';
import { handoverMatrix } from './matrix-handover.ts';
import { onCallMatrix } from './matrix-on-call.ts';
import { payloadMapMatrix } from './matrix-payload-maps.ts';
import { programsMatrix } from './matrix-programs.ts';
import { serviceMatrix } from './matrix-service.ts';
import { webhookMatrix } from './matrix-webhooks.ts';
import { type Outcome, readMatrix, readRoutes, routeKey } from './read-matrix.ts';
import { makeWorld, type RoleName, roles, signInAs, signInUnverified, type World } from './world.ts';

const database = testDatabase();
const expected = readMatrix(
  `${matrix}\n${serviceMatrix}\n${onCallMatrix}\n${programsMatrix}\n${handoverMatrix}\n${webhookMatrix}\n${contactMethodsMatrix}\n${copiesMatrix}\n${edgeMatrix}\n${deviceTypeMatrix}\n${payloadMapMatrix}`,
);
let app: WalkApp;
beforeAll(async () => {
  app = await startWalkApp(database.db);
});
afterAll(() => app.stop());

interface Route {
  readonly key: string;
  readonly method: string;
  readonly path: string;
}
const routesOf = (): Route[] =>
  [...app.api.rules.keys()].map((key) => {
    const [method = '', path = ''] = key.split(' ');
    return { key, method, path };
  });

/** Every route with a row, for every role, with foreign and with own ids. */
const visits = () =>
  routesOf().flatMap((route) => {
    const row = expected.get(route.key);
    const kinds = ['foreign', 'own'] as const;
    return row ? roles.flatMap((role) => kinds.map((kind) => ({ route, row, role, kind }))) : [];
  });

interface Asked {
  readonly token: string | undefined;
  /** The world whose ids and selection are sent. */
  readonly of: World;
  /** Each role has an address of its own, so that the refused attempts of one do not count for the next. */
  readonly address?: string;
}

type Answer = Awaited<ReturnType<WalkApp['http']['inject']>>;

const ask = async ({ method, path }: Route, { token, of, address = '127.0.0.1' }: Asked): Promise<Answer> => {
  const { url, body } = sampleOf(method, path, of);
  // Without a token a socket would wait for the first message; access/socket.db.test.ts tests that.
  const selection = `${of.client},${of.site},${of.device}`;
  const inQuery = path.includes('/ws/') ? `&token=${token ?? 'x'.repeat(43)}&selection=${selection}` : '';
  return await app.http.inject({
    method: method as 'GET',
    url: `${url}${inQuery}`,
    remoteAddress: address,
    headers: {
      'x-tocsin-selection': selection,
      ...(token === undefined ? {} : { authorization: `JWT ${token}` }),
    },
    ...(body === undefined ? {} : { payload: body }),
  });
};

/** A world with a session of each role, created anew after a call has changed them. */
const unspoilt = async (name: string) => {
  const { db } = database;
  let world = await makeWorld(db, name);
  const tokens = new Map<RoleName, string | undefined>();
  let renewed = 0;
  return {
    get world() {
      return world;
    },
    async signIn(role: RoleName, other: World): Promise<string | undefined> {
      if (!tokens.has(role)) tokens.set(role, await signInAs(db, role, world, other));
      return tokens.get(role);
    },
    async renew(): Promise<void> {
      world = await makeWorld(db, name);
      tokens.clear();
      // In a running server autovacuum does this: without it each device lookup scans every world so far.
      renewed += 1;
      if (renewed % 100 === 0) await sql`analyze client, site, device, users, client_member, session`.execute(db);
    },
  };
};

/** The outcome of an answer. For a foreign tenant a 404 of the handler counts like one of the rule. */
const outcomeOf = (answer: Answer, isForeign: boolean): Outcome | '5' => {
  const { statusCode: status } = answer;
  if (status >= 500) return '5';
  if (status === 401) return '1';
  if (status === 403) return '3';
  if (status !== 404) return '+';
  if (answer.body.includes('This is a socket.')) return '+';
  return isForeign || !app.wasLetIn(String(answer.headers['x-request-id'])) ? '4' : '+';
};

/** Whether the role may see one world only. */
const isTenant = (role: RoleName): boolean => !['super', 'oem', 'staff', 'both'].includes(role);

describe('every route', () => {
  it('has a rule, is in the OpenAPI document, and has its row in the matrix, which names no other', async () => {
    const document = (await app.http.inject('/api/docs/openapi.json')).json();
    const documented = Object.entries<Record<string, unknown>>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => routeKey(method.toUpperCase(), path.replace(/\{(\w+)\}/g, ':$1'))),
    );
    const walked = routesOf().map(({ key }) => key);
    expect(documented.filter((key) => !walked.includes(key))).toEqual([]);
    expect(walked.filter((key) => !key.includes('/ws/') && !documented.includes(key))).toEqual([]);
    expect(walked.filter((key) => !expected.has(key))).toEqual([]);
    expect([...expected.keys()].filter((key) => !walked.includes(key))).toEqual([]);
  });

  // spec: decisions 3 who may do what
  // spec: visual-dashboard 7 GET current-user-notifications/; WebSocket ws/current-user-notifications/ by every role
  // meets: iec-62443-4-2 CR 2.1, CR 2.1(1), CR 2.1(2)
  // meets: cra-annex-i I.2d
  // meets: owasp-asvs-5 V8.2.1, V8.2.2, V8.3.1
  it('gives each role what the matrix says, with own and with foreign ids, and shows no tenant another', async () => {
    const wrong: string[] = [];
    let walked = 0;
    const [here, there] = [await unspoilt('Here'), await unspoilt('There')];
    for (const { route, row, role, kind } of visits()) {
      const requested = kind === 'own' ? here : there;
      const token = await here.signIn(role, there.world);
      const answer = await ask(route, { token, of: requested.world, address: `10.0.0.${roles.indexOf(role) + 1}` });
      walked += 1;
      const got = outcomeOf(answer, kind === 'foreign' && isTenant(role));
      if (got !== row[kind][role])
        wrong.push(`${route.key} as ${role}, ${kind} ids: ${row[kind][role]} expected, ${got} (${answer.statusCode})`);
      if (isTenant(role) && answer.body.includes(there.world.marker))
        wrong.push(`${route.key} shows ${role} ${there.world.marker}`);
      if (route.method === 'GET' || answer.statusCode >= 400) continue;
      // Calls that may have changed something were the last ones in their worlds.
      await here.renew();
      if (kind === 'foreign') await there.renew();
    }
    console.info(`role walk: ${routesOf().length} routes x ${roles.length} roles, ${walked} calls`);
    expect(wrong).toEqual([]);
  }, 1_800_000);
});

describe('every list and search', () => {
  // meets: iec-62443-4-2 CR 4.1
  // meets: owasp-asvs-5 V8.4.1
  it("asked for the other tenant's words and ids, by people of one tenant, gives none of them", async () => {
    const { db } = database;
    const [here, there] = [await makeWorld(db, 'Here'), await makeWorld(db, 'There')];
    const lists = routesOf().filter(({ method, path }) => method === 'GET' && !/:(?!id)|\/ws\//.test(path));
    const shown: string[] = [];
    for (const role of roles.filter((r) => isTenant(r) && r !== 'nobody')) {
      const token = await signInAs(db, role, here, there);
      for (const route of lists) {
        const { url } = sampleOf(route.method, route.path, here);
        const path = url.slice(0, url.indexOf('?'));
        for (const [text, world] of [
          [there.marker, there],
          [there.marker, here],
          ['There', here],
        ] as const) {
          const answer = await app.http.inject({
            url: `${path}${searchFor(text, world)}`,
            headers: { authorization: `JWT ${token}`, 'x-tocsin-selection': `${here.client},${here.site},` },
          });
          if (answer.body.includes(there.marker)) shown.push(`${route.key} as ${role}`);
        }
      }
    }
    expect(shown).toEqual([]);
  }, 900_000);
});

describe('ids of the other tenant inside a body or query', () => {
  it('name nothing: the call is refused and discloses nothing of the other tenant', async () => {
    const { db } = database;
    const [here, there] = [await makeWorld(db, 'Here'), await makeWorld(db, 'There')];
    const wrong: string[] = [];
    for (const role of ['account', 'manager', 'engineer', 'provider'] as const) {
      const token = await signInAs(db, role, here, there);
      for (const [method, url, payload] of crossing(here, there)) {
        const answer = await app.http.inject({
          method,
          url,
          payload,
          headers: {
            authorization: `JWT ${token}`,
            'x-tocsin-selection': `${here.client},${here.site},${here.device}`,
          },
        });
        if (![400, 403, 404].includes(answer.statusCode))
          wrong.push(`${method} ${url} as ${role}: ${answer.statusCode}`);
        if (answer.body.includes(there.marker)) wrong.push(`${method} ${url} shows ${role} ${there.marker}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('while the second factor is open', () => {
  // meets: owasp-asvs-5 V6.3.3
  it('only the documented calls answer', async () => {
    const { db } = database;
    const open = new Set(readRoutes(openWhileUnverified));
    const world = await makeWorld(db, 'Here');
    const wrong: string[] = [];
    for (const route of routesOf()) {
      const rule = app.api.rules.get(route.key);
      if (rule === 'anyone' || rule === 'device-credentials') continue;
      const answer = await ask(route, { token: await signInUnverified(db), of: world });
      const isRefused = answer.statusCode === 403 && answer.json().detail === 'Two factor verification required';
      if (isRefused === open.has(route.key)) wrong.push(`${route.key}: ${answer.statusCode}`);
    }
    expect(wrong).toEqual([]);
  });
});
