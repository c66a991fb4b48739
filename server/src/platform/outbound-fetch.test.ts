import { createServer } from 'node:http';
import { portOf } from '@tocsin/simulator/port-of';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOutboundFetch } from './outbound-fetch.ts';
import { createNetworks } from './outbound-post.ts';

const server = createServer((request, response) => {
  if (request.url === '/away') response.writeHead(302, { location: '/' });
  response.end(request.url === '/large' ? 'x'.repeat(2_000) : 'here');
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = portOf(server);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const options = { timeoutMs: 10_000, maxBytes: 1_000 };
const closed = createOutboundFetch({ ...options, isPrivateAllowed: () => false });
const open = createOutboundFetch({
  ...options,
  isPrivateAllowed: createNetworks(['127.0.0.0/8', '10.0.0.0/8']),
});
const get = { method: 'GET', headers: {} };

it.each(['https://127.0.0.1/', 'https://10.0.0.1/', 'https://[::1]/', 'https://[::ffff:10.0.0.1]/', 'http://1.1.1.1/'])(
  'refuses %s while no network is named',
  async (address) => {
    await expect(closed(address, get)).rejects.toThrow('not of the public internet');
  },
);

it.each(['http://10.0.0.1/', 'http://1.1.1.1/', 'https://192.168.0.1/'])(
  'refuses %s although other networks are named: without TLS loopback only',
  async (address) => {
    await expect(open(address, get)).rejects.toThrow('not of the public internet');
  },
);

it('checks what a name leads to, not the name', async () => {
  await expect(closed(`https://localhost:${port}/`, get)).rejects.toThrow('unknown or leads to an address');
});

it('reaches a named network, follows no redirect, and reads no more than it may', async () => {
  expect(await (await open(`http://127.0.0.1:${port}/`, get)).text()).toBe('here');
  expect((await open(`http://127.0.0.1:${port}/away`, get)).status).toBe(302);
  await expect(open(`http://127.0.0.1:${port}/large`, get)).rejects.toThrow('too large');
});
