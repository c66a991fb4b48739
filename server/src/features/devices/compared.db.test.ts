import { expect, it } from 'vitest';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeDevice, makeSite } from '../../platform/testing/factories.ts';
import { addCompared, mappedValues, removeComparedOf } from './store-compared.ts';

const database = testDatabase();

it('mapped values are ticked by a person, and lose the tick when their map or type reads them otherwise', async () => {
  const { db, pool } = database;
  const site = await makeSite(db);
  const { id } = await makeDevice(db, { site_id: site.id });
  const sensors = ['bearing', 'speed'].map((sensorId) => ({ groupId: 'fan', sensorId, name: sensorId }));
  await pool.query(
    `insert into device_layout (device_id, layout_id, hash, groups, sensors) values ($1, 1, 'h', '[]', $2)`,
    [id, JSON.stringify(sensors)],
  );
  await pool.query(
    `insert into device_latest (device_id, layout_id, newest_ts, received_at, online, texts, state)
     values ($1, 1, 0, 0, true, '[]', '{}')`,
    [id],
  );
  const { rows } = await pool.query(`insert into payload_map (name, owner, created_at) values ('M', 'operator', now())
    returning id`);
  const mapId: number = rows[0].id;
  const { rows: types } = await pool.query(
    `insert into device_type (code, label, owner, enters, claim, payload_map_id)
     values ('FAN', 'Fan', 'operator', 'push', 'open', $1) returning id`,
    [mapId],
  );
  const typeId: number = types[0].id;
  await pool.query('update device set type_id = $2 where id = $1', [id, typeId]);
  const ticked = async () => (await mappedValues(db, id)).filter((value) => value.compared).map(({ path }) => path);
  const tick = (paths: string[]) => db.transaction().execute((trx) => addCompared(trx, id, paths, 'Dale', new Date(0)));

  expect(await ticked()).toEqual([]);
  await tick(['fan.bearing', 'fan.speed']);
  expect((await mappedValues(db, id))[0]).toEqual({
    path: 'fan.bearing',
    name: 'bearing',
    compared: { by: 'Dale', at: '1970-01-01T00:00:00.000Z' },
  });
  await db.transaction().execute((trx) => removeComparedOf(trx, { mapId }, ['fan.speed']));
  expect(await ticked()).toEqual(['fan.bearing']);
  await db.transaction().execute((trx) => removeComparedOf(trx, { mapId: mapId + 1 }, ['%']));
  expect(await ticked()).toEqual(['fan.bearing']);
  await db.transaction().execute((trx) => removeComparedOf(trx, { typeId }, ['%']));
  expect(await ticked()).toEqual([]);
});
