import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from './ports.ts';

it('gives ports that no outgoing connection takes, each once, and on which a server can listen', async () => {
  const ports = [];
  for (let n = 0; n < 20; n++) ports.push(await freePort());
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
