import { RegisterMap } from '@tocsin/contract/modbus';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import type { Administration, DeviceSummary } from '../../pipeline/catalog.ts';
import { drivenClock } from '../../platform/clock.ts';
import { createEncryption } from '../../platform/encryption.ts';
import { testDatabase, untilLockAwaited } from '../../platform/testing/database.ts';
import {
  makeClient,
  makeDevice,
  makeSite,
  makeUser,
  type SignedIn,
  signedIn,
  type UserOverrides,
} from '../../platform/testing/factories.ts';
import { createThrottle } from '../../platform/throttle.ts';
import { codePurpose, encryptCode } from './codes.ts';
import { addDeviceRoutes } from './index.ts';
import type { ModbusPort } from './routes-modbus.ts';

const database = testDatabase();
const clock = drivenClock(Date.now());
const encryption = createEncryption('a secret of at least thirty-two characters', codePurpose);
const administrations: Administration[] = [];
const changed: number[] = [];
const glances = new Map<number, DeviceSummary>();
/** One map that every F500 has. */
const map = RegisterMap.parse({
  name: 'w4005',
  title: 'W4005',
  about: '',
  groups: [{ id: '1', name: 'G', sensors: [{ id: '1', name: 'S', type: 'BOOL', value: { fn: 1, at: 0, as: 'bit' } }] }],
});
const modbus: ModbusPort = {
  maps: [map],
  check: (own) => {
    if (own.name === 'broken') throw new Error('Sensor 1.1 is listed twice');
  },
  mapFor: ({ modbusMap }) => ({ ...map, name: modbusMap?.startsWith('{') ? 'own' : (modbusMap ?? 'usual') }),
  polling: () => null,
};
let api: TestApi;

beforeAll(async () => {
  const { db } = database;
  api = await testApi(
    db,
    (a) =>
      addDeviceRoutes(a, {
        db,
        clock,
        encryption,
        throttle: createThrottle(db, clock),
        deviceSummary: (id) => glances.get(id),
        modbus,
        publicAddresses: { publicUrl: 'https://tocsin.example', mqtt: { kind: 'embedded', port: 1883, tlsPort: null } },
        remove: async () => {},
        restore: async () => {},
        catalogChanged: async ({ ids }) => {
          changed.push(...ids);
        },
        administered: async (what) => {
          administrations.push(what);
        },
      }),
    { clock },
  );
});
afterAll(async () => {
  await api.http.close();
});

let serials = 0;
const makeUnit = async (device_type = '0300', code = 'right'): Promise<string> => {
  const serial_number = `UNIT${++serials}`;
  const { cipher, hash } = encryptCode(encryption, serial_number, code);
  await database.db
    .insertInto('device_registry')
    .values({ serial_number, device_type, code_cipher: cipher, code_hash: hash })
    .execute();
  return serial_number;
};
const person = async (over: UserOverrides = {}): Promise<SignedIn> =>
  await signedIn(api.http, database.db, await makeUser(database.db, over), new Date(clock.now()));
const managerOf = (site: number) => person({ on: { [site]: 'Manager' } });
const claim = (calls: SignedIn, location: number, serial_number: string, over: object = {}) =>
  calls.post('/api/v1/devices/', {
    location,
    serial_number,
    title: 'Leg 1',
    code: 'right',
    device_type: '0300',
    udf_id: `L${serial_number.slice(4)}`,
    ...over,
  });
const titles = (answer: { json(): { results: { title: string }[] } }) => answer.json().results.map((d) => d.title);
const auditOf = (device: number) =>
  database.db.selectFrom('audit').selectAll().where('device_id', '=', device).orderBy('id').execute();

describe('a device that is claimed while its site goes', () => {
  it('is refused, and its unit stays free', async () => {
    const { db } = database;
    const site = await makeSite(db);
    const manager = await managerOf(site.id);
    const serial = await makeUnit();
    let answer: ReturnType<typeof claim> | undefined;
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('site').select('id').where('id', '=', site.id).forUpdate().execute();
      answer = claim(manager, site.id, serial);
      // Its rule finds the site still there; then it waits for this transaction.
      await untilLockAwaited(database.pool);
      await trx.updateTable('site').set({ removed_at: new Date() }).where('id', '=', site.id).execute();
    });
    expect((await answer)?.statusCode).toBe(404);
    const other = await makeSite(db);
    expect((await claim(await managerOf(other.id), other.id, serial)).statusCode).toBe(201);
  });
});

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
    glances.set(a.id, { online: true, status: 'WARNING', lastSeenAt: Date.UTC(2026, 0, 1) });
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

describe('claiming a device', () => {
  // spec: administration 5 Device: location, serial number, title, code and type required
  it('asks for every field in the words of the specification', async () => {
    const manager = await managerOf((await makeSite(database.db)).id);
    expect((await manager.post('/api/v1/devices/', { location: '' })).json()).toEqual({
      location: ['Please select your location'],
      title: ['Please input your title'],
      serial_number: ['Please input your serial number'],
      code: ['Please input your code'],
      device_type: ['Please select your type'],
    });
  });

  // spec: administration 5 Device: udf_id required for WDC4, ETH-NODE-1, ETH-NODE-2 and F500 UDF, max 8 characters
  it('wants a udf_id of up to 8 characters with a letter from every type but the F500', async () => {
    const site = await makeSite(database.db);
    const manager = await managerOf(site.id);
    const serial = await makeUnit();
    const refused = async (over: object) => (await claim(manager, site.id, serial, over)).json();
    expect(await refused({ udf_id: '' })).toEqual({ udf_id: ['Please input your UDF ID'] });
    expect(await refused({ udf_id: 'NINECHARS' })).toEqual({ udf_id: ["UDF ID can't be longer than 8 characters"] });
    for (const udf_id of ['1234', 'A.B', 'Ä1'])
      expect(await refused({ udf_id })).toEqual({
        udf_id: ['UDF ID takes letters, digits, - and _, with at least one letter'],
      });
    const f500 = await claim(manager, site.id, await makeUnit('F500'), {
      device_type: 'F500',
      udf_id: 'LEFT',
      ip_address: '10.0.0.7:502',
    });
    expect(f500.json()).toMatchObject({ udf_id: null, ip_address: '10.0.0.7:502' });
    const wdc4 = await claim(manager, site.id, serial, { ip_address: '10.0.0.7' });
    expect(wdc4.json()).toMatchObject({ ip_address: null });
  });

  it('refuses an address that is none', async () => {
    const site = await makeSite(database.db);
    const manager = await managerOf(site.id);
    for (const ip_address of ['http://10.0.0.7', '10.0.0.7:99999', 'a b', '-x'])
      expect(
        (await claim(manager, site.id, 'UNIT0', { device_type: 'F500', ip_address })).json(),
        ip_address,
      ).toHaveProperty('ip_address');
  });

  // spec: administration 8 Devices: 'Not a valid serial number or code!'
  it('refuses an unknown unit, a wrong code and a claimed unit in the same words', async () => {
    const site = await makeSite(database.db);
    const manager = await managerOf(site.id);
    const serial = await makeUnit();
    const words = { non_field_errors: ['Not a valid serial number or code!'] };
    expect((await claim(manager, site.id, 'UNIT0')).json()).toEqual(words);
    expect((await claim(manager, site.id, serial, { code: 'wrong' })).json()).toEqual(words);
    expect((await claim(manager, site.id, serial)).statusCode).toBe(201);
    const again = await claim(manager, site.id, serial, { udf_id: 'OTHER' });
    expect(again.statusCode).toBe(400);
    expect(again.json()).toEqual(words);
  });

  // spec: decisions 4 ten wrong claims an hour per person, then 429
  it('looks at no claim of a person after ten wrong ones in an hour, and not at the right ones before', async () => {
    const site = await makeSite(database.db);
    const manager = await managerOf(site.id);
    expect((await claim(manager, site.id, await makeUnit())).statusCode).toBe(201);
    for (let i = 0; i < 10; i++) expect((await claim(manager, site.id, 'UNIT0')).statusCode).toBe(400);
    const serial = await makeUnit();
    const refused = await claim(manager, site.id, serial);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    clock.advanceTo(clock.now() + 3_601_000);
    expect((await claim(await managerOf(site.id), site.id, serial)).statusCode).toBe(201);
  });

  it('is refused to Engineers, for sites of others, and with a type that is not the registry’s', async () => {
    const site = await makeSite(database.db);
    const serial = await makeUnit('0005');
    expect((await claim(await person({ on: { [site.id]: 'Engineer' } }), site.id, serial)).statusCode).toBe(403);
    expect((await claim(await person(), site.id, serial)).statusCode).toBe(404);
    expect((await claim(await managerOf(site.id), site.id, serial)).json()).toEqual({
      device_type: ['By the registry this unit is a ETH-NODE-1'],
    });
  });

  // spec: decisions 4 a udf_id is unique among devices that are not removed, compared without case
  it('refuses a udf_id in use, whatever its case, even at the same moment; a removed device frees it', async () => {
    const site = await makeSite(database.db);
    const manager = await managerOf(site.id);
    const units = [await makeUnit(), await makeUnit(), await makeUnit()];
    const answers = await Promise.all(
      ['same', 'SAME', 'Same'].map((udf_id, i) => claim(manager, site.id, units[i] ?? '', { udf_id })),
    );
    expect(answers.map((a) => a.statusCode).sort()).toEqual([201, 400, 400]);
    expect(answers.find((a) => a.statusCode === 400)?.json()).toEqual({ udf_id: ['This UDF ID is already in use'] });
    await database.db.updateTable('device').set({ removed_at: new Date() }).where('udf_id', 'ilike', 'same').execute();
    expect((await claim(manager, site.id, await makeUnit(), { udf_id: 'same' })).statusCode).toBe(201);
  });

  // spec: administration 7 POST devices/
  it('answers 201 with the whole device, notifies the pipeline, and audits it without the code', async () => {
    const site = await makeSite(database.db);
    const manager = await managerOf(site.id);
    const serial = await makeUnit();
    const answer = await claim(manager, site.id, serial);
    expect(answer.statusCode).toBe(201);
    const device = answer.json();
    expect(device).toMatchObject({
      location: site.id,
      title: 'Leg 1',
      serial_number: serial,
      code: 'right',
      device_type: '0300',
      is_suspended: false,
      is_online: false,
      state: 'Offline',
      is_emulated_as: null,
      can_manage: true,
    });
    expect(changed).toContain(device.id);
    expect(administrations.at(-1)).toMatchObject({
      type: 'device_administration',
      deviceId: device.id,
      siteId: site.id,
    });
    const audit = await auditOf(device.id);
    expect(audit).toMatchObject([{ action: 'create', old: null, new: { serial_number: serial } }]);
    expect(JSON.stringify(audit)).not.toContain('right');
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
  it('shows its code to who can edit and to nobody else', async () => {
    const { site, url } = await claimed();
    expect((await (await person({ on: { [site.id]: 'User' } })).get(url)).json().code).toBeNull();
    expect((await (await person({ on: { [site.id]: 'Engineer' } })).get(url)).json().code).toBe('right');
  });

  // spec: administration 7 PATCH devices/{id}/
  it('tells the second of two editors', async () => {
    const { manager, url } = await claimed();
    expect((await manager.patch(url, { title: 'Mine', version: 1 })).statusCode).toBe(200);
    const second = await manager.patch(url, { title: 'Theirs', version: 1 });
    expect(second.statusCode).toBe(409);
    expect(second.json().current).toMatchObject({ title: 'Mine' });
  });

  // spec: administration 6 'Is emulated as' on Edit Device: super and OEM users
  it('lets OEM and super users emulate, and nobody else, who may send the same back', async () => {
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

  it('moves within its client only, by who manages both sites', async () => {
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
  it('gives its topics and lines to copy to who can edit, with its code quoted for a shell', async () => {
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
    const root = await signedIn(api.http, database.db, await makeUser(database.db, { is_superuser: true }));
    const { id: deviceId } = await makeDevice(database.db, { device_type: 'F500', ip_address: '10.0.0.7' });
    const url = `/api/v1/devices/${deviceId}/modbus/`;
    expect((await root.put(url, { map: 'nowhere' })).json()).toEqual({ map: ["There is no map 'nowhere'"] });
    expect((await root.put(url, { map: { ...map, name: 'broken' } })).json()).toEqual({
      map: ['Sensor 1.1 is listed twice'],
    });
    expect((await root.put(url, { map: { ...map, interval: 1 } })).statusCode).toBe(400);
    const leg = await makeDevice(database.db, { device_type: '0300' });
    expect((await root.put(`/api/v1/devices/${leg.id}/modbus/`, { map: 'w4005' })).json()).toEqual({
      map: ['Only an F500 is polled'],
    });

    expect((await root.get(url)).json()).toMatchObject({
      address: '10.0.0.7',
      source: 'type',
      map: { name: 'usual' },
      statistics: null,
    });
    expect((await root.put(url, { map: 'w4005' })).json()).toMatchObject({ source: 'device', map: { name: 'w4005' } });
    expect((await root.put(url, { map: { ...map, name: 'own' } })).json()).toMatchObject({ map: { name: 'own' } });
    expect((await root.put(url, { map: null })).json()).toMatchObject({ source: 'type', map: { name: 'usual' } });
    expect(changed).toContain(deviceId);
  });
});
