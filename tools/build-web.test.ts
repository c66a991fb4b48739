import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildHttp } from '../server/src/platform/http.ts';
import { createLog } from '../server/src/platform/log.ts';
import { compressTexts } from './build-web.ts';

const script = `export const text = '${'belt '.repeat(500)}';`;
const page = '<!doctype html><title>Tocsin</title>';
let folder: string;
let http: Awaited<ReturnType<typeof buildHttp>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-page-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'assets/a-1.js'), script);
  await compressTexts(folder);
  const probes = { readiness: async () => ({ ready: true, parts: {} }), metrics: async () => '', isBehindProxy: false };
  const log = createLog('silent');
  http = await buildHttp({ log, title: 'Tocsin', version: '1', proxies: 0, https: false, probes, webDir: folder });
});
afterAll(async () => {
  await http.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, encodings = '') => http.inject({ url, headers: { 'accept-encoding': encodings } });

it.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)(
  'a script is sent as the build compressed it, to who accepts %s',
  async (accepted, encoding, decompress) => {
    const reply = await get('/assets/a-1.js', accepted);
    expect(reply.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringContaining('accept-encoding'),
    });
    expect(decompress(reply.rawPayload).toString()).toBe(script);
  },
);

it('a script is sent as it is to who accepts no compression', async () => {
  const reply = await get('/assets/a-1.js');
  expect(reply.headers['content-encoding']).toBeUndefined();
  expect(reply.body).toBe(script);
});

it.each(['/', '/index.html', '/some/page?of=1'])('the page at %s is asked for again each time', async (url) => {
  const reply = await get(url, 'br');
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['cache-control']).toBe('no-cache');
  expect(reply.body).toBe(page);
});

it.each(['/assets/b-1.js', '/assets/a-1.js.br'])('%s is not there', async (url) => {
  expect((await get(url)).statusCode).toBe(404);
});
