import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import multipart from '@fastify/multipart';
import { portOf } from '@tocsin/simulator/port-of';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { boundBodies } from './bodies.ts';
import { takeJson, takeUrlForms } from './body.ts';
import { buildErrorHandler } from './failures.ts';
import { readFile, readParts } from './form.ts';

const MiB = 1024 * 1024;
/** The whole share of a caller without credentials: a single body that is not given back leaves nothing. */
const bodyBytes = MiB;

/** In the order of a request's life. */
const stages = [
  'onRequest',
  'before the budget',
  'after the budget',
  'preValidation',
  'preHandler',
  'handler',
  'preSerialization',
  'onSend',
] as const;
type Stage = (typeof stages)[number];

let http: FastifyInstance;
/** Where the next request is cut; null: nowhere. */
let cutAt: Stage | null = null;
let cut: (socket: Socket) => Promise<void> = async () => {};
let serverClosed: Promise<unknown> = Promise.resolve();

const reach = async (stage: Stage, socket: Socket): Promise<void> => {
  if (stage !== cutAt) return;
  cutAt = null;
  await cut(socket);
};

beforeAll(async () => {
  http = Fastify({ bodyLimit: bodyBytes });
  http.setErrorHandler(buildErrorHandler(createLog('silent')));
  await http.register(multipart, { limits: { fileSize: 8 * MiB, files: 1 } });
  takeJson(http);
  takeUrlForms(http);
  http.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, async () => 'bytes');
  http.addHook('onRequest', ({ raw }) => reach('onRequest', raw.socket));
  http.addHook('preParsing', async ({ raw }, _reply, payload) => {
    await reach('before the budget', raw.socket);
    return payload;
  });
  boundBodies(http);
  http.addHook('preParsing', async ({ raw }, _reply, payload) => {
    await reach('after the budget', raw.socket);
    return payload;
  });
  http.addHook('preValidation', ({ raw }) => reach('preValidation', raw.socket));
  http.addHook('preHandler', ({ raw }) => reach('preHandler', raw.socket));
  http.addHook('preSerialization', async ({ raw }, _reply, payload) => {
    await reach('preSerialization', raw.socket);
    return payload;
  });
  http.addHook('onSend', async ({ raw }, _reply, payload) => {
    await reach('onSend', raw.socket);
    return payload;
  });
  http.post('/whole', async ({ raw }) => {
    await reach('handler', raw.socket);
    return { read: true };
  });
  http.post('/file', async (request) => {
    await reach('handler', request.raw.socket);
    return { bytes: (await readFile(request, MiB))?.bytes.length };
  });
  http.post('/parts', async (request) => {
    await reach('handler', request.raw.socket);
    return { parts: (await readParts(request, MiB)).length };
  });
  http.server.on('connection', (socket) => {
    serverClosed = new Promise((resolve) => socket.once('close', resolve));
  });
  await http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => http.close());

const form = (field: string): string => {
  const head = `--x\r\nContent-Disposition: form-data; ${field}\r\n\r\n`;
  const tail = '\r\n--x--\r\n';
  return head + 'x'.repeat(bodyBytes - head.length - tail.length) + tail;
};
const chunked = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
const json = JSON.stringify('x'.repeat(bodyBytes - 2));

/** Each kind of body that the server reads. */
const kinds = [
  { kind: 'JSON', path: '/whole', type: 'application/json', body: json, head: '' },
  { kind: 'JSON without a length', path: '/whole', type: 'application/json', body: chunked(json), head: 'chunked' },
  { kind: 'bytes', path: '/whole', type: 'application/octet-stream', body: 'x'.repeat(bodyBytes), head: '' },
  {
    kind: 'an address form',
    path: '/whole',
    type: 'application/x-www-form-urlencoded',
    body: `a=${'x'.repeat(bodyBytes - 2)}`,
    head: '',
  },
  {
    kind: 'a file',
    path: '/file',
    type: 'multipart/form-data; boundary=x',
    body: form('name="file"; filename="a"'),
    head: '',
  },
  {
    kind: 'a form of parts',
    path: '/parts',
    type: 'multipart/form-data; boundary=x',
    body: form('name="field"'),
    head: '',
  },
] as const;
type Kind = (typeof kinds)[number];

const begin = async ({ path, type, body, head }: Kind): Promise<Socket> => {
  const client = connect(portOf(http.server), '127.0.0.1').on('error', () => {});
  await once(client, 'connect');
  const length = head === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
  client.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: ${type}\r\n${length}\r\n\r\n`);
  return client;
};

/** Status of a whole upload. */
const post = async (kind: Kind): Promise<string> => {
  const client = await begin(kind);
  client.write(kind.body);
  let text = '';
  for await (const piece of client) text += String(piece);
  return text.slice(9, 12);
};

const cuts = Array.from({ length: 12 }, (_, i) => Math.floor((bodyBytes * i) / 11));

/** A form is read by its handler, any other body before the request is validated. */
const isReadBefore = ({ path }: Kind, stage: Stage): boolean =>
  stages.indexOf(stage) > stages.indexOf(path === '/whole' ? 'after the budget' : 'handler');

describe.each(kinds)('uploads of $kind', (kind) => {
  it('that break off before and while their body is sent give their budget back', async () => {
    for (const bytes of cuts) {
      const client = await begin(kind);
      const closed = serverClosed;
      await new Promise<unknown>((resolve) => client.write(kind.body.slice(0, bytes), resolve));
      client.resetAndDestroy();
      await closed;
      await expect.poll(() => post(kind), { message: `after ${bytes} bytes` }).toBe('200');
    }
  });

  it.each(stages)('whose sender goes away at %s give their budget back', async (stage) => {
    const client = await begin(kind);
    // What nobody reads would keep the server from noticing the end.
    client.write(isReadBefore(kind, stage) ? kind.body : kind.body.slice(0, 1000));
    const isCut = Promise.withResolvers<void>();
    cut = async (socket) => {
      client.resetAndDestroy();
      if (!socket.closed) await new Promise((resolve) => socket.resume().once('close', resolve));
      isCut.resolve();
    };
    cutAt = stage;
    await isCut.promise;
    await expect.poll(() => post(kind)).toBe('200');
  });
});
