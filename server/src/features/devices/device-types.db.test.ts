import { shippedTypes } from '@tocsin/contract/device-type';
import { describe, expect, it } from 'vitest';
import { makeClient, makeDevice, makeSite } from '../../platform/testing/factories.ts';
import { deviceRoutes, registerMap } from './testing/devices.ts';

const { database, changed, makeUnit, person, managerOf, claim } = deviceRoutes();
const path = '/api/v1/device-types/';

const newType = (over: object = {}) => ({ code: 'Fan-PLC', label: 'Dust fan PLC', enters: 'push', ...over });

describe('the shipped types', () => {
  it('are rows that everybody sees and nobody changes or removes', async () => {
    const site = await makeSite(database.db);
    const manager = await managerOf(site.id);
    const { results } = (await manager.get(path)).json();
    const known = results.slice(0, 5).map((row: { code: string }) => row.code);
    expect(known.sort()).toEqual(Object.keys(shippedTypes).sort());
    for (const type of Object.values(shippedTypes)) {
      const row = results.find(({ code }: { code: string }) => code === type.code);
      expect(row).toMatchObject({ ...type, client: null, permissions: ['device-type.see'] });
      const staff = await person({ is_superuser: true });
      expect((await staff.patch(`${path}${row.id}/`, { label: 'Mine' })).statusCode).toBe(403);
      expect((await staff.delete(`${path}${row.id}/`)).statusCode).toBe(403);
    }
  });
});

describe('a type of one’s own', () => {
  it('is refused with a code that is shipped, malformed, or the client’s already, and as a registry type', async () => {
    const { id: site, clientId } = await makeSite(database.db);
    const manager = await managerOf(site);
    const add = async (over: object) => (await manager.post(path, newType({ client: clientId, ...over }))).json();
    expect(await add({ code: 'f500' })).toEqual({ code: ['This code is in use by another device type.'] });
    for (const code of ['', '-A', 'a b', 'x'.repeat(21)])
      expect(await add({ code })).toEqual({ code: ['A code is 1 to 20 letters, digits and -'] });
    expect(await add({ claim: 'registry' })).toHaveProperty('claim');
    expect(await add({})).toMatchObject({ owner: 'client', client: clientId, raises_alarms: true, claim: 'open' });
    expect(await add({ code: 'FAN-plc' })).toHaveProperty('code');
  });

  it('is made by the operator for everybody, and by Managers of a client that may have own devices', async () => {
    const { db } = database;
    const { id: site, clientId } = await makeSite(db);
    const manager = await managerOf(site);
    expect((await manager.post(path, newType())).statusCode).toBe(403);
    const engineer = await person({ on: { [site]: 'Engineer' } });
    expect((await engineer.post(path, newType({ client: clientId }))).statusCode).toBe(403);
    const stranger = await managerOf((await makeSite(db)).id);
    expect((await stranger.post(path, newType({ client: clientId }))).statusCode).toBe(404);
    await db.updateTable('client').set({ own_devices: false }).where('id', '=', clientId).execute();
    expect((await manager.post(path, newType({ client: clientId }))).json()).toEqual({
      detail: 'This client adds no devices of its own types. The operator can allow it.',
    });
    const staff = await person({ is_superuser: true });
    const made = (await staff.post(path, newType({ code: 'Everyone' }))).json();
    expect(made).toMatchObject({ owner: 'operator', client: null });
    expect((await stranger.get(`${path}${made.id}/`)).statusCode).toBe(200);
  });

  it('is unknown to people of another client, and its code counts as unknown there', async () => {
    const { db } = database;
    const { id: site, clientId } = await makeSite(db);
    const mine = await managerOf(site);
    const { id } = (await mine.post(path, newType({ client: clientId, code: 'Mine' }))).json();
    const other = await makeSite(db);
    const theirs = await managerOf(other.id);
    expect((await theirs.get(`${path}${id}/`)).statusCode).toBe(404);
    expect((await theirs.get(path)).json().results.map(({ code }: { code: string }) => code)).not.toContain('Mine');
    const serial = await makeUnit();
    expect((await claim(theirs, other.id, serial, { device_type: 'Mine' })).json()).toEqual({
      device_type: ['Please select your type'],
    });
    const device = await makeDevice(db, { site_id: other.id });
    const staff = await person({ is_superuser: true });
    const emulated = await staff.patch(`/api/v1/devices/${device.id}/`, { is_emulated_as: 'Mine' });
    expect(emulated.json()).toEqual({ is_emulated_as: ['Please select your type'] });
  });

  it('keeps what decides its devices once one uses it, and is not removed while one does', async () => {
    const { db } = database;
    const { id: site, clientId } = await makeSite(db);
    const manager = await managerOf(site);
    const { id } = (await manager.post(path, newType({ client: clientId }))).json();
    expect((await manager.patch(`${path}${id}/`, { raises_alarms: false })).json()).toMatchObject({
      raises_alarms: false,
    });
    const device = await makeDevice(db, { site_id: site, title: 'Fan', device_type: 'Fan-PLC' });
    for (const change of [{ raises_alarms: true }, { enters: 'modbus' }, { groups_are_nodes: true }])
      expect((await manager.patch(`${path}${id}/`, change)).statusCode).toBe(400);
    changed.length = 0;
    const renamed = await manager.patch(`${path}${id}/`, { label: 'Fan', report_interval_s: 900, modbus_map: 'w4005' });
    expect(renamed.json()).toMatchObject({ label: 'Fan', report_interval_s: 900, modbus_map: 'w4005', devices: 1 });
    expect(changed).toEqual([device.id]);
    expect((await manager.get(`/api/v1/devices/${device.id}/`)).json()).toMatchObject({
      device_type: 'Fan-PLC',
      type: { label: 'Fan', raises_alarms: false },
    });
    const blocked = await manager.delete(`${path}${id}/`);
    expect([blocked.statusCode, blocked.json().detail]).toEqual([409, expect.stringContaining('Fan (Site')]);
    await db.updateTable('device').set({ removed_at: new Date() }).where('id', '=', device.id).execute();
    expect((await manager.delete(`${path}${id}/`)).statusCode).toBe(409);
    await db.deleteFrom('device').where('id', '=', device.id).execute();
    expect((await manager.delete(`${path}${id}/`)).statusCode).toBe(204);
  });

  it('of several sites is changed by account managers and the operator alone', async () => {
    const { db } = database;
    const clientId = (await makeClient(db)).id;
    const north = await makeSite(db, { client_id: clientId });
    const south = await makeSite(db, { client_id: clientId });
    const manager = await person({ on: { [north.id]: 'Manager', [south.id]: 'User' } });
    const { id } = (await manager.post(path, newType({ client: clientId }))).json();
    for (const site of [north, south]) await makeDevice(db, { site_id: site.id, device_type: 'Fan-PLC' });
    expect((await manager.patch(`${path}${id}/`, { label: 'Fan' })).statusCode).toBe(403);
    const account = await person({ client: clientId, manages: true });
    expect((await account.patch(`${path}${id}/`, { label: 'Fan' })).json()).toMatchObject({ devices: 2, sites: 2 });
    expect((await account.get(`${path}${id}/sites/`)).json()).toMatchObject({
      count: 2,
      results: [{ devices: 1 }, {}],
    });
  });

  it('keeps its devices when the operator makes a type of the same code', async () => {
    const { db } = database;
    const { id: site, clientId } = await makeSite(db);
    const manager = await managerOf(site);
    const { id } = (await manager.post(path, newType({ client: clientId, code: 'Same' }))).json();
    const device = await makeDevice(db, { site_id: site, device_type: 'Same' });
    const staff = await person({ is_superuser: true });
    expect((await staff.post(path, newType({ code: 'Same', raises_alarms: false }))).statusCode).toBe(201);
    await staff.patch(`/api/v1/devices/${device.id}/`, { title: 'Renamed' });
    const row = await db.selectFrom('device').selectAll().where('id', '=', device.id).executeTakeFirstOrThrow();
    expect([row.type_id, row.shown_type_id]).toEqual([id, id]);
  });
});

describe('the file of a type', () => {
  it('makes the same type elsewhere, and one of a newer version is refused with a sentence', async () => {
    const { db } = database;
    const { id: site, clientId } = await makeSite(db);
    const manager = await managerOf(site);
    const type = newType({ client: clientId, enters: 'modbus', modbus_map: registerMap, report_interval_s: 60 });
    const { id } = (await manager.post(path, type)).json();
    const profile = (await manager.get(`${path}${id}/profile/`)).json();
    expect(profile).toMatchObject({ tocsin: 'device type', profile: 1, code: 'Fan-PLC', enters: 'modbus' });
    const other = await makeSite(db);
    const theirs = await managerOf(other.id);
    const made = await theirs.post(`${path}import/`, { client: other.clientId, profile });
    expect(made.json()).toMatchObject({
      code: 'Fan-PLC',
      report_interval_s: 60,
      modbus_map: { name: registerMap.name },
    });
    const newer = { ...profile, profile: 2, speaks: 'more' };
    expect((await theirs.post(`${path}import/`, { client: other.clientId, profile: newer })).json()).toEqual({
      profile: ['The file has version 2; this installation reads up to version 1. Update Tocsin first.'],
    });
    for (const wrong of [null, [], 'x', { tocsin: 'backup', profile: 1 }])
      expect((await theirs.post(`${path}import/`, { client: other.clientId, profile: wrong })).json()).toEqual({
        profile: ['This is no file of a device type.'],
      });
  });
});
