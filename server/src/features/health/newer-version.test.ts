import { createServer, type Server } from 'node:http';
import { portOf } from '@tocsin/simulator/port-of';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { drivenClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { confineOutbound } from '../../platform/outbound-http.ts';
import { createNewerVersion, readNewerVersion } from './newer-version.ts';

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
const isAllowed = () => true;
const newerThan = (version: string) => readNewerVersion({ version, isAllowed }, url);
const newest = {
  version: '3.10.0',
  advisory: 'https://example.com/advisories/3.10.0',
  is_security: true,
  advice: 'Close port 1883 until it is installed.',
};

// meets: cra-annex-i I.2c
it('a newer version is told with its advisory, and the address learns nothing of the installation', async () => {
  answer = JSON.stringify(newest);
  expect(await newerThan('3.9.2')).toEqual(newest);
  expect(await newerThan('3.10.0')).toBeNull();
  expect(await newerThan('4.0.0')).toBeNull();
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

it('the address is asked once in six hours, ten minutes after a failure, and not at all without a setting', async () => {
  answer = '';
  asked.length = 0;
  const known = createNewerVersion({ url, version: '3.0.0', clock, log, isAllowed });
  const failed = vi.spyOn(log, 'warn');
  expect(known()).toBeNull();
  await expect.poll(() => failed.mock.calls.length).toBe(1);
  answer = JSON.stringify(newest);
  clock.advanceTo(clock.now() + 600_000 - 1);
  expect([known(), asked.length]).toEqual([null, 1]);
  clock.advanceTo(clock.now() + 1);
  known();
  await expect.poll(known).toEqual(newest);
  clock.advanceTo(clock.now() + 6 * 3_600_000 - 1);
  known();
  expect(asked).toHaveLength(2);
  clock.advanceTo(clock.now() + 1);
  known();
  await expect.poll(() => asked.length).toBe(3);
  expect(createNewerVersion({ url: null, version: '3.0.0', clock, log })()).toBeNull();
  expect(asked).toHaveLength(3);
});

it.each([
  '',
  '{}',
  JSON.stringify({ ...newest, advisory: 'javascript:alert(1)' }),
  JSON.stringify({ ...newest, version: 'newest' }),
])('an answer that is none is no notice: %s', async (text) => {
  answer = text;
  await expect(newerThan('3.0.0')).rejects.toThrow();
});

it('OUTBOUND_HOSTS holds for it too', async () => {
  answer = JSON.stringify(newest);
  confineOutbound(['updates.example.com']);
  await expect(newerThan('3.0.0')).rejects.toThrow();
});
