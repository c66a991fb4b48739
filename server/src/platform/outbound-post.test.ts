import { createServer, type Server } from 'node:https';
import { portOf } from '@tocsin/simulator/port-of';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOutboundFetch } from './outbound-fetch.ts';
import { confineOutbound, fetchOutbound } from './outbound-http.ts';
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

describe('every outbound request', () => {
  afterEach(() => confineOutbound(null));

  // meets: owasp-asvs-5 V13.2.4, V13.2.5
  it.each([
    ['127.0.0.1', 'refused'],
    ['localhost', 'refused'],
    ['a.hooks.example', 'sent'],
    ['hooks.example', 'refused'],
    ['HOOK.example', 'sent'],
    ['hook.example.evil.example', 'refused'],
  ])('reaches only hosts that OUTBOUND_HOSTS lists: %s is %s', async (host, outcome) => {
    confineOutbound(['hook.example', '*.hooks.example']);
    const url = `https://${host}:${portOf(server)}/hook`;
    const { signal } = new AbortController();
    const ways = [
      post(url, {}, 'x', { isPrivateAllowed: () => true, now: 0, signal }),
      fetchOutbound(url, { timeoutMs: 5_000, maxBytes: 100, isAllowed: () => true }),
      createOutboundFetch({ timeoutMs: 5_000, maxBytes: 100, isPrivateAllowed: () => true })(url, {
        method: 'GET',
        headers: {},
      }),
    ];
    const refusal = 'Its host is not one that OUTBOUND_HOSTS lists';
    for (const way of await Promise.allSettled(ways)) {
      const text = way.status === 'rejected' && way.reason instanceof Error ? way.reason.message : '';
      expect(text === refusal).toBe(outcome === 'refused');
    }
    expect(requests).toBe(0);
  });
});
