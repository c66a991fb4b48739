import { createServer } from 'node:http';
import { createServer as createTcpServer, type Server } from 'node:net';
import { portOf } from '@tocsin/simulator/port-of';
import { afterEach, describe, expect, it } from 'vitest';
import { TestPipeline } from '../pipeline/testing/test-device.ts';
import { type DrivenClock, drivenClock } from '../platform/clock.ts';
import { ClockWatch, dateIn } from './clock-watch.ts';

const at = Date.UTC(2026, 10, 25, 18, 0, 0);
const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});
const listen = async (server: Server): Promise<number> => {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return portOf(server);
};
const httpAt = async (ms: number): Promise<string> => {
  const server = createServer((_request, response) => {
    response.setHeader('date', new Date(ms).toUTCString());
    response.end();
  });
  return `http://127.0.0.1:${await listen(server)}/`;
};
const mailServer = async (greeting: string): Promise<string> => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.write(`${greeting}\r\n`);
    socket.on('data', () => socket.end('221 bye\r\n'));
  });
  return `smtp://127.0.0.1:${await listen(server)}`;
};
const watchOf = (clock: DrivenClock, over: Partial<ConstructorParameters<typeof ClockWatch>[0]> = {}) =>
  new ClockWatch({ clock, httpUrl: null, smtpUrl: null, deviceStates: () => [], ...over });

describe('a date', () => {
  it.each([
    ['Wed, 25 Nov 2026 18:00:00 GMT', at],
    ['220 mail.example ESMTP Exim 4.97 Wed, 25 Nov 2026 19:00:00 +0100', at],
    ['220 mail.example Microsoft ESMTP MAIL Service ready at Wed, 25 Nov 2026 18:00:00 +0000', at],
    ['220 mail.example ESMTP Postfix', null],
    ['', null],
    [null, null],
    ['Wed, 99 Nov 2026 18:00:00 GMT', null],
  ])('in %j is %s', (text, ms) => {
    expect(dateIn(text)).toBe(ms);
  });
});

// meets: iec-62443-4-2 CR 2.11
describe("the server's clock", () => {
  // meets: owasp-asvs-5 V16.2.2
  it('is compared with an HTTP server and with a mail server that say their time', async () => {
    const clock = drivenClock(at + 90_000);
    const smtpUrl = await mailServer('220 mail.example ESMTP Exim 4.97 Wed, 25 Nov 2026 18:01:00 +0000');
    const watch = watchOf(clock, { httpUrl: await httpAt(at), smtpUrl });
    await watch.ask();
    expect(watch.offsets()).toEqual({ http: 89_500, smtp: 29_500 });
  });

  it('is not judged by servers without a time, and by none that has not answered for an hour', async () => {
    const clock = drivenClock(at);
    const silent = watchOf(clock, { httpUrl: 'http://127.0.0.1:1/', smtpUrl: await mailServer('220 ESMTP Postfix') });
    await silent.ask();
    expect(silent.offsets()).toEqual({});
    const watch = watchOf(clock, { httpUrl: await httpAt(at) });
    await watch.ask();
    clock.advanceTo(at + 3600_000);
    expect(watch.offsets()).toEqual({ http: -500 });
    clock.advanceTo(at + 3600_001);
    expect(watch.offsets()).toEqual({});
  });

  it('takes the median of the last five answers: one that is wrong or slow decides nothing', () => {
    const watch = watchOf(drivenClock(at));
    const heard = (offMs: number, tookMs = 0) =>
      watch.heard('http', new Date(at - offMs).toUTCString(), { askedAt: at - tookMs, answeredAt: at });
    for (const off of [0, 3_600_000, 0, 0]) heard(off);
    expect(watch.offsets()).toEqual({ http: -500 });
    heard(0, 20_000);
    expect(watch.offsets()).toEqual({ http: -500 });
    for (let i = 0; i < 3; i++) heard(7_000);
    expect(watch.offsets()).toEqual({ http: 6_500 });
  });

  it('is compared with the median of at least three devices that are online', async () => {
    const bench = await new TestPipeline().start();
    await bench.birth();
    await bench.send('data', JSON.stringify({ ts: bench.clock.now(), seq: 1, v: [20, 40, 0] }));
    const [known] = [...bench.pipeline.registry.all()];
    if (!known) throw new Error('the device is not known');
    const { deviceState } = known;
    const off = (ms: number, online = true) => ({
      ...deviceState,
      online,
      clock: { ...deviceState.clock, measuredMs: ms },
    });
    const offsetsOf = (...states: ReturnType<typeof off>[]) =>
      watchOf(drivenClock(at), { deviceStates: () => states }).offsets();
    expect(offsetsOf(off(9_000), off(9_000))).toEqual({});
    expect(offsetsOf(off(9_000), off(9_000), off(9_000, false))).toEqual({});
    expect(offsetsOf(off(8_000), off(9_000), off(-3_600_000))).toEqual({ devices: 8_000 });
  });
});
