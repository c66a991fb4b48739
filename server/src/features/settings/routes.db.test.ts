import { createServer, type Server } from 'node:http';
import { portOf } from '@tocsin/simulator/port-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { addSettingsRoutes, createRssReader } from './index.ts';
import { listFeeds, replaceFeeds } from './store.ts';

const database = testDatabase();
const clock = drivenClock(Date.now());
let api: TestApi;
let oem: SignedIn;
let user: SignedIn;

beforeAll(async () => {
  const { db } = database;
  api = await testApi(
    db,
    (a) => addSettingsRoutes(a, { db, clock, logoOf: async (id) => (id === 7 ? '/logo' : null) }),
    { clock },
  );
  oem = await signedIn(api.http, db, await makeUser(db, { is_oem: true }), new Date(clock.now()));
  user = await signedIn(api.http, db, await makeUser(db), new Date(clock.now()));
});
afterAll(async () => {
  await api.http.close();
});

const oemUrl = '/api/v1/oem/settings/';
const rssUrl = '/api/v1/oem/rss-feed/';
const pagesUrl = '/api/v1/oem/flatpages/';
const feed = (n: number, over: object = {}) => ({
  title: `Feed ${n}`,
  description: 'News',
  url: `https://example.com/${n}.xml`,
  ...over,
});
const audit = (subject: string) =>
  database.db.selectFrom('audit').selectAll().where('subject', '=', subject).orderBy('id').execute();

describe('operator settings', () => {
  // spec: administration 5 Support contacts: support email valid; support address max 255
  it('are for OEM and super users, with a valid e-mail and an address of at most 255 characters', async () => {
    expect((await user.get(oemUrl)).statusCode).toBe(403);
    expect((await user.patch(oemUrl, { css: '' })).statusCode).toBe(403);
    expect((await oem.patch(oemUrl, { support_email: 'nobody', support_address: 'x'.repeat(256) })).json()).toEqual({
      support_email: ['The input is not valid E-mail!'],
      support_address: ['Ensure this field has no more than 255 characters'],
    });
    expect((await oem.patch(oemUrl, { css: '@import "x"' })).json()).toEqual({
      css: ['Line 1: @import is not allowed'],
    });
  });

  // spec: administration 7 GET, PATCH oem/settings/
  // spec: administration 7 GET layout-settings/
  it('change only the named fields, answer the second of two editors with 409, and appear in everybody’s layout', async () => {
    const { version } = (await oem.get(oemUrl)).json();
    const changed = await oem.patch(oemUrl, { support_email: 'help@example.com', css: '.a { color: red }', version });
    expect(changed.json()).toMatchObject({
      support_email: 'help@example.com',
      css: '.a{color:red}',
      version: version + 1,
    });
    expect((await oem.patch(oemUrl, { support_phone: '1', version })).statusCode).toBe(409);
    const layout = await api.http.inject('/api/v1/layout-settings/?client=7');
    expect(layout.json()).toMatchObject({
      logo: '/logo',
      css: '.a{color:red}',
      support_email: 'help@example.com',
      flatPages: [],
    });
    expect((await api.http.inject('/api/v2/layout-settings/?client=')).json().logo).toBeNull();
    expect(await audit('operator settings')).toMatchObject([{ old: { css: '' }, new: { css: '.a{color:red}' } }]);
  });
});

describe('RSS feeds', () => {
  // spec: administration 5 RSS item: title, description, url required
  // spec: decisions 8 lists that are posted whole: the first bad row answers 400 with its fields and "index"
  it('refuse the first bad row with its index, and addresses that are no public web address', async () => {
    expect((await user.post(rssUrl, [])).statusCode).toBe(403);
    expect((await oem.post(rssUrl, [feed(1), { title: '' }, {}])).json()).toEqual({
      title: ['Please input your title'],
      description: ['Please input your description'],
      url: ['Please input your url'],
      index: 1,
    });
    for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'https://user:pass@example.com/', 'nonsense'])
      expect((await oem.post(rssUrl, [feed(1, { url })])).json(), url).toEqual({
        url: ['The address must begin with http:// or https://'],
        index: 0,
      });
    for (const url of [
      'http://127.0.0.1/',
      'http://[::1]/',
      'http://10.1.2.3:8080/x',
      'http://localhost/',
      'http://0x7f000001/',
    ])
      expect((await oem.post(rssUrl, [feed(1, { url })])).json(), url).toEqual({
        url: ['The address must be one of the public internet'],
        index: 0,
      });
    expect(
      (
        await oem.post(
          rssUrl,
          Array.from({ length: 21 }, (_, i) => feed(i)),
        )
      ).statusCode,
    ).toBe(400);
  });

  // spec: administration 7 GET, POST oem/rss-feed/
  it('replace the former ones, enqueue a reading, and are visible to everybody signed in', async () => {
    const first = await oem.post(rssUrl, [feed(1), feed(2)]);
    expect(first.json()).toMatchObject({ count: 2, results: [{ title: 'Feed 1', fetched_at: null, failure: '' }, {}] });
    const { version, results } = first.json();
    const second = await oem.post(rssUrl, { results: [feed(2, { title: 'Second' }), feed(3)], version });
    expect(second.json().results.map((r: { title: string }) => r.title)).toEqual(['Second', 'Feed 3']);
    expect(second.json().results[0].id).toBe(results[1].id);
    expect((await oem.post(rssUrl, { results: [], version })).statusCode).toBe(409);
    expect((await user.get(rssUrl)).json().count).toBe(2);
    const { rows } = await database.pool.query(`select 1 from graphile_worker.jobs where task_identifier = 'read-rss'`);
    expect(rows).toHaveLength(1);
    expect((await audit('RSS feeds')).length).toBe(2);
  });

  // spec: decisions 8 GET oem/rss-feed/entries/ gives the newest 20
  it('are read by the job: entries newest first, and why one could not be read', async () => {
    const { db } = database;
    const server: Server = createServer((request, response) => {
      const items = Array.from({ length: 30 }, (_, i) => {
        const day = new Date(Date.UTC(2026, 0, 1 + i)).toUTCString();
        return `<item><guid>${i}</guid><title>Entry ${i}</title><pubDate>${day}</pubDate></item>`;
      });
      if (request.url === '/good') response.end(`<rss><channel>${items.join('')}</channel></rss>`);
      else if (request.url === '/inside') response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
      else response.end('<html></html>');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const base = `http://127.0.0.1:${portOf(server)}`;
    await db.transaction().execute((trx) =>
      replaceFeeds(
        trx,
        ['/good', '/inside', '/page'].map((path) => feed(0, { title: path, url: base + path })),
      ),
    );
    const isAllowed = (address: string) => address === '127.0.0.1';
    const reader = createRssReader({ db, clock, log: createLog('silent'), isAllowed });
    await reader();
    await reader();
    server.close();
    const { count, results } = (await user.get(`${rssUrl}entries/`)).json();
    expect(count).toBe(20);
    expect(results[0]).toMatchObject({
      feed: '/good',
      title: 'Entry 29',
      url: '',
      published_at: '2026-01-30T00:00:00.000Z',
    });
    expect((await listFeeds(db)).map((row) => row.failure)).toEqual([
      '',
      'The address must be one of the public internet',
      'It is not a feed',
    ]);
    const outside = createRssReader({ db, clock, log: createLog('silent') });
    await outside();
    expect((await listFeeds(db))[0]?.failure).toBe('The address must be one of the public internet');
    expect((await user.get(`${rssUrl}entries/`)).json().count).toBe(20);
  });
});

describe('static pages', () => {
  // spec: decisions 8 oem/flatpages/ (GET, POST, PATCH, DELETE)
  // spec: visual-dashboard 7 GET get-flatpages/ static pages; GET layout-settings/ (v1) layout settings
  it('are written by OEM and super users, cleaned, in order, and read by everybody', async () => {
    expect((await user.get(pagesUrl)).statusCode).toBe(403);
    expect((await oem.post(pagesUrl, { title: ' ' })).json()).toEqual({ title: ['Please input your title'] });
    expect((await oem.post(pagesUrl, { title: 'A', slug: 'not a slug' })).json()).toEqual({
      slug: ['Use lowercase letters, digits and hyphens'],
    });
    const created = await oem.post(pagesUrl, {
      title: 'Terms of Use',
      content: '<p>Hi<script>1</script></p>',
      order: 2,
    });
    expect(created.statusCode).toBe(201);
    expect(created.json()).toMatchObject({ slug: 'terms-of-use', content: '<p>Hi</p>', order: 2, version: 1 });
    expect((await oem.post(pagesUrl, { title: 'Terms', slug: 'Terms-of-use' })).json()).toEqual({
      slug: ['Another page has this slug'],
    });
    const second = (await oem.post(pagesUrl, { title: 'Imprint', order: 1 })).json();
    for (const url of ['/api/v1/get-flatpages/', '/api/v2/get-flatpages'])
      expect((await api.http.inject(url)).json().results.map((p: { slug: string }) => p.slug)).toEqual([
        'imprint',
        'terms-of-use',
      ]);
    expect((await api.http.inject('/api/v1/get-flatpages/?slug=terms-of-use')).json().count).toBe(1);
    const one = `${pagesUrl}${created.json().id}/`;
    expect((await oem.patch(one, { order: 0, version: 1 })).json()).toMatchObject({ order: 0, version: 2 });
    expect((await oem.patch(one, { title: 'X', version: 1 })).json()).toMatchObject({
      current: { title: 'Terms of Use' },
    });
    expect((await oem.patch(one, { slug: 'imprint' })).statusCode).toBe(400);
    expect((await api.http.inject('/api/v1/layout-settings/')).json().flatPages).toMatchObject([
      { slug: 'terms-of-use' },
      { slug: 'imprint' },
    ]);
    expect((await oem.delete(`${pagesUrl}${second.id}/`)).statusCode).toBe(204);
    expect((await oem.delete(`${pagesUrl}${second.id}/`)).statusCode).toBe(404);
    expect((await audit('static page')).map((row) => row.action)).toEqual(['create', 'create', 'change', 'remove']);
  });
});
