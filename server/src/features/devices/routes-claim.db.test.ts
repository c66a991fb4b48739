import { describe, expect, it } from 'vitest';
import { untilLockAwaited } from '../../platform/testing/database.ts';
import { makeSite } from '../../platform/testing/factories.ts';
import { deviceRoutes } from './testing/devices.ts';

const { database, clock, administrations, changed, makeUnit, person, managerOf, claim, auditOf } = deviceRoutes();

describe('a device claimed while its site is removed', () => {
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

describe('claiming a device', () => {
  // spec: administration 5 Device: location, serial number, title, code and type required
  it('requires every field with the texts of the specification', async () => {
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
    const own = { device_type: 'F500', ip_address: '10.0.0.7:502' };
    const f500 = await makeUnit('F500');
    expect((await claim(manager, site.id, f500, { ...own, udf_id: 'LEFT' })).json()).toEqual({
      udf_id: ['A device of type F500 has no udf_id'],
    });
    expect((await claim(manager, site.id, f500, { ...own, udf_id: '' })).json()).toMatchObject({
      udf_id: null,
      ip_address: '10.0.0.7:502',
    });
    expect(await refused({ ip_address: '10.0.0.7' })).toEqual({
      ip_address: ['A device of type WDC4 has no ip_address'],
    });
    const wdc4 = await claim(manager, site.id, serial, { ip_address: null });
    expect(wdc4.json()).toMatchObject({ ip_address: null });
  });

  it('refuses an invalid address', async () => {
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
  it('answers 201 with the complete device, notifies the pipeline, and audits it without the code', async () => {
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
