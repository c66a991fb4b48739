import { request as httpRequest, type IncomingMessage } from 'node:http';
import multipart from '@fastify/multipart';
import { portOf } from '@tocsin/simulator/port-of';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { boundBodies, createBodyPool, ownBody } from './bodies.ts';
import { buildErrorHandler } from './failures.ts';
import { readFile, readParts } from './form.ts';

const MiB = 1024 * 1024;

// meets: iec-62443-4-2 CR 7.1(1), CR 7.2
describe('a pool of bodies', () => {
  it('bounds all callers together and each by itself, and gives back once', () => {
    const pool = createBodyPool({ totalBytes: 100, shareBytes: 60, freeBytes: 5 });
    const first = pool.reserve('a', 60);
    expect(first).not.toBeNull();
    expect(pool.reserve('a', 1)).toBeNull();
    expect(pool.reserve('b', 41)).toBeNull();
    expect(pool.reserve('b', 40)).not.toBeNull();
    // A small body is accepted while large ones fill the pool.
    const small = pool.reserve('c', 5);
    expect(small).not.toBeNull();
    expect(pool.reserve('c', 6)).toBeNull();
    first?.();
    first?.();
    small?.();
    expect(pool.reservedBytes).toBe(40);
    expect(pool.reserve('a', 60)).not.toBeNull();
  });
});

const open: FastifyInstance[] = [];
afterEach(async () => {
  for (const http of open.splice(0)) await http.close();
});

async function server() {
  const http = Fastify({ bodyLimit: MiB });
  open.push(http);
  http.setErrorHandler(buildErrorHandler(createLog('silent')));
  await http.register(multipart, { limits: { fileSize: 8 * MiB, files: 1 } });
  boundBodies(http);
  http.post('/echo', () => ({ read: true }));
  http.post('/file', async (request) => ({ bytes: (await readFile(request, 1000))?.bytes.length ?? null }));
  http.post('/parts', async (request) => ({ parts: (await readParts(request, 1000)).length }));
  return http;
}

const form = (parts: readonly (readonly [head: string, content: string])[]) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
  payload: `${parts
    .map(([head, content]) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`)
    .join('')}--x--\r\n`,
});

describe('bodies', () => {
  it('of unknown routes are not read', async () => {
    const http = await server();
    let read = 0;
    http.addContentTypeParser('*', (_request, payload, done) => {
      payload.on('data', (chunk: Buffer) => (read += chunk.length));
      payload.on('end', () => done(null));
    });
    const answer = await http.inject({
      method: 'POST',
      url: '/nowhere',
      headers: { 'content-type': 'application/octet-stream' },
      payload: Buffer.alloc(1000),
    });
    expect([answer.statusCode, read]).toEqual([404, 0]);
  });

  it('beyond what one caller may hold at once are refused with 503 and Retry-After, and admitted again afterwards', async () => {
    const http = await server();
    let admitted = 0;
    http.addHook('onRequest', async (request) => ownBody(request, { pool: 'stranger', key: 'one' }));
    http.addHook('preParsing', async (_request, _reply, payload) => {
      admitted++;
      return payload;
    });
    await http.listen({ host: '127.0.0.1', port: 0 });
    const port = portOf(http.server);
    const half = { 'content-type': 'application/json', 'content-length': String(MiB / 2) };
    const begin = (answered: (response: IncomingMessage) => void) => {
      const call = httpRequest({ port, method: 'POST', path: '/echo', headers: half }, answered);
      call.on('error', () => {});
      call.flushHeaders();
      return call;
    };
    const held = [begin(() => {}), begin(() => {})];
    await expect.poll(() => admitted).toBe(2);
    const refused = await new Promise<IncomingMessage>((resolve) => begin(resolve));
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1']);
    refused.destroy();
    for (const call of held) call.destroy();
    await expect
      .poll(
        async () =>
          (await http.inject({ method: 'POST', url: '/echo', payload: { a: 'x'.repeat(MiB / 2) } })).statusCode,
      )
      .toBe(200);
  });

  it.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=y'])(
    'that are no form answer 400: %s',
    async (type) => {
      const http = await server();
      for (const url of ['/file', '/parts']) {
        const headers = { 'content-type': type };
        const answer = await http.inject({ method: 'POST', url, headers, payload: '--x\r\nnothing' });
        expect([answer.statusCode, answer.json()]).toEqual([400, { non_field_errors: ['The body cannot be read.'] }]);
      }
    },
  );

  it.each(['', '--x--\r\n'])('that are forms without a part answer 400: %j', async (payload) => {
    const http = await server();
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await http.inject({ method: 'POST', url: '/parts', headers, payload })).statusCode).toBe(400);
  });

  it('that are forms count in all their parts together', async () => {
    const http = await server();
    const parts = Array.from({ length: 4 }, (_, i) => [`name="f${i}"`, 'x'.repeat(300)] as const);
    const fits = await http.inject({ method: 'POST', url: '/parts', ...form(parts.slice(1)) });
    expect(fits.json()).toEqual({ parts: 3 });
    expect((await http.inject({ method: 'POST', url: '/parts', ...form(parts) })).statusCode).toBe(413);
  });

  // meets: owasp-asvs-5 V5.2.1
  it('that are forms of more bytes than their route takes are refused by their declared length', async () => {
    const http = await server();
    const large = form([['name="file"; filename="a"', 'x'.repeat(MiB)]]);
    expect((await http.inject({ method: 'POST', url: '/file', ...large })).statusCode).toBe(413);
  });
});
