import { createServer, type Server } from 'node:http';
import { portOf } from '@tocsin/simulator/port-of';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DrivenClock, drivenClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { eventually } from '../platform/testing/eventually.ts';
import { Heartbeat } from './heartbeat.ts';

let outside: Server;
let requests: string[];
let status: number;
let clock: DrivenClock;
let ready: boolean;
let lines: string[];
let heartbeat: Heartbeat;

beforeEach(async () => {
  requests = [];
  lines = [];
  status = 200;
  ready = true;
  clock = drivenClock(0);
  outside = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.writeHead(status).end('ok');
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  const port = portOf(outside);
  heartbeat = new Heartbeat({
    url: `http://127.0.0.1:${port}/ping/secret-path`,
    clock,
    log: createLog('info', (line) => lines.push(line)),
    isReady: async () => ready,
  });
});
afterEach(async () => {
  heartbeat.stop();
  outside.closeAllConnections();
  await new Promise((resolve) => outside.close(resolve));
});

const askedTimes = (times: number) => eventually(() => expect(requests).toHaveLength(times));
/** Waits a moment in which nothing may arrive. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 50));

describe('the heartbeat', () => {
  it('is requested at the start and then once a minute', async () => {
    heartbeat.start();
    await askedTimes(1);
    clock.advanceTo(59_000);
    await quiet();
    expect(requests).toHaveLength(1);
    clock.advanceTo(60_000);
    await askedTimes(2);
    clock.advanceTo(120_000);
    await askedTimes(3);
    expect(new Set(requests)).toEqual(new Set(['/ping/secret-path']));
  });

  it('stops while no frames are stored, and continues afterwards', async () => {
    ready = false;
    heartbeat.start();
    clock.advanceTo(180_000);
    await quiet();
    expect(requests).toEqual([]);
    ready = true;
    clock.advanceTo(240_000);
    await askedTimes(1);
  });

  it('logs once that the address refuses it and once that it accepts it again, never the path', async () => {
    status = 500;
    heartbeat.start();
    await askedTimes(1);
    await eventually(() => expect(lines).toHaveLength(1));
    clock.advanceTo(60_000);
    await askedTimes(2);
    await quiet();
    expect(lines).toHaveLength(1);
    status = 200;
    clock.advanceTo(120_000);
    await eventually(() => expect(lines).toHaveLength(2));
    expect(lines.join()).not.toContain('secret-path');
  });

  it('ends with the server', async () => {
    heartbeat.start();
    await askedTimes(1);
    heartbeat.stop();
    clock.advanceTo(600_000);
    await quiet();
    expect(requests).toHaveLength(1);
  });
});
