import { createServer, type Server } from 'node:http';
import { portOf } from '@tocsin/simulator/port-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchOutbound, isPublicAddress } from './outbound-http.ts';

let server: Server;
let base: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === '/feed') response.setHeader('content-type', 'text/xml').end('<rss/>');
    else if (path === '/inside') response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end();
    else if (path === '/file') response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    else if (path === '/loop') response.writeHead(302, { location: '/loop' }).end();
    else if (path === '/once') response.writeHead(301, { location: '/feed' }).end();
    else if (path === '/big') response.end(Buffer.alloc(2_000_000, 97));
    else if (path === '/slow') response.write('a');
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${portOf(server)}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const limits = { timeoutMs: 1_000, maxBytes: 1_000_000 };
const local = { ...limits, isAllowed: (address: string) => address === '127.0.0.1' };

describe('asking outside', () => {
  // meets: owasp-asvs-5 V1.3.6
  it('refuses private addresses, names that resolve to them, and other protocols', async () => {
    for (const address of [base, 'http://[::1]/', 'http://0x7f.1/', 'http://2130706433/'])
      await expect(fetchOutbound(address, limits), address).rejects.toThrow('not of the public internet');
    // No difference to a name that does not exist.
    for (const address of ['http://localhost:1/', `http://${'x'.repeat(64)}.example/`])
      await expect(fetchOutbound(address, limits), address).rejects.toThrow(
        'Its name is unknown or leads to an address that is not allowed',
      );
    for (const address of ['file:///etc/passwd', 'ftp://example.com/', 'gopher://x'])
      await expect(fetchOutbound(address, limits), address).rejects.toThrow('Only http and https');
    await expect(fetchOutbound('nonsense', limits)).rejects.toThrow('cannot be read');
  });

  // meets: owasp-asvs-5 V15.3.2
  it('checks again after each redirect', async () => {
    await expect(fetchOutbound(`${base}/inside`, local)).rejects.toThrow('not of the public internet');
    await expect(fetchOutbound(`${base}/file`, local)).rejects.toThrow('Only http and https');
    await expect(fetchOutbound(`${base}/loop`, local)).rejects.toThrow('redirects too often');
  });

  it('fails for a response that is too large, too slow or missing', async () => {
    await expect(fetchOutbound(`${base}/big`, local)).rejects.toThrow('too large');
    await expect(fetchOutbound(`${base}/slow`, { ...local, timeoutMs: 200 })).rejects.toThrow('in time');
    await expect(fetchOutbound(`${base}/none`, local)).rejects.toThrow('It answers 404');
  });

  it('returns the text of an allowed address, also over a redirect', async () => {
    expect((await fetchOutbound(`${base}/feed`, local)).bytes.toString()).toBe('<rss/>');
    expect((await fetchOutbound(`${base}/once`, local)).type).toBe('text/xml');
  });
});

describe('a public address', () => {
  it('is none of the private, local, reserved or wrapped ones', () => {
    for (const address of ['8.8.8.8', '1.1.1.1', '2606:4700::1111', '2a00:1450:4001::1'])
      expect(isPublicAddress(address), address).toBe(true);
    for (const address of [
      '10.0.0.1',
      '127.0.0.1',
      '169.254.169.254',
      '172.31.0.1',
      '192.168.1.1',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '::1',
      '::',
      'fe80::1',
      'fd00::1',
      'ff02::1',
      '::ffff:10.0.0.1',
      '::ffff:7f00:1',
      '64:ff9b::a00:1',
      '2002:a00:1::',
      'nonsense',
    ])
      expect(isPublicAddress(address), address).toBe(false);
  });
});
