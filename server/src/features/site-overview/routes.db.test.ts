import type { LedgerRow } from '@tocsin/contract/maintenance';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import type { CatalogDevice, DeviceSummary } from '../../pipeline/catalog.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import {
  type MadeDevice,
  makeDevice,
  makeSite,
  makeUser,
  type SignedIn,
  signedIn,
} from '../../platform/testing/factories.ts';
import { eventFactory } from '../notifications/testing/notifications.ts';
import { addSiteOverviewRoutes } from './index.ts';

const database = testDatabase();
const now = Date.parse('2026-11-20T20:00:00Z');
const minute = 60_000;
const clock = drivenClock(now);
const event = eventFactory(database, now - 10 * minute);
const summaries = new Map<number, DeviceSummary>();
const catalog: CatalogDevice[] = [];
const ledgers = new Map<number, readonly LedgerRow[]>();
let ledgerReads = 0;
let api: TestApi;
let leg: MadeDevice;
let viewer: SignedIn;

beforeAll(async () => {
  api = await testApi(database.db, (a) =>
    addSiteOverviewRoutes(a, {
      db: database.db,
      clock,
      catalog: { all: () => catalog },
      deviceSummary: (id) => summaries.get(id),
      ledger: async (site) => {
        ledgerReads++;
        return ledgers.get(site) ?? [];
      },
    }),
  );
});
afterAll(async () => {
  await api.http.close();
});
beforeEach(async () => {
  const site = await makeSite(database.db);
  leg = await makeDevice(database.db, { site_id: site.id, title: 'Leg 1' });
  viewer = await signedIn(api.http, database.db, await makeUser(database.db, { on: { [site.id]: 'User' } }));
  ledgerReads = 0;
});
const selected = () => ({ headers: { 'x-tocsin-selection': `${leg.clientId},,` } });
const devices = async (query = '') =>
  (await viewer.get(`/api/v1/locations/${leg.siteId}/overview/${query}`)).json().results;
const sites = async (as = viewer) => (await as.get('/api/v1/locations/overview/', selected())).json();
const ledgerRow = (device: number, state: LedgerRow['state']) => ({ device_id: device, state }) as LedgerRow;

it('is hidden from those who do not see the site', async () => {
  const other = await makeDevice(database.db);
  const stranger = await signedIn(
    api.http,
    database.db,
    await makeUser(database.db, { on: { [other.siteId]: 'Manager' } }),
  );
  expect((await stranger.get(`/api/v1/locations/${leg.siteId}/overview/`)).statusCode).toBe(404);
  expect((await sites(stranger)).results).toBeUndefined();
});

it('counts active alarms and warnings, and names the last alarm', async () => {
  await event(leg, { at: now - 90 * minute, ended: now - 80 * minute, sensor: 'Tail bearing' });
  await event(leg, { at: now - 40 * minute, ended: now - 39 * minute });
  await event(leg, { type: 'warning_on' });
  expect(await devices()).toEqual([
    {
      id: leg.id,
      alarms: 0,
      warnings: 1,
      proof: { sensors: 0, ok: 0 },
      last_alarm: {
        at: new Date(now - 40 * minute).toISOString(),
        ended_at: new Date(now - 39 * minute).toISOString(),
        sensor_name: 'Head bearing left',
      },
      last_warning: { at: expect.any(String), ended_at: null, sensor_name: 'Head bearing left' },
    },
  ]);
  await event(leg, { at: now - minute });
  expect(await devices()).toMatchObject([{ alarms: 1, last_alarm: { ended_at: null } }]);
});

it('says of a device without an alarm on record that it has none', async () => {
  expect(await devices()).toMatchObject([{ alarms: 0, warnings: 0, last_alarm: null, last_warning: null }]);
});

it('names the last warning of the last day', async () => {
  await event(leg, { type: 'warning_on', at: now - 1_500 * minute, ended: now - 1_490 * minute });
  expect(await devices()).toMatchObject([{ last_alarm: null, last_warning: null }]);
  await event(leg, { type: 'warning_on', at: now - 90 * minute, ended: now - 80 * minute });
  expect(await devices()).toMatchObject([
    { last_alarm: null, last_warning: { ended_at: new Date(now - 80 * minute).toISOString() } },
  ]);
});

it('leaves out suspended devices and their alarms for everybody but OEM and super users', async () => {
  const hidden = await makeDevice(database.db, { site_id: leg.siteId, is_suspended: true });
  await event(hidden);
  expect((await devices()).map(({ id }: { id: number }) => id)).toEqual([leg.id]);
  expect((await sites()).results).toMatchObject([{ id: leg.siteId, alarms: 0 }]);
  const oem = await signedIn(api.http, database.db, await makeUser(database.db, { is_oem: true }));
  expect((await sites(oem)).results).toMatchObject([{ id: leg.siteId, alarms: 1 }]);
});

it('counts alarms that nobody acknowledged, also cleared ones', async () => {
  await event(leg, { ended: now - minute });
  await event(leg, { ended: now - minute, needs: false });
  await event(leg, {});
  expect((await sites()).results).toMatchObject([{ alarms: 1, unacknowledged: 2 }]);
});

it('says when the newest frame of a site arrived, and null before the first', async () => {
  expect((await sites()).results).toMatchObject([{ last_frame_at: null }]);
  const other = await makeDevice(database.db, { site_id: leg.siteId });
  for (const [{ id, siteId }, lastSeenAt] of [
    [leg, now - minute],
    [other, now - 5_000],
  ] as const) {
    catalog.push({ id, siteId } as unknown as CatalogDevice);
    summaries.set(id, { online: true, status: null, lastSeenAt } as unknown as DeviceSummary);
  }
  expect((await sites()).results).toMatchObject([{ last_frame_at: new Date(now - 5_000).toISOString() }]);
});

it('counts proof tests by device and site, once a minute', async () => {
  ledgers.set(leg.siteId, [ledgerRow(leg.id, 'ok'), ledgerRow(leg.id, 'overdue'), ledgerRow(leg.id, 'never')]);
  expect(await devices()).toMatchObject([{ proof: { sensors: 3, ok: 1 } }]);
  expect((await sites()).results).toMatchObject([{ proof: { sensors: 3, ok: 1 } }]);
  expect(ledgerReads).toBe(1);
});

it('is paged', async () => {
  const second = await makeDevice(database.db, { site_id: leg.siteId });
  expect(await devices('?limit=1&offset=1')).toMatchObject([{ id: second.id }]);
});
