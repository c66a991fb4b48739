import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { makeDevice, makeUser, signedIn } from '../../platform/testing/factories.ts';
import type { WalkApp } from '../role-walk/app.ts';
import { makeWorld } from '../role-walk/world.ts';
import type { Walker } from './walker.ts';

const groups = [{ id: '4', name: 'Temperature', meta: {} }];
const sensors = ['4000', '4001'].map((sensorId) => ({
  groupId: '4',
  sensorId,
  name: `Bearing ${sensorId}`,
  type: 'NUMERIC',
  unit: 'C',
  states: {},
}));

/** A device that has announced its sensors. */
async function born(db: Db, siteId: number, type: string): Promise<number> {
  const { id } = await makeDevice(db, { site_id: siteId, device_type: type });
  await sql`insert into device_layout (device_id, layout_id, hash, groups, sensors)
    values (${id}, ${id}, 'h', ${JSON.stringify(groups)}, ${JSON.stringify(sensors)})`.execute(db);
  await sql`insert into device_latest (device_id, layout_id, state) values (${id}, ${id}, '{}')`.execute(db);
  return id;
}

/** Settings of sensors, maintenance tests and schemas. */
export async function walkMonitoring(app: WalkApp, db: Db, { send }: Walker): Promise<void> {
  const world = await makeWorld(db, 'Monitor');
  const { token } = await signedIn(app.http, db, await makeUser(db, { is_superuser: true }));
  const leg = await born(db, world.site, '0300');
  const node = await born(db, world.site, '0005');
  const settings = '/api/v1/devices/:id/settings';
  const warning = { sensor_id: '4.4000', sign: '>', value: 60, delay_seconds: 10 };
  await send({ route: `POST ${settings}/warnings`, ids: [leg], token, body: [warning] });
  await send({
    route: `POST ${settings}/sensor-names`,
    ids: [leg],
    token,
    body: { sensor_names: { '4.4000': 'Head' } },
  });
  const csv = `id,group,name,label\n4.4001,Temperature,Bearing 4001,Tail\n`;
  await send({ route: `POST ${settings}/import/sensor-names`, ids: [leg], token, file: csv });
  const images = { sensor_image_types: { '4.4000': 1 } };
  await send({ route: `POST ${settings}/sensor-images`, ids: [leg], token, body: images });
  const types = { sensor_types: { '4.4000': { type: 'NUMERIC', unit: 'C', k_value: 2, c_value: 1 } } };
  await send({ route: `POST ${settings}/sensor-types`, ids: [node], token, body: types });
  // No pipeline runs here: an ended test is inserted and commented, which is audited like every step.
  await sql`insert into maintenance_test (id, test_id, at, started_at, device_id, client_id, site_id, client_name,
      site_name, device_name, serial_number, group_id, group_name, sensor_id, sensor_name, step, user_id, user_name, comment)
    values (1, 1, ${Date.now()}, ${Date.now()}, ${leg}, ${world.client}, ${world.site}, 'c', 's', 'd', 'sn', '4', 'g',
      '4000', 'Head', 'maintanance_succeeded', null, 'Ann', '')`.execute(db);
  const test = { event_type: 'maintanance_succeeded', sensor_id: '4.4000', comment: 'as it should be' };
  await send({ route: 'POST /api/v1/devices/:id/maintenance', ids: [leg], token, body: test });
  await send({ route: 'POST /api/v1/devices/:id/fix-notifications', ids: [leg], token });

  const elite = await born(db, world.site, 'F500');
  const arrange = { action: 'append', graph_type: 'update_graphs_arrangement', node: '4' };
  await send({ route: 'POST /api/v1/graphs/device/:id', ids: [elite], token, body: arrange });

  const empty = { machines: [], connectors: [], shapes: [], text_elements: [] };
  const at = { location: world.site };
  const query = `location=${world.site}`;
  const createdSchema = await send({ route: 'POST /api/v2/schemas', token, query, body: { ...at, name: 'Plant' } });
  const schema: number = createdSchema.json().id;
  const tab = { ...at, schema, name: 'Leg', width: 800, height: 600, ...empty };
  const first = (await send({ route: 'POST /api/v2/tabs', token, query, body: tab })).json();
  const change = { ...tab, name: 'Boot', version: first.version };
  const changed = (await send({ route: 'PATCH /api/v2/tabs/:id', ids: [first.id], token, body: change })).json();
  const clone = (await send({ route: 'POST /api/v2/tabs/:id/clone', ids: [changed.id], token, body: {} })).json();
  const order = [
    { id: clone.id, order: 0 },
    { id: changed.id, order: 1 },
  ];
  await send({ route: 'POST /api/v2/update-tabs-order', token, body: order });
  await send({ route: 'DELETE /api/v2/tabs/:id', ids: [clone.id], token });
  await send({ route: 'POST /api/v2/schemas/:id/publish', ids: [schema], token, body: { comment: 'first' } });
  const name = { name: 'Copy' };
  const copy = (await send({ route: 'POST /api/v2/schemas/:id/clone', ids: [schema], token, body: name })).json();
  const headers = { authorization: `JWT ${token}` };
  const file = (await app.http.inject({ url: `/api/v2/schemas/${schema}/export/`, headers })).body;
  await send({ route: 'POST /api/v2/schemas/import', token, query, file });
  await send({ route: 'DELETE /api/v2/schemas/:id', ids: [copy.id], token });
}
