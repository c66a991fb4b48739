import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { portOf } from '@tocsin/simulator/port-of';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../errors.ts';
import { buildHttp } from '../http.ts';
import { createLog } from '../log.ts';

const probes = { readiness: async () => ({ ready: true, parts: {} }), metrics: async () => '', isBehindProxy: false };
let http: FastifyInstance;
let bodies: unknown[];
const build = (https: boolean) =>
  buildHttp({ log: createLog('silent'), title: 'Tocsin', version: '1', proxies: 0, https, probes });

beforeEach(async () => {
  bodies = [];
  http = await build(false);
  http.post('/api/v1/echo/', (request) => {
    bodies.push(request.body);
    return { there: true };
  });
});
afterEach(() => http.close());

/** The first line of the answer to raw bytes. */
const statusOf = async (text: string): Promise<string> => (await answerTo(text)).split('\r\n', 1)[0] ?? '';

/** The answer to raw bytes: the first line, or all until the server ends the connection. */
async function answerTo(text: string, isWhole = false): Promise<string> {
  if (!http.server.listening) await http.listen({ port: 0, host: '127.0.0.1' });
  const address = http.server.address();
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1').on('error', () => {});
  socket.write(text);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
    if (!isWhole && answer.includes('\r\n')) socket.destroy();
  });
  await once(socket, 'close');
  return answer;
}
const refuse = async () => {
  throw new Refusal('unauthenticated');
};
const head = 'POST /api/v1/echo/ HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n';

describe('an HTTP message', () => {
  // meets: owasp-asvs-5 V4.2.1
  it.each([
    ['two lengths', `${head}content-length: 2\r\ncontent-length: 30\r\n\r\n{}`],
    [
      'a length and chunks',
      `${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n`,
    ],
    ['chunks by another name', `${head}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n`],
    ['a line feed in a header', `${head}x-one: a\n\rx-two: b\r\n\r\n`],
  ])('with %s is refused, so that nothing is smuggled in it', async (_what, text) => {
    expect(await statusOf(text)).toMatch(/^HTTP\/1\.1 400 /);
    expect(bodies).toEqual([]);
  });

  it.each([
    ['lines without CR', 'POST /api/v1/echo/ HTTP/1.1\nhost: a\ncontent-type: application/json\n\n{}', 400],
    ['another version', 'GET / HTTP/9.9\r\nhost: a\r\n\r\n', 400],
    ['headers beyond 16 KiB', `GET / HTTP/1.1\r\nhost: a\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ])('with %s is answered in the form of every other refusal', async (_what, text, status) => {
    const answer = await answerTo(text, true);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({ detail: expect.stringMatching(/\.$/) });
  });

  it.each(['json', 'application', 'text/xml', 'application/xml; charset=utf-8'])(
    'of the type %s is refused with a sentence that says what to send',
    async (type) => {
      const headers = { 'content-type': type };
      const answer = await http.inject({ method: 'POST', url: '/api/v1/echo/', payload: '{}', headers });
      expect([answer.statusCode, answer.json()]).toEqual([
        415,
        { detail: `Content-Type '${type}' is not supported. Send application/json.` },
      ]);
    },
  );

  it('of 8 MiB that is refused before its body stays unread, and its caller gets the refusal', async () => {
    http.addHook('onRequest', async (request) => {
      if (request.url === '/api/v1/refused/') throw new Refusal('unauthenticated');
    });
    http.post('/api/v1/refused/', () => ({}));
    await http.listen({ port: 0, host: '127.0.0.1' });
    const accepted = once(http.server, 'connection');
    const client = connect(portOf(http.server), '127.0.0.1').on('error', () => {});
    const [serverSide] = (await accepted) as [Socket];
    let answer = '';
    client.on('data', (piece) => {
      answer += String(piece);
    });
    client.write(`${head.replace('echo', 'refused')}content-length: ${8 << 20}\r\n\r\n`);
    for (let sent = 0; sent < 8; sent++) client.write(Buffer.alloc(1 << 20, ' '));
    await once(serverSide, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(serverSide.bytesRead).toBeLessThan(1 << 20);
  });

  it.each(['/ws/refused', '/ws/none', '/ws/%00'])(
    'that asks %s for a socket in vain keeps no connection',
    async (path) => {
      http.get('/ws/refused', { websocket: true, preHandler: refuse }, () => {});
      await http.listen({ port: 0, host: '127.0.0.1' });
      const accepted = once(http.server, 'connection');
      const client = connect(portOf(http.server), '127.0.0.1')
        .on('error', () => {})
        .resume();
      const [serverSide] = (await accepted) as [Socket];
      const key = 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13';
      client.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n${key}\r\n\r\n`);
      await once(serverSide, 'close');
      expect(serverSide.bytesWritten).toBeGreaterThan(0);
    },
  );

  // meets: owasp-asvs-5 V1.1.1
  it('is decoded once: what is encoded twice stays encoded', async () => {
    http.get<{ Params: { name: string }; Querystring: { q: string } }>('/api/v1/named/:name', ({ params, query }) => ({
      name: params.name,
      q: query.q,
    }));
    const answer = await http.inject('/api/v1/named/%252e%252e%252fetc?q=%2525%253Cscript%253E');
    expect(answer.json()).toEqual({ name: '%2e%2e%2fetc', q: '%25%3Cscript%3E' });
    const payload = { text: '\\u003cb\\u003e &lt;b&gt; %3Cb%3E' };
    await http.inject({ method: 'POST', url: '/api/v1/echo/', payload });
    expect(bodies).toEqual([payload]);
  });

  // meets: owasp-asvs-5 V13.4.4
  it.each(['TRACE', 'CONNECT', 'TRACK'])('by %s does nothing', async (method) => {
    expect(await statusOf(`${method} /api/v1/echo/ HTTP/1.1\r\nhost: a\r\n\r\n`)).not.toMatch(/ 2\d\d /);
  });

  // meets: owasp-asvs-5 V15.3.6
  it.each(['{"__proto__": {"isAdmin": true}}', '{"a": [{"__proto__": {"isAdmin": true}}]}'])(
    'with %s changes no prototype',
    async (payload) => {
      const answer = await http.inject({
        method: 'POST',
        url: '/api/v1/echo/',
        payload,
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.statusCode).toBe(400);
      expect(bodies).toEqual([]);
      expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
    },
  );
});

describe('an answer', () => {
  // meets: owasp-asvs-5 V3.4.1
  it('asks browsers for https for a year, subdomains included, where the portal has it', async () => {
    const secure = await build(true);
    const answer = await secure.inject('/healthz');
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect((await http.inject('/healthz')).headers['strict-transport-security']).toBeUndefined();
    await secure.close();
  });

  // meets: owasp-asvs-5 V4.1.1, V14.3.2
  // meets: owasp-asvs-5 V14.2.2
  it('of the API names its type and letters, and is stored nowhere', async () => {
    const answer = await http.inject({ method: 'POST', url: '/api/v1/echo/', payload: {} });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  // meets: owasp-asvs-5 V3.4.2
  it('allows no other origin to read it', async () => {
    const headers = { origin: 'https://other.example', 'access-control-request-method': 'POST' };
    for (const method of ['GET', 'OPTIONS', 'POST'] as const) {
      const answer = await http.inject({ method, url: '/api/v1/echo/', headers });
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});
