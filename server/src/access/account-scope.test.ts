import { endpoint } from '@tocsin/contract/endpoint';
import { ClientId, SiteId, UserId } from '@tocsin/contract/ids';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { drivenClock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import { buildHttp } from '../platform/http.ts';
import { createLog } from '../platform/log.ts';
import { createAuthorizer } from './authorize.ts';
import type { Person, Wall } from './principal.ts';
import { createApi, route } from './route.ts';

// The scope of a call is decided without the database.
const authorizer = createAuthorizer({} as Db, () => 0, {});
const api = async () =>
  createApi(
    await buildHttp({
      log: createLog('silent'),
      title: 'Tocsin',
      version: '1',
      proxies: 0,
      https: false,
      perMinute: 100,
      clock: drivenClock(0),
      probes: { readiness: async () => ({ ready: true, parts: {} }), metrics: async () => '', isBehindProxy: false },
    }),
    authorizer,
  );
const call = { method: 'GET', says: 'A call', reply: z.null() } as const;

describe('a call whose subject belongs to no client', () => {
  it('does not start without a statement about the account, whatever the rule says', async () => {
    for (const may of ['person', 'signed-in', 'staff', 'user.change', 'email-rule.own'] as const) {
      const open = await api();
      route(open, endpoint({ ...call, path: '/api/v1/unstated/', may }), () => null);
      await expect(open.http.ready(), may).rejects.toThrow('GET /api/v1/unstated');
    }
  });

  it('starts with one, and so do calls on a client’s things and calls before the sign-in', async () => {
    const open = await api();
    route(open, endpoint({ ...call, path: '/api/v1/mine/', may: 'person', account: true }), () => null);
    route(
      open,
      endpoint({ ...call, path: '/api/v1/ours/', may: 'person', account: false, programs: 'none' }),
      () => null,
    );
    route(open, endpoint({ ...call, path: '/api/v1/sites/:id/', may: 'site.see', programs: 'read' }), () => null);
    route(open, endpoint({ ...call, path: '/api/v1/open/', may: 'anyone' }), () => null);
    await open.http.ready();
    const document = (await open.http.inject('/api/docs/openapi.json')).json();
    expect(document.paths['/api/v1/mine'].get.description).toContain("not with a session of a client's provider");
    expect(document.paths['/api/v1/ours'].get.description).not.toContain('provider');
    await open.http.close();
  });

  it('does not start without a scope of service accounts, and with one where none may call', async () => {
    const unstated = await api();
    route(unstated, endpoint({ ...call, path: '/api/v1/sites/:id/', may: 'site.see' }), () => null);
    await expect(unstated.http.ready()).rejects.toThrow('`programs` the scope of service accounts, or none');
    const own = await api();
    route(
      own,
      endpoint({ ...call, path: '/api/v1/mine/', may: 'person', account: true, programs: 'read' }),
      () => null,
    );
    await expect(own.http.ready()).rejects.toThrow('no API key may reach the account');
  });

  it('of the account admits no API key', async () => {
    const open = await api();
    route(open, endpoint({ ...call, path: '/api/v1/mine/', may: 'person', account: true, keys: 'any' }), () => null);
    await expect(open.http.ready()).rejects.toThrow('no API key may reach the account');
  });
});

describe('while the server runs', () => {
  const [clientId, siteId, userId] = [ClientId.parse(1), SiteId.parse(1), UserId.parse(1)];
  const own: Person = {
    kind: 'person',
    userId,
    sessionId: 1,
    name: 'Ann',
    email: 'ann@example.com',
    isSuperuser: true,
    isOem: false,
    isStaffManager: false,
    clients: new Map(),
    sites: new Map(),
    secondFactor: 'done',
    lockedClients: new Set(),
    stored: { client: null, site: null, device: null },
  };
  const wall: Wall = { kind: 'wall', sessionId: 1, siteId, clientId, madeBy: userId, visualDashboard: true };
  const byKey: Person = { ...own, key: { id: 1, scopes: new Set() } };
  const others = [{ ...own, onlyClientId: clientId }, byKey, wall];

  it('an unstated call is refused to everybody', () => {
    for (const who of [own, ...others])
      expect(() => authorizer.accountScope(who, 'signed-in', undefined)).toThrow('permission');
    expect(() => authorizer.accountScope(own, 'site.see', undefined)).not.toThrow();
  });

  it('a call of the account is for the own sign-in: no session of a provider, no key, no wall display', () => {
    expect(() => authorizer.accountScope(own, 'signed-in', true)).not.toThrow();
    for (const who of others) {
      expect(() => authorizer.accountScope(who, 'signed-in', true)).toThrow();
      expect(() => authorizer.accountScope(who, 'signed-in', false)).not.toThrow();
    }
  });
});
