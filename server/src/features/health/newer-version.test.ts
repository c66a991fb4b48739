import { createServer, type Server } from 'node:http';
import { portOf } from '@tocsin/simulator/port-of';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { drivenClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { confineOutbound } from '../../platform/outbound-http.ts';
import { createNewerVersion } from './newer-version.ts';

const asked: { readonly url: string | undefined; readonly headers: object }[] = [];
let answer = '';
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push({ url: request.url, headers: request.headers });
    response.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${portOf(server)}/newest.json`;
});
afterEach(() => confineOutbound(null));
afterAll(() => server.close());

const clock = drivenClock(Date.UTC(2026, 10, 29));
const log = createLog('silent');
const reader = (version: string, address: string | null = url) =>
  createNewerVersion({ url: address, version, clock, log, isAllowed: () => true });
const newest = { version: '3.10.0', advisory: 'https://example.com/advisories/3.10.0' };

// meets: cra-annex-i I.2c
it('a newer version is told with its advisory, and the address learns nothing of the installation', async () => {
  answer = JSON.stringify(newest);
  expect(await reader('3.9.2')()).toEqual(newest);
  expect(await reader('3.10.0')()).toBeNull();
  expect(await reader('4.0.0')()).toBeNull();
  expect(asked.map((one) => one.url)).toEqual(Array(3).fill('/newest.json'));
  expect(Object.keys(asked[0]?.headers ?? {}).toSorted()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ]);
  expect(asked[0]?.headers).toMatchObject({ 'user-agent': 'Tocsin' });
});

it('the address is asked once in six hours, and not at all without a setting', async () => {
  answer = JSON.stringify(newest);
  asked.length = 0;
  const read = reader('3.0.0');
  await Promise.all([read(), read()]);
  clock.advanceTo(clock.now() + 6 * 3_600_000 - 1);
  await read();
  expect(asked).toHaveLength(1);
  clock.advanceTo(clock.now() + 1);
  await read();
  expect(asked).toHaveLength(2);
  expect(await reader('3.0.0', null)()).toBeNull();
  expect(asked).toHaveLength(2);
});

it.each([
  '',
  '{}',
  JSON.stringify({ ...newest, advisory: 'javascript:alert(1)' }),
  JSON.stringify({ ...newest, version: 'newest' }),
])('an answer that is none is no notice: %s', async (text) => {
  answer = text;
  expect(await reader('3.0.0')()).toBeNull();
});

it('OUTBOUND_HOSTS holds for it too', async () => {
  answer = JSON.stringify(newest);
  confineOutbound(['updates.example.com']);
  expect(await reader('3.0.0')()).toBeNull();
});
