import { sql } from 'kysely';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { testApi } from '../../access/testing.ts';
import { certificateSources } from '../../app/certificates.ts';
import { systemClock } from '../../platform/clock.ts';
import { signingKey } from '../../platform/signing-key.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import {
  type MadeDevice,
  makeDevice,
  makeSite,
  makeUser,
  type SignedIn,
  signedIn,
} from '../../platform/testing/factories.ts';
import { countHour } from '../../platform/testing/protected-hours.ts';
import { startWalkApp, type WalkApp } from '../../testing/role-walk/app.ts';
import { addCertificateRoutes } from './routes.ts';
import { checkFiles } from './verify.ts';

const database = testDatabase();
let app: WalkApp;
let device: MadeDevice;
let manager: SignedIn;

beforeAll(async () => {
  app = await startWalkApp(database.db);
  const site = await makeSite(database.db, { timezone: 'America/Chicago' });
  device = await makeDevice(database.db, { site_id: site.id, title: 'Leg 1' });
  manager = await signedIn(app.http, database.db, await makeUser(database.db, { on: { [site.id]: 'Manager' } }));
});
afterAll(() => app.stop());

const count = (t0: number, kept: number) => countHour(database.db, device, t0, kept);
const url = () => `/api/v1/locations/${device.siteId}/certificates/`;
const part = (number: string, name: string) => manager.get(`${url()}${number}/${name}/`);

it('refuses a month without hours, one that is not over, and figures that are issued already', async () => {
  expect((await manager.post(url(), { month: '2026-13' })).statusCode).toBe(400);
  expect((await manager.post(url(), { month: '2026-09' })).json()).toEqual({
    month: ['Nothing was counted in this month.'],
  });
  await count(Date.UTC(2026, 9, 8, 14), 5);
  expect((await manager.post(url(), { month: '2026-10' })).statusCode).toBe(400);
  await count(Date.UTC(2026, 10, 2), 15);
  expect((await manager.post(url(), { month: '2026-10' })).json()).toMatchObject({
    version: 1,
    share: 83.3,
    is_outdated: false,
  });
  expect((await manager.post(url(), { month: '2026-10' })).statusCode).toBe(409);
});

it('gives files that prove themselves by the published key', async () => {
  const number = `S${device.siteId}-2026-10-v1`;
  const [json, page, annex] = await Promise.all(
    ['certificate.json', 'page.pdf', 'annex.pdf'].map(async (name) => (await part(number, name)).rawPayload),
  );
  const keys = (await app.http.inject({ url: '/.well-known/tocsin-signing-keys.json' })).json().keys;
  expect(keys).toHaveLength(1);
  const files = { 'page.pdf': page ?? Buffer.alloc(0), 'annex.pdf': annex ?? Buffer.alloc(0) };
  const verdict = await checkFiles(json ?? Buffer.alloc(0), files, keys[0].fingerprint);
  expect(verdict).toEqual({ kind: 'intact', number, isKnownSigner: true });
  expect((await PDFDocument.load(files['page.pdf'])).getPageCount()).toBe(1);
  expect(JSON.parse(String(json)).document.devices).toMatchObject([{ ever_tested: 0, testable: 1 }]);
});

it('serves the page that checks them, which may ask for nothing', async () => {
  const { headers, body } = await app.http.inject('/verify-certificate.html');
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect(body).toContain('Check a certificate of protected hours');
});

it('issues a new version that names the former one when later data has changed the figures; the former stays', async () => {
  const before = (await part(`S${device.siteId}-2026-10-v1`, 'certificate.json')).body;
  await count(Date.UTC(2026, 9, 8, 14), 1);
  expect((await manager.get(url())).json().results).toMatchObject([{ version: 1, is_outdated: true }]);
  expect((await manager.post(url(), { month: '2026-10' })).json()).toMatchObject({ version: 2 });
  const second = (await part(`S${device.siteId}-2026-10-v2`, 'certificate.json')).json();
  expect(second.document.replaces).toBe(`S${device.siteId}-2026-10-v1`);
  expect((await part(`S${device.siteId}-2026-10-v1`, 'certificate.json')).body).toBe(before);
});

it('answers 404 for a number of another site', async () => {
  expect((await part('S0-2026-10-v1', 'page.pdf')).statusCode).toBe(404);
});

it('publishes the key of what was signed before TOCSIN_SECRET was changed', async () => {
  const number = `S${device.siteId}-2026-10-v1`;
  const document = (await part(number, 'certificate.json')).rawPayload;
  const files = {
    'page.pdf': (await part(number, 'page.pdf')).rawPayload,
    'annex.pdf': (await part(number, 'annex.pdf')).rawPayload,
  };
  const notAsked = () => Promise.reject(new Error('not asked'));
  const changed = await testApi(database.db, (api) =>
    addCertificateRoutes(api, {
      db: database.db,
      clock: systemClock,
      key: signingKey('the changed secret', 'certificates'),
      stamp: null,
      publicUrl: 'https://tocsin.example',
      hoursOf: notAsked,
      factsOf: notAsked,
    }),
  );
  const published = (await changed.http.inject('/.well-known/tocsin-signing-keys.json')).json();
  await changed.http.close();
  const kinds = published.keys.map((key: { is_current: boolean }) => key.is_current);
  expect(kinds).toEqual([true, false]);
  const [current, former] = published.keys;
  expect(await checkFiles(document, files, former.fingerprint)).toMatchObject({ kind: 'intact', isKnownSigner: true });
  expect((await checkFiles(document, files, current.fingerprint)).kind).toBe('wrong');
});

it('holds nothing of the site while the authority of time stamps is slow; of two at once one is issued', async () => {
  const answers: (() => void)[] = [];
  const slow = await testApi(database.db, (api) =>
    addCertificateRoutes(api, {
      ...certificateSources(database.db, systemClock),
      db: database.db,
      clock: systemClock,
      key: signingKey('a secret', 'certificates'),
      publicUrl: 'https://tocsin.example',
      stamp: (bytes) => new Promise((resolve) => answers.push(() => resolve(bytes))),
    }),
  );
  await count(Date.UTC(2026, 9, 8, 14), 2);
  const who = await signedIn(
    slow.http,
    database.db,
    await makeUser(database.db, { on: { [device.siteId]: 'Manager' } }),
  );
  const both = [who.post(url(), { month: '2026-10' }), who.post(url(), { month: '2026-10' })];
  await vi.waitUntil(() => answers.length === 2, { timeout: 60_000 });
  await sql`select 1 from site where id = ${device.siteId} for update nowait`.execute(database.db);
  for (const answer of answers) answer();
  const codes = (await Promise.all(both)).map(({ statusCode }) => statusCode);
  expect(codes.toSorted()).toEqual([201, 409]);
  await slow.http.close();
});
