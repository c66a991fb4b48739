import { describe, expect, it } from 'vitest';
import { makeSite } from '../../platform/testing/factories.ts';
import { deleteRemovedDevice } from './index.ts';
import { deviceRoutes } from './testing/devices.ts';

const { database, makeUnit, person, managerOf, claim, auditOf } = deviceRoutes();
const open = '/api/v1/devices/open/';

describe('a device of an open type', () => {
  it('is refused for a registry type, an unknown one, wrong fields, and by whoever may not add devices', async () => {
    const { db } = database;
    const { id: location, clientId } = await makeSite(db);
    const manager = await managerOf(location);
    const add = async (over: object) =>
      await manager.post(open, { location, title: 'Fan', device_type: 'JSON', ...over });
    expect((await add({ device_type: '0300' })).json()).toEqual({
      device_type: ['Units of this type have a serial number and a code'],
    });
    expect((await add({ device_type: 'None' })).json()).toEqual({ device_type: ['Please select your type'] });
    expect((await add({ ip_address: '10.0.0.7' })).json()).toHaveProperty('ip_address');
    expect((await add({ modbus_unit: 3 })).json()).toHaveProperty('modbus_unit');
    const asked = { device_type: 'MODBUS', ip_address: '10.0.0.7' };
    expect((await add({ ...asked, udf_id: 'FAN' })).json()).toHaveProperty('udf_id');
    for (const modbus_unit of [-1, 256, 1.5]) expect((await add({ ...asked, modbus_unit })).statusCode).toBe(400);
    const engineer = await person({ on: { [location]: 'Engineer' } });
    expect((await engineer.post(open, { location, title: 'Fan', device_type: 'JSON' })).statusCode).toBe(403);
    await db.updateTable('client').set({ own_devices: false }).where('id', '=', clientId).execute();
    expect((await add({})).statusCode).toBe(403);
  });

  it('gets a serial number, a code and a udf_id, which nobody can claim and which stay', async () => {
    const { db } = database;
    const { id: location } = await makeSite(db);
    const manager = await managerOf(location);
    const made = (await manager.post(open, { location, title: 'Fan', device_type: 'JSON' })).json();
    expect(made).toMatchObject({
      serial_number: expect.stringMatching(/^OPEN-[2-9A-Z]{10}$/),
      code: expect.stringMatching(/^([2-9A-Z]{4}-){3}[2-9A-Z]{4}$/),
      udf_id: expect.stringMatching(/^D[2-9A-Z]{7}$/),
      type: { claim: 'open', enters: 'push' },
    });
    const { qrcode } = (await manager.get(`/api/v1/devices/${made.id}/qr/`)).json();
    expect(qrcode).toMatch(/^data:image\/png;base64,/);
    const [row] = await auditOf(made.id);
    expect(JSON.stringify(row)).not.toContain(made.code);
    const moved = { serial_number: await makeUnit(), code: 'right' };
    expect((await manager.patch(`/api/v1/devices/${made.id}/`, moved)).json()).toEqual({
      serial_number: ['Tocsin made this serial number: add another device instead'],
    });
    await db.updateTable('device').set({ removed_at: new Date() }).where('id', '=', made.id).execute();
    const other = await makeSite(db);
    const stolen = await claim(await managerOf(other.id), other.id, made.serial_number, {
      code: made.code,
      udf_id: 'STOLEN',
    });
    expect(stolen.json()).toEqual({ non_field_errors: ['Not a valid serial number or code!'] });
    await deleteRemovedDevice(db, made.id);
    const unit = db.selectFrom('device_registry').select('code_hash').where('serial_number', '=', made.serial_number);
    expect(await unit.execute()).toEqual([]);
    const byCode = await claim(manager, location, await makeUnit(), { device_type: 'JSON' });
    expect(byCode.json()).toEqual({ device_type: ['Devices of this type have no printed code: add them without one'] });
  });

  it('of Modbus has an address, a unit id and a framing, and no udf_id', async () => {
    const { id: location } = await makeSite(database.db);
    const manager = await managerOf(location);
    const asked = { ip_address: '10.0.0.7:502', modbus_unit: 3, modbus_framing: 'rtu' };
    const made = (await manager.post(open, { location, title: 'PLC', device_type: 'MODBUS', ...asked })).json();
    expect(made).toMatchObject({ ...asked, udf_id: null });
    const changed = await manager.patch(`/api/v1/devices/${made.id}/`, { modbus_unit: 4, ip_address: '[fd00::7]:502' });
    expect(changed.json()).toMatchObject({ modbus_unit: 4, modbus_framing: 'rtu', ip_address: '[fd00::7]:502' });
  });

  it('is one of at most so many of its client, and of 60 an hour of a person', async () => {
    const { id: location } = await makeSite(database.db);
    const manager = await managerOf(location);
    const add = () => manager.post(open, { location, title: 'Fan', device_type: 'JSON' });
    for (let n = 0; n < 5; n++) expect((await add()).statusCode).toBe(201);
    expect([(await add()).statusCode, (await add()).json().detail]).toEqual([
      409,
      'A client adds at most 5 devices of its own types.',
    ]);
    const busy = await person({ is_superuser: true });
    for (let site = 0; site < 12; site++) {
      const { id } = await makeSite(database.db);
      for (let n = 0; n < 5; n++)
        expect((await busy.post(open, { location: id, title: 'Fan', device_type: 'JSON' })).statusCode).toBe(201);
    }
    const { id } = await makeSite(database.db);
    expect((await busy.post(open, { location: id, title: 'Fan', device_type: 'JSON' })).statusCode).toBe(429);
  });
});
