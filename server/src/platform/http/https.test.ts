import { once } from 'node:events';
import { get } from 'node:https';
import { connect as connectTls, type SecureVersion } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import websocket from 'ws';
import { buildHttp } from '../http.ts';
import { createLog } from '../log.ts';
import { testCertificate, testKey } from '../testing/tls-pair.ts';
import { openHttps } from './https.ts';

const probes = { readiness: async () => ({ ready: true, parts: {} }), metrics: async () => '', isBehindProxy: false };
const files = { cert: Buffer.from(testCertificate), key: Buffer.from(testKey) };
const publicUrl = 'https://portal.example';
let http: FastifyInstance;
let secured: Awaited<ReturnType<typeof openHttps>>;
let plain: string;

beforeEach(async () => {
  const log = createLog('silent');
  http = await buildHttp({ log, title: 'Tocsin', version: '1', proxies: 0, https: true, onlyHttps: publicUrl, probes });
  http.get('/api/v1/there/', () => ({ there: true }));
  http.get('/page', () => 'a page');
  http.get('/ws/echo', { websocket: true }, (socket) => socket.send('hello'));
  plain = await http.listen({ port: 0, host: '127.0.0.1' });
  secured = await openHttps(http, { host: '127.0.0.1', port: 0, files });
});
afterEach(async () => {
  await secured.close();
  await http.close();
});

const over = (path: string) =>
  new Promise<{ status: number | undefined; text: string; hsts: unknown }>((resolve, reject) => {
    get({ host: '127.0.0.1', port: secured.port, path, ca: testCertificate }, async (answer) => {
      let text = '';
      for await (const chunk of answer) text += chunk;
      resolve({ status: answer.statusCode, text, hsts: answer.headers['strict-transport-security'] });
    }).on('error', reject);
  });

/** 'connected', or the error of a handshake by this version and these ciphers. */
async function handshake(version: SecureVersion, ciphers?: string): Promise<string> {
  const socket = connectTls({
    host: '127.0.0.1',
    port: secured.port,
    ca: testCertificate,
    minVersion: version,
    maxVersion: version,
    ...(ciphers === undefined ? {} : { ciphers }),
  });
  const [error] = await Promise.race([once(socket, 'secureConnect'), once(socket, 'error')]).catch((thrown) => [
    thrown,
  ]);
  const protocol = socket.getProtocol();
  socket.destroy();
  return error instanceof Error ? error.message : (protocol ?? 'none');
}

// meets: owasp-asvs-5 V4.1.2
it('leads only pages to HTTPS: calls, forms and sockets without TLS are refused', async () => {
  const page = await fetch(`${plain}/page?a=1`, { redirect: 'manual' });
  expect([page.status, page.headers.get('location')]).toEqual([308, `${publicUrl}/page?a=1`]);
  for (const [path, method] of [
    ['/api/v1/there/', 'GET'],
    ['/api/v1/there/', 'POST'],
    ['/page', 'POST'],
    ['/ws/echo', 'GET'],
  ] as const) {
    const answer = await fetch(plain + path, { method, redirect: 'manual' });
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 403, null]);
    expect(await answer.text()).toContain('Only HTTPS is taken');
  }
  const socket = new websocket(`${plain.replace('http', 'ws')}/ws/echo`);
  const [error] = await once(socket, 'error');
  expect(String(error)).toContain('403');
  socket.terminate();
});

// meets: owasp-asvs-5 V3.7.2
it.each(['//evil.example/x', '/%5Cevil.example', '/?next=https://evil.example', '/page?url=//evil.example'])(
  'leads to no other host by %s',
  async (path) => {
    const answer = await fetch(plain + path, { redirect: 'manual', headers: { host: 'evil.example' } });
    expect(new URL(answer.headers.get('location') ?? '').origin).toBe(publicUrl);
    expect((await over(path)).status).not.toBe(308);
  },
);

it('answers the probes of the machine without TLS', async () => {
  expect((await fetch(`${plain}/healthz`)).status).toBe(200);
  expect((await fetch(`${plain}/readyz`)).status).toBe(200);
});

// meets: owasp-asvs-5 V4.4.1, V12.2.1
// meets: iec-62443-4-2 CR 3.1
it('serves pages, calls and sockets by TLS of its own', async () => {
  expect(await over('/page')).toMatchObject({ status: 200, text: 'a page' });
  expect(await over('/api/v1/there/')).toMatchObject({
    status: 200,
    hsts: expect.stringContaining('max-age=31536000'),
  });
  const socket = new websocket(`wss://127.0.0.1:${secured.port}/ws/echo`, { ca: testCertificate });
  const [message] = await once(socket, 'message');
  expect(String(message)).toBe('hello');
  socket.terminate();
});

// meets: owasp-asvs-5 V12.1.1, V12.1.2
it('takes TLS 1.2 and 1.3 with forward secrecy only', async () => {
  expect(await handshake('TLSv1.3')).toBe('TLSv1.3');
  expect(await handshake('TLSv1.2')).toBe('TLSv1.2');
  expect(await handshake('TLSv1.2', 'ECDHE-ECDSA-AES128-SHA')).toMatch(/handshake failure|no ciphers/i);
  expect(await handshake('TLSv1.1', 'DEFAULT:@SECLEVEL=0')).toMatch(/protocol version|unsupported protocol|alert/i);
});

it('uses a renewed certificate for new connections, and keeps the one before when the new one is broken', async () => {
  expect(() => secured.renew({ ...files, key: Buffer.from('no key') })).toThrow();
  expect((await over('/page')).status).toBe(200);
  secured.renew(files);
  expect((await over('/page')).status).toBe(200);
});
