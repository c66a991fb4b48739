import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoint, IdParams, ListQuery, listOf } from '@tocsin/contract/endpoint';
import { ClientId } from '@tocsin/contract/ids';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { drivenClock } from '../platform/clock.ts';
import { Refusal } from '../platform/errors.ts';
import { cleanUrl } from '../platform/http/clean-url.ts';
import { buildHttp } from '../platform/http.ts';
import { createLog } from '../platform/log.ts';
import type { Authorizer } from './authorize.ts';
import { createApi, route } from './route.ts';

const nobody = () => Promise.reject(new Refusal('unauthenticated'));
const closedAuthorizer: Authorizer = {
  who: nobody,
  programScope: (who) => who,
  accountScope: () => {},
  secondFactor: () => {},
  check: nobody,
  selection: nobody,
  lenientSelection: nobody,
  used: nobody,
};

const probes = {
  readiness: async () => ({ ready: false, parts: { database: 'away' } }),
  metrics: async () => 'up 1\n',
  metricsToken: 'a-metrics-token',
  isBehindProxy: true,
};
const lines: string[] = [];
const webDir = mkdtempSync(join(tmpdir(), 'tocsin-web-'));
let contact: string | null = null;
const clock = drivenClock(Date.UTC(2026, 0, 1));
const build = () =>
  buildHttp({
    log: createLog('debug', (line) => lines.push(line)),
    title: 'Tocsin',
    version: '1',
    proxies: 1,
    https: true,
    webDir,
    probes,
    perMinute: 200,
    clock,
    wellKnown: { publicUrl: 'https://portal.example', securityContact: async () => contact },
  });

const echo = endpoint({
  method: 'POST',
  path: '/api/v1/echo/:id/',
  also: ['/api/v2/echo/:id/'],
  may: 'anyone',
  says: 'Gives back what it got',
  params: IdParams,
  query: ListQuery,
  body: z.object({
    title: z.string().min(1, 'Please input your title'),
    rows: z.array(z.object({ x: z.number() })).optional(),
  }),
  reply: z.object({ id: z.number(), title: z.string(), limit: z.number() }),
  status: 201,
  maxBytes: 1024 * 1024,
});
const closed = endpoint({
  method: 'GET',
  path: '/api/v1/closed/',
  may: 'signed-in',
  programs: 'none',
  account: false,
  says: 'Nobody gets here',
  reply: listOf(z.object({ id: ClientId })),
});
const small = endpoint({
  method: 'POST',
  path: '/api/v1/small/',
  may: 'anyone',
  says: 'Takes what a stranger may send',
  body: z.object({ title: z.string() }),
  reply: z.object({ title: z.string() }),
});
const broken = endpoint({ method: 'GET', path: '/api/v1/broken/', may: 'anyone', says: 'Has a bug', reply: z.null() });

let http: FastifyInstance;
beforeAll(async () => {
  mkdirSync(join(webDir, 'assets'));
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>Tocsin</title>');
  writeFileSync(join(webDir, 'assets', 'app-1a2b.js'), 'export {}');
  http = await build();
  const api = createApi(http, closedAuthorizer);
  route(api, echo, ({ params, query, body }) => ({
    id: params.id,
    title: body.title,
    limit: query.limit,
    secret: 'x',
  }));
  route(api, closed, () => ({ count: 0, results: [] }));
  route(api, small, ({ body }) => body);
  route(api, broken, () => {
    throw new Error('the inside of the server');
  });
  await http.ready();
});
afterAll(async () => {
  await http.close();
  rmSync(webDir, { recursive: true });
});

const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
  http.inject({
    method: 'POST',
    url,
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    headers: { 'content-type': 'application/json', ...headers },
  });

describe('the HTTP side refuses', () => {
  // spec: decisions 1 400 with texts by field
  // meets: owasp-asvs-5 V1.5.2, V2.2.2
  it('with texts by field, in the words of the schema', async () => {
    const answer = await post('/api/v1/echo/1/', { title: '', rows: [{ x: 'one' }] });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ title: ['Please input your title'], rows: [expect.any(String)] });
    expect((await post('/api/v1/echo/1/', {})).json()).toEqual({ title: ['This field is required.'] });
  });

  // spec: decisions 1 limit defaults to 20 and is capped at 1000; negative or non-numeric: 400
  it('a negative or non-numeric limit, but caps a large one', async () => {
    expect((await post('/api/v1/echo/1/?limit=-1', { title: 'a' })).statusCode).toBe(400);
    expect((await post('/api/v1/echo/1/?offset=ten', { title: 'a' })).json()).toEqual({
      offset: ['A valid integer is required.'],
    });
    expect((await post('/api/v1/echo/1/?limit=5000', { title: 'a' })).json()).toMatchObject({ limit: 1000 });
    expect((await post('/api/v1/echo/1/', { title: 'a' })).json()).toMatchObject({ limit: 20 });
  });

  it('text that PostgreSQL cannot store, and a body that is not JSON', async () => {
    for (const payload of [
      '{"title":"a\\u0000"}',
      '{"title":"\\ud800"}',
      '{"title":',
      '{"__proto__":{"a":1},"title":"a"}',
      '{"\\u005f_proto__":{"a":1},"title":"a"}',
    ]) {
      const answer = await post('/api/v1/echo/1/', payload);
      expect(answer.statusCode, payload).toBe(400);
      expect(answer.json()).toHaveProperty('non_field_errors');
    }
    // The id of a group may be any word of letters and underscores.
    expect((await post('/api/v1/echo/1/', '{"title":"__proto__.4000"}')).statusCode).toBe(201);
    expect((await post('/api/v1/echo/1/', '{"title":"\\ud800"}')).json()).toEqual({
      non_field_errors: ['Text with half of a character (a lone surrogate) is not allowed.'],
    });
    expect((await post('/api/v1/echo/1/?q=%00', { title: 'a' })).statusCode).toBe(400);
    const deep = 200_000;
    const nested = `${'['.repeat(deep)}"\\u0000"${']'.repeat(deep)}`;
    expect((await post('/api/v1/echo/1/', nested)).statusCode).toBe(400);
  });

  // meets: owasp-asvs-5 V3.5.2, V13.4.3
  it('an impossible id with 404, an unknown path with 404, an anonymous caller with 401, a large body with 413, another type with 415', async () => {
    expect((await post('/api/v1/echo/abc/', { title: 'a' })).json()).toEqual({ detail: 'Not found.' });
    expect((await http.inject('/api/v1/none/')).json()).toEqual({ detail: 'Not found.' });
    expect((await http.inject('/api/v1/closed/')).statusCode).toBe(401);
    expect((await post('/api/v1/echo/1/', { title: 'a'.repeat(2_000_000) })).statusCode).toBe(413);
    expect((await post('/api/v1/echo/1/', '<a/>', { 'content-type': 'application/xml' })).statusCode).toBe(415);
  });

  it('more than 64 KiB from anonymous callers', async () => {
    expect((await post('/api/v1/small/', { title: 'a'.repeat(60_000) })).statusCode).toBe(200);
    expect((await post('/api/v1/small/', { title: 'a'.repeat(70_000) })).statusCode).toBe(413);
  });

  // meets: owasp-asvs-5 V5.3.2, V13.4.1
  it('a path that leads out of a folder of files with 404', async () => {
    for (const url of ['/assets/..%5c..%5c..%5cetc/passwd', '/api/docs/static/..%5c..%5cpackage.json'])
      expect((await http.inject(url)).json(), url).toEqual({ detail: 'Not found.' });
  });

  // spec: decisions 1 5xx with request_id, never a stack trace
  // meets: owasp-asvs-5 V16.3.4, V16.5.1
  it('a bug with 500 and a request id, without internal details', async () => {
    const answer = await http.inject('/api/v1/broken/');
    expect(answer.json()).toEqual({ detail: 'Internal server error', request_id: answer.headers['x-request-id'] });
    expect(lines.some((line) => line.includes('the inside of the server'))).toBe(true);
  });

  it('a flood with 429 and Retry-After', async () => {
    const statuses = new Set<number>();
    for (let i = 0; i < 220; i++)
      statuses.add((await http.inject({ url: '/api/v1/none/x', remoteAddress: '10.9.9.9' })).statusCode);
    const refused = await http.inject({ url: '/api/v1/closed/', remoteAddress: '10.9.9.9' });
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  // meets: owasp-asvs-5 V4.1.3, V15.3.4
  it('a flood by the address that our own proxy saw, whatever the other forwarded addresses are', async () => {
    const ask = (i: number, seen: string) =>
      http.inject({
        url: '/api/v1/none/x',
        remoteAddress: '127.0.0.1',
        headers: { 'x-forwarded-for': `203.0.113.${i % 250}, ${seen}` },
      });
    for (let i = 0; i < 200; i++) expect((await ask(i, '198.51.100.7')).statusCode).toBe(404);
    expect((await ask(1, '198.51.100.7')).statusCode).toBe(429);
    expect((await ask(1, '198.51.100.8')).statusCode).toBe(404);
  });

  it('to start with a route without a rule', async () => {
    const open = await build();
    createApi(open, closedAuthorizer);
    open.get('/api/v1/forgotten/', () => 'x');
    await expect(open.ready()).rejects.toThrow('no rule guards GET /api/v1/forgotten');
    await open.close();
  });
});

describe('the HTTP side', () => {
  // meets: owasp-asvs-5 V15.3.1
  it('limits an answer to the fields of the contract, and answers v1 and v2, with and without a slash', async () => {
    for (const path of ['/api/v1/echo/3/', '/api/v1/echo/3', '/api/v2/echo/3/', '/api/v2/echo/3']) {
      const answer = await post(path, { title: 'a' });
      expect(answer.statusCode).toBe(201);
      expect(answer.json()).toEqual({ id: 3, title: 'a', limit: 20 });
    }
  });

  // spec: decisions 1 OpenAPI at /api/docs/ and /api/docs/openapi.json
  it('describes itself', async () => {
    const document = (await http.inject('/api/docs/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    expect(document.paths['/api/v1/echo/{id}'].post.requestBody).toBeDefined();
    expect(document.paths['/api/v1/closed'].get.description).toContain('wall');
    const page = await http.inject('/api/docs/');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'self'");
    expect(page.body).not.toMatch(/<script>|<script(?![^>]*src)/);
  });

  // meets: owasp-asvs-5 V1.2.3
  it('serves the page at each of its addresses, its assets as immutable, and allows no inline script', async () => {
    for (const path of ['/', '/sites', '/password/reset/key/1-abc']) {
      const answer = await http.inject({ url: path, headers: { accept: 'text/html' } });
      expect(answer.body).toContain('<title>Tocsin</title>');
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.headers['content-security-policy']).toMatch(/script-src 'self';/);
    }
    expect((await http.inject('/assets/app-1a2b.js')).headers['cache-control']).toContain('immutable');
    expect((await http.inject('/assets/gone.js')).statusCode).toBe(404);
  });

  // meets: owasp-asvs-5 V13.4.5
  it('reports its readiness, and its metrics to the right token only', async () => {
    expect((await http.inject('/healthz')).statusCode).toBe(200);
    const ready = await http.inject('/readyz');
    expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'not ready', database: 'away' }]);
    expect((await http.inject('/metrics')).statusCode).toBe(401);
    const answer = await http.inject({ url: '/metrics', headers: { authorization: 'Bearer a-metrics-token' } });
    expect(answer.body).toBe('up 1\n');
  });

  it('lets search engines index the landing page only, and publishes where to report a vulnerability', async () => {
    expect((await http.inject('/robots.txt')).body).toBe('User-agent: *\nAllow: /$\nDisallow: /\n');
    expect((await http.inject('/.well-known/security.txt')).statusCode).toBe(404);
    contact = 'mailto:security@portal.example';
    const answer = await http.inject('/.well-known/security.txt');
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.body.split('\n')).toEqual([
      'Contact: mailto:security@portal.example',
      'Expires: 2026-04-01T00:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://portal.example/.well-known/security.txt',
      '',
    ]);
  });

  // spec: decisions 8 a token in an address never reaches a log
  it('keeps tokens out of its log', async () => {
    await http.inject('/ws/device-data/U1/?token=very-secret-token');
    expect(lines.join('\n')).not.toContain('very-secret-token');
    expect(cleanUrl('/email/confirm/7-abc')).toBe('/email/confirm/***');
    expect(cleanUrl('/invitation/link/abc')).toBe('/invitation/link/***');
    expect(cleanUrl('/api/v1/invitation-links/abc/accept/')).toBe('/api/v1/invitation-links/***/accept/');
    expect(cleanUrl('/api/v1/users/activation/get-state/abc?x=1&token=abc')).toBe(
      '/api/v1/users/activation/get-state/***?x=1&token=***',
    );
  });
});
