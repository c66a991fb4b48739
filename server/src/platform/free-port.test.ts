import { createServer } from 'node:net';
import { portOf } from '@tocsin/simulator/port-of';
import { afterEach, expect, it } from 'vitest';
import { SettingError } from './config.ts';
import { anyPort, freePort } from './free-port.ts';

const occupied = createServer();
const listen = () => new Promise<number>((resolve) => occupied.listen(0, '127.0.0.1', () => resolve(portOf(occupied))));
afterEach(() => occupied.close());

it('stops on a port in use, naming the setting', async () => {
  const port = await listen();
  await expect(freePort('PORT', '127.0.0.1', port, false)).rejects.toThrow(
    new SettingError(`PORT ${port} is taken by another program on 127.0.0.1`),
  );
});

it('stops on an address that is not of this machine', async () => {
  await expect(freePort('PORT', '192.0.2.1', 18_999, true)).rejects.toThrow("PORT 18999 can't be opened on 192.0.2.1");
});

it('uses the next free port for the demo', async () => {
  const port = await listen();
  const next = await freePort('PORT', '127.0.0.1', port, true);
  expect(next).toBeGreaterThan(port);
});

it('gives ports that no outgoing connection takes, each once, and on which a server can listen', async () => {
  const ports = [];
  for (let n = 0; n < 20; n++) ports.push(await anyPort());
  expect(new Set(ports).size).toBe(ports.length);
  for (const port of ports) {
    expect(port).toBeLessThan(32_768);
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: '127.0.0.1', port }, () => server.close(() => resolve()));
    });
  }
});
