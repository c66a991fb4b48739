import { DeviceId } from '@tocsin/contract/ids';
import { expect, it } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { makeClient, makeDevice, makeSite } from '../../platform/testing/factories.ts';
import { createCatalog } from './catalog.ts';
import { loadCatalogRows } from './index.ts';
import { deviceRoutes } from './testing/devices.ts';

const { database, clock, changed, person, managerOf } = deviceRoutes();

it('networks of a site are set by operator staff; without them own types of one of several clients are asked nowhere', async () => {
  const { db } = database;
  const { id: site } = await makeSite(db);
  const plc = await makeDevice(db, { site_id: site, device_type: 'MODBUS', udf_id: null, ip_address: '10.20.0.7' });
  const f500 = await makeDevice(db, { site_id: site, device_type: 'F500', ip_address: '10.20.0.8' });
  const networks = async () => {
    const log = createLog('silent');
    const loadSettings = async () => new Map();
    const catalog = createCatalog({ clock, log, loadRows: (scope) => loadCatalogRows(db, scope), loadSettings });
    await catalog.start();
    return [plc, f500].map(({ id }) => catalog.byId(DeviceId.parse(id))?.modbus?.networks);
  };
  const path = `/api/v1/locations/${site}/modbus-networks/`;
  const manager = await managerOf(site);
  const staff = await person({ is_superuser: true });
  expect((await manager.put(path, { networks: ['10.20.0.0/16'] })).statusCode).toBe(403);
  for (const wrong of ['10.20.0.0', '10.20.0.0/99', 'plc.local', '10.20.0.0/16 '])
    expect((await staff.put(path, { networks: [wrong] })).statusCode).toBe(400);
  expect((await staff.put('/api/v1/locations/999999/modbus-networks/', { networks: [] })).statusCode).toBe(404);
  await db.updateTable('client').set({ removed_at: new Date() }).where('id', '<>', plc.clientId).execute();
  expect(await networks()).toEqual([null, null]);
  expect((await manager.get(path)).json()).toEqual({ networks: null, are_needed: false });
  await makeClient(db);
  expect(await networks()).toEqual([[], null]);
  changed.length = 0;
  expect((await staff.put(path, { networks: ['10.20.0.0/16', 'fd00::/8'] })).json().networks).toHaveLength(2);
  expect(changed).toEqual([plc.id, f500.id]);
  expect(await networks()).toEqual([
    ['10.20.0.0/16', 'fd00::/8'],
    ['10.20.0.0/16', 'fd00::/8'],
  ]);
  expect((await manager.get(path)).json()).toEqual({ networks: ['10.20.0.0/16', 'fd00::/8'], are_needed: true });
  expect((await staff.put(path, { networks: null })).json()).toEqual({ networks: null });
  expect(await networks()).toEqual([[], null]);
});
