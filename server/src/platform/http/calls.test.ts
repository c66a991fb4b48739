import { once } from 'node:events';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildHttp } from '../http.ts';
import type { Log } from '../log.ts';

const probes = { readiness: async () => ({ ready: true, parts: {} }), metrics: async () => '', isBehindProxy: false };
const lines: { level: string; text: string }[] = [];
let onLine = (_text: string): void => {};
const write = (level: string) => (text: string) => {
  lines.push({ level, text });
  onLine(text);
};
const log: Log = {
  debug: write('debug'),
  info: write('info'),
  warn: write('warn'),
  error: write('error'),
  with: () => log,
};
let http: FastifyInstance;

beforeEach(async () => {
  lines.length = 0;
  http = await buildHttp({ log, title: 'Tocsin', version: '1', proxies: 0, https: false, probes });
  http.post('/api/v1/files/:id/', async (request) => {
    const file = await request.file();
    onLine('reading');
    await file?.toBuffer();
    return {};
  });
  http.get('/api/v1/files/:id/', () => ({}));
  http.delete('/api/v1/files/', () => ({}));
});
afterEach(() => http.close());

it('answers a method that the address has not with 405 and those that it has', async () => {
  for (const [method, url, allow] of [
    ['GET', '/api/v1/files/', 'DELETE'],
    ['PUT', '/api/v1/files/7?x=1', 'GET, POST'],
    ['PATCH', '/api/v1/files/7/', 'GET, POST'],
  ] as const) {
    const answer = await http.inject({ method, url });
    expect([answer.statusCode, answer.headers.allow, answer.json()]).toEqual([
      405,
      allow,
      { detail: `Method "${method}" not allowed.` },
    ]);
  }
  for (const url of ['/api/v1/files/7/8/', '/api/v1/', '/files/7/'])
    expect((await http.inject({ method: 'PATCH', url })).statusCode).toBe(404);
});

it('logs no error when a client leaves in the middle of its request', async () => {
  await http.listen({ port: 0, host: '127.0.0.1' });
  const address = http.server.address();
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  const type = 'content-type: multipart/form-data; boundary=zz\r\ncontent-length: 1000';
  const part = '--zz\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc';
  const said = (expected: string) =>
    new Promise<void>((resolve) => {
      onLine = (text) => {
        if (text === expected) resolve();
      };
    });
  const reading = said('reading');
  socket.write(`POST /api/v1/files/7/ HTTP/1.1\r\nhost: a\r\n${type}\r\n\r\n${part}`);
  await reading;
  const left = said('the client disconnected before the response');
  socket.resetAndDestroy();
  await left;
  expect(lines.filter(({ level }) => level !== 'debug')).toEqual([]);
});
