import { connect } from 'node:net';
import { portOf } from '@tocsin/simulator/port-of';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { drivenClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { addressOf, refuseReset } from './address.ts';
import { buildErrorHandler } from './failures.ts';
import { limitRequests } from './limit-requests.ts';

it('ends a request whose connection was reset before it was handled, without an error in the log', async () => {
  const errors: unknown[] = [];
  const log = createLog('error', (line) => errors.push(line));
  const http = Fastify();
  http.setErrorHandler(buildErrorHandler(log));
  refuseReset(http);
  limitRequests(http, { clock: drivenClock(0), perMinute: 10, hasRouteLimits: true });
  let handled = 0;
  http.get('/', async (request) => {
    handled++;
    return addressOf(request);
  });
  await http.listen({ host: '127.0.0.1', port: 0 });
  const closed = new Promise((resolve) => {
    http.server.once('connection', (socket) => {
      // As of a socket whose peer has reset the connection: there is no address, and nothing was closed yet.
      Object.defineProperty(socket, 'remoteAddress', { get: () => undefined });
      socket.once('close', resolve);
    });
  });
  connect(portOf(http.server), '127.0.0.1')
    .on('error', () => {})
    .write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await closed;
  expect((await http.inject('/')).body).toBe('127.0.0.1');
  expect([handled, errors]).toEqual([1, []]);
  await http.close();
});
