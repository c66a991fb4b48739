import { shippedTypes } from '@tocsin/contract/device-type';
import { ClientId, DeviceId, SiteId } from '@tocsin/contract/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import type { CatalogDevice } from '../../pipeline/catalog.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeDevice, makeDevice, makeUser, signedIn } from '../../platform/testing/factories.ts';
import { addSiteMetricsRoutes } from './index.ts';

const database = testDatabase();
const devices: CatalogDevice[] = [];
let api: TestApi;
let device: MadeDevice;

const inCatalog = (made: MadeDevice, suspended = false): CatalogDevice => ({
  id: DeviceId.parse(made.id),
  siteId: SiteId.parse(made.siteId),
  clientId: ClientId.parse(made.clientId),
  title: `Leg ${made.id}`,
  siteTitle: 'North',
  clientCompany: 'Prairie Grain',
  timezone: 'UTC',
  serialNumber: `SN-${made.id}`,
  udfId: null,
  ipAddress: null,
  modbusMap: null,
  type: shippedTypes['0300'],
  shownType: shippedTypes['0300'],
  suspended,
  warningRules: [],
  sensorNames: new Map(),
  scales: [],
  sensorResponses: new Map(),
  degrees: null,
  acknowledgedKinds: [],
});

beforeAll(async () => {
  api = await testApi(database.db, (a) =>
    addSiteMetricsRoutes(a, { clock: drivenClock(0), catalog: { all: () => devices }, live: () => undefined }),
  );
});
afterAll(async () => {
  await api.http.close();
});
beforeEach(async () => {
  device = await makeDevice(database.db);
  devices.splice(0, devices.length, inCatalog(device));
});

const read = async (by: Parameters<typeof makeUser>[1], site = device.siteId) => {
  const who = await signedIn(api.http, database.db, await makeUser(database.db, by));
  return await who.get(`/api/v1/locations/${site}/metrics/`);
};

describe('refuses', () => {
  it('a caller without a token', async () => {
    expect((await api.http.inject(`/api/v1/locations/${device.siteId}/metrics/`)).statusCode).toBe(401);
  });

  it('a person of another site, as if it did not exist', async () => {
    const other = await makeDevice(database.db);
    expect((await read({ on: { [other.siteId]: 'Manager' } })).statusCode).toBe(404);
  });
});

it('tells the devices of the site alone, as text for Prometheus', async () => {
  devices.push(inCatalog(await makeDevice(database.db)));
  const answer = await read({ on: { [device.siteId]: 'User' } });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  expect(answer.body.match(/^tocsin_device_online.*$/gm)).toEqual([
    `tocsin_device_online{device_id="${device.id}",device="Leg ${device.id}"} 0`,
  ]);
});

it('tells a suspended device only to who may open it', async () => {
  devices.splice(0, devices.length, inCatalog(device, true));
  expect((await read({ on: { [device.siteId]: 'Manager' } })).body).not.toContain(`device_id="${device.id}"`);
  expect((await read({ is_superuser: true })).body).toContain(
    `tocsin_device_suspended{device_id="${device.id}",device="Leg ${device.id}"} 1`,
  );
});
