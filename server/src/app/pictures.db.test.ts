import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../platform/testing/database.ts';
import { startWalkApp, type WalkApp } from '../testing/role-walk/app.ts';
import { sampleOf } from '../testing/role-walk/calls.ts';
import { makeWorld, signInAs, type World } from '../testing/role-walk/world.ts';

const database = testDatabase();
let app: WalkApp;
let here: World;
let there: World;
/** The picture addresses that any answer names to a super user who asks for everything of the other tenant. */
const named = new Set<string>();

/** A 1 x 1 GIF. */
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');
const isPicture = (text: string): boolean =>
  /^(?:https?:\/\/|\/)/.test(text) &&
  /\.(?:svg|png|jpe?g|gif|webp)(?:\?|$)|\/(?:logo|pictures?|images?|thumbs?)\//.test(text);

const collect = (value: unknown): void => {
  if (typeof value === 'string' && isPicture(value)) named.add(value);
  else if (value !== null && typeof value === 'object') for (const child of Object.values(value)) collect(child);
};

beforeAll(async () => {
  const { db } = database;
  app = await startWalkApp(db);
  [here, there] = [await makeWorld(db, 'Here'), await makeWorld(db, 'There')];
  await db.updateTable('client').set({ logo: gif, logo_type: 'image/gif' }).where('id', '=', there.client).execute();
  const token = await signInAs(db, 'super', there);
  for (const key of app.api.rules.keys()) {
    const [method = '', path = ''] = key.split(' ');
    if (method !== 'GET' || path.includes('/ws/')) continue;
    const answer = await app.http.inject({
      url: sampleOf(method, path, there).url,
      headers: {
        authorization: `JWT ${token}`,
        'x-tocsin-selection': `${there.client},${there.site},${there.device}`,
      },
    });
    if (String(answer.headers['content-type']).startsWith('application/json')) collect(answer.json());
  }
});
afterAll(() => app.stop());

const kinds = {
  library: /^\/api\/v2\/type-of-machine\/\d+\/pictures\//,
  sensor: /^\/sensor-images\/\w+\.svg$/,
  logo: /^\/api\/v1\/clients\/\d+\/logo\//,
};

describe('the pictures that answers name', () => {
  it('are of three kinds, none of which shows a plant: a new kind must be added here with its rights', () => {
    const others = [...named].filter((url) => !Object.values(kinds).some((kind) => kind.test(url)));
    expect(others).toEqual([]);
    for (const kind of Object.values(kinds))
      expect(
        [...named].some((url) => kind.test(url)),
        `${kind}`,
      ).toBe(true);
  });

  it('of the machine library and the sensor types name no tenant', () => {
    const shared = [...named].filter((url) => !kinds.logo.test(url));
    for (const url of shared) expect(url).not.toContain(there.marker);
  });

  it.each(['account', 'manager', 'engineer', 'user', 'wall', 'nobody'] as const)(
    'show %s of another client nothing but the logo, which is public',
    async (role) => {
      const token = await signInAs(database.db, role, here);
      const headers = token === undefined ? {} : { authorization: `JWT ${token}` };
      for (const url of named) {
        const answer = await app.http.inject({ url, headers });
        expect([url, answer.statusCode]).toEqual([url, 200]);
        expect(String(answer.headers['content-type'])).toMatch(/^image\//);
        expect(answer.body).not.toContain(there.marker);
        if (kinds.logo.test(url)) expect(answer.rawPayload).toEqual(gif);
      }
    },
  );

  it.each(['account', 'user', 'wall'] as const)(
    'are not listed to %s of another client by their objects',
    async (role) => {
      const token = await signInAs(database.db, role, here);
      const headers = { authorization: `JWT ${token}` };
      for (const url of [
        `/api/v1/clients/${there.client}/`,
        `/api/v2/tabs/${there.tab}/`,
        `/api/v2/machines/${there.machine}/`,
        `/api/v2/schemas/${there.schema}/`,
      ])
        expect([url, (await app.http.inject({ url, headers })).statusCode]).toEqual([
          url,
          expect.toBeOneOf([403, 404]),
        ]);
    },
  );
});
