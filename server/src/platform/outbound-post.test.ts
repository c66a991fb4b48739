import { createServer, type Server } from 'node:https';
import { portOf } from '@tocsin/simulator/port-of';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { post } from './outbound-post.ts';
import { testCertificate, testKey } from './testing/tls-pair.ts';

let server: Server;
let requests: number;

beforeEach(async () => {
  requests = 0;
  server = createServer({ cert: testCertificate, key: testKey }, (_request, response) => {
    requests += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('a post', () => {
  // meets: owasp-asvs-5 V12.3.2
  it('sends nothing to a receiver whose certificate is not valid', async () => {
    const url = `https://127.0.0.1:${portOf(server)}/hook`;
    const { signal } = new AbortController();
    const options = { isPrivateAllowed: () => true, now: 0, signal };
    await expect(post(url, {}, 'secret', options)).rejects.toMatchObject({
      code: expect.stringMatching(/SELF_SIGNED|UNABLE_TO_VERIFY|CERT_/),
    });
    expect(requests).toBe(0);
  });
});
