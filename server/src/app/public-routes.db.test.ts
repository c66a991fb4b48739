import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../platform/testing/database.ts';
import { startWalkApp, type WalkApp } from '../testing/role-walk/app.ts';

const database = testDatabase();
const perMinute = 4;
let app: WalkApp;
beforeAll(async () => {
  app = await startWalkApp(database.db, undefined, { perMinute, hasRouteLimits: true });
});
afterAll(() => app.stop());

/** Every route that answers without a session, with its parameters filled in. */
const publicRoutes = (rule: string): { readonly method: 'GET' | 'POST'; readonly url: string }[] =>
  [...app.api.rules]
    .filter(([key, name]) => name === rule && !key.includes('/ws/'))
    .map(([key]) => {
      const [method = '', path = ''] = key.split(' ');
      return { method: method as 'GET' | 'POST', url: `${path.replace(/:\w+/g, 'x1')}` };
    });

describe('every public route', () => {
  it('answers an address beyond its limit with 429, and other addresses normally', async () => {
    const routes = publicRoutes('anyone');
    expect(routes.length).toBeGreaterThan(15);
    const open: string[] = [];
    for (const [i, { method, url }] of routes.entries()) {
      const remoteAddress = `10.1.${i}.1`;
      const ask = (from: string) => app.http.inject({ method, url, remoteAddress: from, payload: {} });
      for (let n = 0; n < perMinute; n++) await ask(remoteAddress);
      const last = await ask(remoteAddress);
      if (last.statusCode !== 429 || !(Number(last.headers['retry-after']) > 0))
        open.push(`${method} ${url}: ${last.statusCode}`);
      if ((await ask(`10.2.${i}.1`)).statusCode === 429) open.push(`${method} ${url}: closed for everybody`);
    }
    expect(open).toEqual([]);
  });

  it("of devices answers 429 to repeated wrong codes, though a device's own frames are not limited", async () => {
    const open: string[] = [];
    for (const [i, { method, url }] of publicRoutes('device-credentials').entries()) {
      const authorization = `Basic ${Buffer.from(`SN-${i}:guess`).toString('base64')}`;
      const ask = () =>
        app.http.inject({ method, url, remoteAddress: `10.3.${i}.1`, headers: { authorization }, payload: '{}' });
      const answers: number[] = [];
      for (let n = 0; n < 12; n++) answers.push((await ask()).statusCode);
      if (answers[0] !== 401 || answers.at(-1) !== 429) open.push(`${method} ${url}: ${answers}`);
    }
    expect(open).toEqual([]);
  });
});

describe('every answer', () => {
  // meets: owasp-asvs-5 V3.4.3, V3.4.4, V3.4.5, V3.4.6, V3.7.1, V14.2.3
  it.each(['/healthz', '/api/v1/me/', '/api/docs/', '/api/docs/openapi.json', '/no/such/page'])(
    'has the security headers that browsers enforce: %s',
    async (url) => {
      const { headers } = await app.http.inject({ method: 'GET', url, remoteAddress: '10.4.1.1' });
      const policy = String(headers['content-security-policy']);
      const directives = new Map(policy.split(';').map((one) => [one.trim().split(' ')[0], one.trim()]));
      expect(directives.get('script-src')).toBe("script-src 'self'");
      expect(directives.get('script-src-attr')).toBe("script-src-attr 'none'");
      expect(directives.get('object-src')).toBe("object-src 'none'");
      expect(directives.get('base-uri')).toBe("base-uri 'none'");
      expect(directives.get('connect-src') ?? "connect-src 'self'").toBe("connect-src 'self'");
      expect(directives.get('frame-ancestors')).toBe("frame-ancestors 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('same-origin');
      expect(headers['x-powered-by']).toBeUndefined();
    },
  );
});
