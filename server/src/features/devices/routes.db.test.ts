import { describe, expect, it } from 'vitest';
import { makeClient, makeDevice, makeSite } from '../../platform/testing/factories.ts';
import { deviceRoutes, polled, registerMap } from './testing/devices.ts';

const { database, changed, summaries, makeUnit, person, managerOf, claim, auditOf } = deviceRoutes();
const titles = (answer: { json(): { results: { title: string }[] } }) => answer.json().results.map((d) => d.title);

describe('the list of devices', () => {
  it('refuses an unknown type and order', async () => {
    const calls = await person();
    expect((await calls.get('/api/v1/devices/?device_type=WDC4')).statusCode).toBe(400);
    expect((await calls.get('/api/v1/devices/?ordering=code')).statusCode).toBe(400);
    expect((await calls.get('/api/v1/devices/?removed=true')).statusCode).toBe(403);
  });

  // spec: administration 7 GET devices/, devices/all/
  it("shows a person their sites' devices and no other's", async () => {
    const { db } = database;
    const site = await makeSite(db);
    await makeDevice(db, { site_id: site.id, title: 'mine' });
    const other = await makeSite(db, { client_id: site.clientId });
    const hidden = await makeDevice(db, { site_id: other.id, title: 'hidden' });
    const user = await person({ on: { [site.id]: 'User' } });
    expect(titles(await user.get('/api/v1/devices/'))).toEqual(['mine']);
    expect(titles(await user.get(`/api/v1/devices/?location=${other.id}`))).toEqual([]);
    expect((await user.get('/api/v1/devices/all/')).json()).toMatchObject({
      count: 1,
      results: [{ title: 'mine', location: { id: site.id } }],
    });
    expect((await user.get(`/api/v1/devices/${hidden.id}/`)).statusCode).toBe(404);
    const manager = await person({ client: site.clientId, manages: true });
    expect(titles(await manager.get('/api/v1/devices/'))).toEqual(['hidden', 'mine']);
  });

  // spec: decisions 8 filters of devices/: location, device_type, is_suspended, is_online, search, ordering
  // spec: administration 7 GET devices/?filters
  it('filters by site, type, suspension, being online and text', async () => {
    const { db } = database;
    const site = await makeSite(db);
    const a = await makeDevice(db, { site_id: site.id, title: 'Leg A', udf_id: 'NORTH1' });
    await makeDevice(db, { site_id: site.id, title: 'Leg B', device_type: 'F500', is_suspended: true });
    await makeDevice(db, { site_id: site.id, title: 'Boot C' });
    summaries.set(a.id, { online: true, status: 'WARNING', lastSeenAt: Date.UTC(2026, 0, 1) });
    const user = await person({ on: { [site.id]: 'User' } });
    const list = async (query: string) => titles(await user.get(`/api/v1/devices/?${query}`));
    expect(await list('device_type=F500')).toEqual(['Leg B']);
    expect(await list('is_suspended=True')).toEqual(['Leg B']);
    expect(await list('is_online=true')).toEqual(['Leg A']);
    expect(await list('is_online=false&limit=1&offset=1')).toEqual(['Leg B']);
    expect(await list('search=north1')).toEqual(['Leg A']);
    expect(await list('search=leg&ordering=-title')).toEqual(['Leg B', 'Leg A']);
    const [first, , third] = (await user.get('/api/v1/devices/?ordering=-title')).json().results;
    expect(first).toMatchObject({ state: 'Suspended', can_open: false, status: null });
    expect(third).toMatchObject({ title: 'Boot C', state: 'Offline', can_open: true });
    expect((await user.get(`/api/v1/devices/${a.id}/`)).json()).toMatchObject({
      state: 'Active',
      status: 'WARNING',
      last_seen: '2026-01-01T00:00:00.000Z',
    });
  });
});

describe('changing a device', () => {
  const claimed = async () => {
    const site = await makeSite(database.db);
    const manager = await managerOf(site.id);
    const serial = await makeUnit();
    const device = (await claim(manager, site.id, serial)).json();
    return { site, manager, serial, device, url: `/api/v1/devices/${device.id}/` };
  };

  // spec: decisions 4 code is readable by those who can edit
  // spec: administration 7 GET devices/{id}/
  it('shows its code only to people who can edit', async () => {
    const { site, url } = await claimed();
    expect((await (await person({ on: { [site.id]: 'User' } })).get(url)).json().code).toBeNull();
    expect((await (await person({ on: { [site.id]: 'Engineer' } })).get(url)).json().code).toBe('right');
  });

  // spec: administration 7 PATCH devices/{id}/
  it('reports a conflict to the second of two editors', async () => {
    const { manager, url } = await claimed();
    expect((await manager.patch(url, { title: 'Mine', version: 1 })).statusCode).toBe(200);
    const second = await manager.patch(url, { title: 'Theirs', version: 1 });
    expect(second.statusCode).toBe(409);
    expect(second.json().current).toMatchObject({ title: 'Mine' });
  });

  it('keeps the sensor that walls show, and refuses what names no sensor', async () => {
    const { site, manager, url, device } = await claimed();
    const user = await person({ on: { [site.id]: 'User' } });
    expect((await user.patch(url, { key_sensor: '4.4000' })).statusCode).toBe(403);
    for (const wrong of ['4000', '4.', `4.${'0'.repeat(80)}`, 4000])
      expect((await manager.patch(url, { key_sensor: wrong })).statusCode).toBe(400);
    expect((await manager.patch(url, { key_sensor: '4.4000' })).json().key_sensor).toBe('4.4000');
    expect((await auditOf(device.id)).at(-1)).toMatchObject({
      old: { key_sensor: null },
      new: { key_sensor: '4.4000' },
    });
    expect((await manager.patch(url, { title: 'Other' })).json().key_sensor).toBe('4.4000');
    expect((await manager.patch(url, { key_sensor: null })).json().key_sensor).toBeNull();
  });

  // spec: administration 6 'Is emulated as' on Edit Device: super and OEM users
  it('lets only OEM and super users emulate; others may send the same value back', async () => {
    const { manager, url, device } = await claimed();
    expect((await manager.patch(url, { is_emulated_as: 'F500-UDF' })).statusCode).toBe(403);
    const oem = await person({ is_oem: true });
    expect((await oem.patch(url, { is_emulated_as: 'F500-UDF' })).json()).toMatchObject({
      device_type: '0300',
      is_emulated_as: 'F500-UDF',
    });
    const { id, title, is_emulated_as } = (await manager.get(url)).json();
    expect((await manager.patch(url, { id, title, is_emulated_as, udf_id: 'NEW1' })).statusCode).toBe(200);
    expect((await oem.patch(url, { is_emulated_as: '' })).json().is_emulated_as).toBeNull();
    expect((await auditOf(device.id)).at(-1)).toMatchObject({ old: { is_emulated_as: 'F500-UDF' } });
  });

  it('refuses the present serial number with another code, and another type than the registry’s', async () => {
    const { manager, url, serial } = await claimed();
    const wrong = await manager.patch(url, { serial_number: serial, code: 'guess' });
    expect(wrong.json()).toEqual({ non_field_errors: ['Not a valid serial number or code!'] });
    expect((await manager.patch(url, { serial_number: serial, code: 'right' })).statusCode).toBe(200);
    expect((await manager.patch(url, { device_type: 'F500' })).json()).toHaveProperty('device_type');
  });

  // spec: decisions 9 exchange of a unit: PATCH with another serial number and code, checked like a claim
  it('exchanges the unit when serial number and code are right, and keeps the device', async () => {
    const { manager, url, device, serial } = await claimed();
    const unit = await makeUnit();
    expect((await manager.patch(url, { serial_number: unit })).json()).toEqual({ code: ['Please input your code'] });
    expect((await manager.patch(url, { serial_number: unit, code: 'wrong' })).statusCode).toBe(400);
    const other = await makeUnit('0005');
    expect((await manager.patch(url, { serial_number: other, code: 'right' })).statusCode).toBe(200);
    expect((await manager.get(url)).json()).toMatchObject({ id: device.id, serial_number: other, device_type: '0005' });
    expect((await auditOf(device.id)).at(-1)).toMatchObject({ action: 'exchange', old: { serial_number: serial } });
    // The former unit is free again.
    expect((await manager.patch(url, { serial_number: serial, code: 'right' })).statusCode).toBe(200);
  });

  it('moves within its client only, by a person who manages both sites', async () => {
    const { site, manager, url, device } = await claimed();
    const near = await makeSite(database.db, { client_id: site.clientId });
    const far = await makeSite(database.db);
    expect((await manager.patch(url, { location: near.id })).statusCode).toBe(404);
    const account = await person({ client: site.clientId, manages: true });
    expect((await account.patch(url, { location: far.id })).statusCode).toBe(404);
    expect((await account.patch(url, { location: near.id })).json().location).toBe(near.id);
    const staff = await person({ is_superuser: true });
    expect((await staff.patch(url, { location: far.id })).json()).toHaveProperty('location');
    expect((await auditOf(device.id)).at(-1)).toMatchObject({ old: { site_id: site.id }, new: { site_id: near.id } });
  });
});

describe('suspending and selecting a device', () => {
  // spec: administration 7 POST devices/{id}/suspend/ flips is_suspended
  it('is refused to an Engineer; a Manager flips it and back', async () => {
    const device = await makeDevice(database.db);
    const url = `/api/v1/devices/${device.id}/suspend/`;
    expect((await (await person({ on: { [device.siteId]: 'Engineer' } })).post(url)).statusCode).toBe(403);
    const manager = await managerOf(device.siteId);
    expect((await manager.post(url)).json()).toMatchObject({ is_suspended: true, state: 'Suspended' });
    expect((await manager.post(url)).json()).toMatchObject({ is_suspended: false });
    expect((await auditOf(device.id)).map((row) => row.action)).toEqual(['suspend', 'reactivate']);
  });

  // spec: administration 6 Viewing a suspended or offline device: OEM or super user only
  // spec: administration 7 POST devices/{id}/select/
  it('opens a suspended device for OEM and super users only, an offline one for everybody', async () => {
    const device = await makeDevice(database.db, { is_suspended: true });
    const offline = await makeDevice(database.db, { site_id: device.siteId });
    const user = await person({ on: { [device.siteId]: 'User' } });
    expect((await user.post(`/api/v1/devices/${device.id}/select/`)).statusCode).toBe(403);
    expect((await user.post(`/api/v1/devices/${offline.id}/select/`)).statusCode).toBe(200);
    const oem = await person({ is_oem: true });
    expect((await oem.post(`/api/v1/devices/${device.id}/select/`)).json().id).toBe(device.id);
    const row = await database.db
      .selectFrom('users')
      .select(['current_client', 'current_site', 'current_device'])
      .where('id', '=', oem.userId)
      .executeTakeFirst();
    expect(row).toEqual({
      current_client: device.clientId,
      current_site: device.siteId,
      current_device: device.id,
    });
  });
});

describe('connecting a fresh device', () => {
  it('gives its topics and commands to people who can edit, with its code quoted for a shell', async () => {
    const site = await makeSite(database.db, { client_id: (await makeClient(database.db)).id });
    const manager = await managerOf(site.id);
    const serial = await makeUnit('0300', "it's $HOME");
    const { id } = (await claim(manager, site.id, serial, { code: "it's $HOME", udf_id: 'LEG-7' })).json();
    const url = `/api/v1/devices/${id}/connection/`;
    expect((await (await person({ on: { [site.id]: 'User' } })).get(url)).statusCode).toBe(403);
    const answer = (await manager.get(url)).json();
    expect(answer).toMatchObject({
      mqtt: {
        host: 'tocsin.example',
        port: 1883,
        username: serial,
        password: "it's $HOME",
        topics: { birth: 'tocsin/v1/LEG-7/birth', data: 'tocsin/v1/LEG-7/data', death: 'tocsin/v1/LEG-7/death' },
      },
      http: { data: 'https://tocsin.example/api/v1/ingest/LEG-7/data/' },
      last_seen: null,
    });
    expect(answer.mqtt.commands[0]).toContain(`-u ${serial} -P 'it'\\''s $HOME' -q 1 -t tocsin/v1/LEG-7/birth`);
    expect(answer.http.commands[1]).toContain(`curl -u '${serial}:it'\\''s $HOME'`);
  });
});

describe('the register map of an F500', () => {
  it("is the type's until another is chosen; a broken one, an unknown name and other types are refused", async () => {
    const root = await person({ is_superuser: true });
    const { id: deviceId } = await makeDevice(database.db, { device_type: 'F500', ip_address: '10.0.0.7' });
    const url = `/api/v1/devices/${deviceId}/modbus/`;
    expect((await root.put(url, { map: 'nowhere' })).json()).toEqual({ map: ["There is no map 'nowhere'"] });
    expect((await root.put(url, { map: { ...registerMap, name: 'broken' } })).json()).toEqual({
      map: ['Sensor 1.1 is listed twice'],
    });
    expect((await root.put(url, { map: { ...registerMap, interval: 1 } })).statusCode).toBe(400);
    const leg = await makeDevice(database.db, { device_type: '0300' });
    expect((await root.put(`/api/v1/devices/${leg.id}/modbus/`, { map: 'w4005' })).json()).toEqual({
      map: ['Devices of this type are not asked over Modbus'],
    });

    expect((await root.get(url)).json()).toMatchObject({
      address: '10.0.0.7',
      source: 'type',
      map: { name: 'usual' },
      statistics: null,
    });
    expect((await root.put(url, { map: 'w4005' })).json()).toMatchObject({ source: 'device', map: { name: 'w4005' } });
    expect((await root.put(url, { map: { ...registerMap, name: 'own' } })).json()).toMatchObject({
      map: { name: 'own' },
    });
    expect((await root.put(url, { map: null })).json()).toMatchObject({ source: 'type', map: { name: 'usual' } });
    expect(changed).toContain(deviceId);
  });
});

it('a Modbus value is ticked as compared only while it is read', async () => {
  const { id: deviceId, siteId: site } = await makeDevice(database.db, { device_type: 'F500', ip_address: '10.0.0.9' });
  const manager = await managerOf(site);
  const reading = { group: 'G', unit: 'C', raw: '3:0 -', alarm: false, reason: null };
  polled.set(deviceId, [
    { ...reading, path: '1.1', name: 'Boot', value: 41, state: '' },
    { ...reading, path: '1.2', name: 'Head', value: null, state: 'Not read' },
  ]);
  const url = `/api/v1/devices/${deviceId}/modbus/compared/`;
  expect((await manager.post(url, { compared: ['1.1', '1.2'] })).json()).toEqual({
    compared: ['Head has no value now that could be compared'],
  });
  const { readings } = (await manager.post(url, { compared: ['1.1'] })).json();
  expect(readings.map((one: { compared: unknown }) => one.compared !== null)).toEqual([true, false]);
});
