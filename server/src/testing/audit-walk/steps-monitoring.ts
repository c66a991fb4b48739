import { sql } from 'kysely';
import { hashPassword } from '../../features/accounts/index.ts';
import type { Db } from '../../platform/db.ts';
import { makeDevice, makeUser, signedIn } from '../../platform/testing/factories.ts';
import type { WalkApp } from '../role-walk/app.ts';
import { makeWorld } from '../role-walk/world.ts';
import { walkDeviceTypes, walkPayloadMaps, walkTemplate } from './steps-device-types.ts';
import { walkRunning } from './steps-running.ts';
import { walkWebhooks } from './steps-webhooks.ts';
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

/** Evidence of a sensor that did not move. */
const noMovement = {
  kind: 'flat',
  unit: 'C',
  value: 20,
  amount: 24,
  starts: 0,
  neighbours: [],
  graph: { from: 0, own: [20], others: [], starts: [] },
};

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
  const password = 'Correct horse 9';
  const password_hash = await hashPassword(password);
  const { token } = await signedIn(app.http, db, await makeUser(db, { is_superuser: true, password_hash }));
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
  const rules = 'sensor_id,sign,value,delay_seconds,deadband\n4.4000,>,61,10,2\n';
  await send({ route: `POST ${settings}/import/warnings`, ids: [leg], token, file: rules });
  await sql`update client set changes_need_approval = true where id = ${world.client}`.execute(db);
  const looser = { results: [], reason: 'Retired' };
  const answer = await send({ route: `POST ${settings}/warnings`, ids: [leg], token, body: looser });
  const decision = { proposal: answer.json().proposed.id, decision: 'decline' };
  await send({ route: `POST ${settings}/warnings/decide`, ids: [leg], token, body: decision });
  const images = { sensor_image_types: { '4.4000': 1 } };
  await send({ route: `POST ${settings}/sensor-images`, ids: [leg], token, body: images });
  const rehearsed = { days: 1, results: [{ sensor_id: '4.4000', sign: '>', value: 60, delay_seconds: 0 }] };
  await send({ route: `POST ${settings}/warnings/rehearsal`, ids: [leg], token, body: rehearsed });
  const responses = { responses: { '4.4000': { priority: 'critical', what_to_do: 'Stop the leg' } } };
  await send({ route: `POST ${settings}/responses`, ids: [leg], token, body: responses });
  const response = `device_id,sensor_id,priority\n${leg},4.4001,low\n`;
  await send({ route: 'POST /api/v1/locations/:id/responses/import', ids: [world.site], token, file: response });
  const choice = { devices: [await born(db, world.site, '0300')], what: ['names', 'responses', 'priorities'] };
  const preview = await send({ route: `POST ${settings}/copies/preview`, ids: [leg], token, body: choice });
  const copied = { ...choice, digest: preview.json().digest };
  const made = await send({ route: `POST ${settings}/copies`, ids: [leg], token, body: copied });
  const undone = [leg, made.json().id];
  await send({ route: `POST ${settings}/copies/:copy/undo`, ids: undone, token, body: {} });
  const register = await send({ route: 'GET /api/v1/locations/:id/alarm-register', ids: [world.site], token });
  const digest = { digest: register.json().digest };
  await send({ route: 'POST /api/v1/locations/:id/alarm-register/approve', ids: [world.site], token, body: digest });
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

  const outOfService = '/api/v1/devices/:id/sensors/:sensor/out-of-service';
  await send({ route: `PUT ${outOfService}`, ids: [leg, '4.4000'], token, body: { reason: 'Cable is loose' } });
  await send({ route: `DELETE ${outOfService}`, ids: [leg, '4.4000'], token });
  await send({ route: 'PUT /api/v1/devices/:id/out-of-service', ids: [leg], token, body: { reason: 'Belt change' } });
  await send({ route: 'DELETE /api/v1/devices/:id/out-of-service', ids: [leg], token });
  await send({ route: 'PUT /api/v1/locations/:id/out-of-service', ids: [world.site], token, body: { reason: 'Shut' } });
  await send({ route: 'DELETE /api/v1/locations/:id/out-of-service', ids: [world.site], token });
  const turns = { title: 'Nights', timezone: 'UTC', handover_time: '06:00', frequency: 'daily', start: '2026-11-23' };
  const { id: rotation } = (
    await send({
      route: 'POST /api/v1/rotations',
      token,
      selection: `${world.client},,`,
      body: { ...turns, people: [world.user.id] },
    })
  ).json();
  await send({ route: 'POST /api/v1/rotations/:id/preview', ids: [rotation], token, body: {} });
  await send({ route: 'PATCH /api/v1/rotations/:id', ids: [rotation], token, body: { handover_time: '07:00' } });
  const span = { from: '2100-01-01T00:00:00Z', to: '2100-01-02T00:00:00Z' };
  const instead = { rotation, person: world.user.id, ...span };
  const { id: override } = (await send({ route: 'POST /api/v1/overrides', token, body: instead })).json();
  await send({ route: 'DELETE /api/v1/overrides/:id', ids: [override], token });
  const steps = [{ after_minutes: 5, targets: [{ kind: 'rotation', id: rotation }] }];
  const { id: policy } = (
    await send({
      route: 'POST /api/v1/escalation-policies',
      token,
      selection: `${world.client},,`,
      body: { title: 'Nights', event_types: ['alarm_on'], steps },
    })
  ).json();
  await send({ route: 'PATCH /api/v1/escalation-policies/:id', ids: [policy], token, body: { repeats: 2 } });
  const { id: trial } = (
    await send({ route: 'POST /api/v1/escalation-policies/:id/tests', ids: [policy], token })
  ).json();
  await send({ route: 'POST /api/v1/escalation-policies/:id/tests/:test/cancel', ids: [policy, trial], token });
  await send({ route: 'DELETE /api/v1/escalation-policies/:id', ids: [policy], token, query: 'reason=Closed' });
  await walkRunning(db, world, token, send);
  await walkWebhooks(db, world.client, token, send);
  await walkDeviceTypes(world.client, world.site, token, send);
  const ofType = { client: world.client, code: 'Dust-PLC', label: 'Dust PLC', enters: 'push' };
  const type = (await send({ route: 'POST /api/v1/device-types', token, body: ofType })).json().id;
  const [model, follower] = [await born(db, world.site, 'Dust-PLC'), await born(db, world.site, 'Dust-PLC')];
  await send({ route: `POST ${settings}/sensor-images`, ids: [model], token, body: images });
  await walkTemplate({ type, model, follower }, token, send);
  await walkPayloadMaps(world, token, send);
  await send({ route: 'DELETE /api/v1/rotations/:id', ids: [rotation], token });
  await send({ route: 'POST /api/v1/devices/:id/rounds', ids: [leg], token, body: { note: 'All quiet' } });
  const labels = { format: 'l7165', devices: [leg] };
  await send({ route: 'POST /api/v1/locations/:id/labels', ids: [world.site], token, body: labels });

  await send({
    route: 'PUT /api/v1/locations/:id/shifts',
    ids: [world.site],
    token,
    body: { starts: ['06:00', '18:00'] },
  });
  const shift = (
    await app.http.inject({
      url: `/api/v1/locations/${world.site}/handover/`,
      headers: { authorization: `JWT ${token}` },
    })
  ).json();
  const read = shift.points.map(({ key }: { key: string }) => key);
  await send({ route: 'POST /api/v1/locations/:id/notes', ids: [world.site], token, body: { text: 'Belt greased' } });
  await send({ route: 'POST /api/v1/locations/:id/handover', ids: [world.site], token, body: { read } });
  const mails = { day: true, week: false };
  await send({ route: 'PUT /api/v1/locations/:id/handover/mails', ids: [world.site], token, body: mails });

  const { rows } = await sql<{
    id: number;
  }>`insert into sensor_suspicion (device_id, path, kind, type, unit, since, found_at,
      seen_at, evidence)
    values (${leg}, '4.4000', 'flat', 'NUMERIC', 'C', 0, now(), now(), ${JSON.stringify(noMovement)}::jsonb)
    returning id`.execute(db);
  const suspicion = rows[0]?.id ?? 0;
  const reason = { reason: 'Spare input' };
  await send({ route: 'POST /api/v1/suspicions/:id/dismiss', ids: [suspicion], token, body: reason });
  await send({ route: 'POST /api/v1/suspicions/:id/restore', ids: [suspicion], token, body: {} });
  const owner = { sensor: '4.4000', kind: 'suspected_dead', owner: world.user.id };
  await send({ route: 'PUT /api/v1/devices/:id/protection-owner', ids: [leg], token, body: owner });
  const design = { sensors: ['4.4000'], kind: 'disabled', reason: 'Not fitted' };
  await send({ route: 'PUT /api/v1/devices/:id/protection-design', ids: [leg], token, body: design });
  const counted = { running_sensor: '', running_above: null, sensors: {}, reason: 'It has no speed sensor' };
  await send({ route: 'PUT /api/v1/devices/:id/protection-setting', ids: [leg], token, body: counted });
  await countedMonth(db, leg, world.site);
  const month = { month: '2026-03' };
  await send({ route: 'POST /api/v1/locations/:id/certificates', ids: [world.site], token, body: month });
  const due = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const task = { what: 'Replace the bearing', owner: world.user.id, due };
  await send({ route: 'POST /api/v1/notifications/:id/hand-over', ids: [world.event], token, body: task });
  await send({ route: 'POST /api/v1/devices/:id/tasks', ids: [leg], token, body: { ...task, sensor: '4.4000' } });
  await send({ route: 'PATCH /api/v1/maintenance-tasks/:id', ids: [world.task], token, body: { what: 'Grease it' } });
  await send({
    route: 'POST /api/v1/maintenance-tasks/:id/close',
    ids: [world.task],
    token,
    body: { comment: 'Done' },
  });
  const shelf = { device: world.device, reason_code: 'chattering', reason: 'Loose cable', minutes: 60 };
  await send({ route: 'POST /api/v1/shelves', token, body: shelf });
  await send({ route: 'POST /api/v1/shelves/:id/extend', ids: [world.shelf], token, body: { minutes: 90 } });
  await send({ route: 'POST /api/v1/shelves/:id/end', ids: [world.shelf], token });
  const walks = 'POST /api/v1/devices/:id/walk-tests';
  const armed = { sensors: ['4.4000'], is_locked_out: true };
  await send({ route: walks, ids: [world.device], token, body: armed });
  const ids = [world.device, world.walk];
  await send({ route: `${walks}/:walk/arm`, ids, token, body: armed });
  await send({ route: `${walks}/:walk/press`, ids, token, body: { sensor: '4.4000' } });
  await send({ route: `${walks}/:walk/skip`, ids, token, body: { sensor: '4.4000', reason: 'No ladder' } });
  await send({ route: `${walks}/:walk/take-over`, ids, token });
  await send({ route: `${walks}/:walk/sign`, ids, token, body: {} });

  await send({ route: 'POST /api/v1/on-call/calendar', token, body: { password } });
  await send({ route: 'DELETE /api/v1/on-call/calendar', token });
  await send({ route: 'PUT /api/v1/protection/mail', token, body: { is_on: false } });

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

/** An hour of March 2026 and one after it, so that a certificate of the month can be issued. */
async function countedMonth(db: Db, device: number, site: number): Promise<void> {
  const none = '0'.repeat(60);
  await sql`insert into protection_device (device_id, site_id, title, since_at, filled_until)
    values (${device}, ${site}, 'Leg', 0, ${Date.UTC(2026, 3, 11)})
    on conflict (device_id) do update set filled_until = excluded.filled_until`.execute(db);
  await sql`with q as (insert into protection_required (device_id, hash, paths) values (${device}, 'none', '{}') returning id)
    insert into protection_hour (device_id, t0, site_id, definition, frames, counted, running, unknown, offline, missing, required_id,
      offline_ms, interval_days, tail, running_minutes, protected_minutes, causes, cause_paths, cause_minutes)
    select ${device}, t0, ${site}, 1, 0, ${none}::bit(60), ${none}::bit(60), ${none}::bit(60), ${none}::bit(60), '{}', q.id, 60000, 365, '{}',
      '{15,0,0,0}', '{15,0,0,0}', '{}', '{}', '{}'
    from q cross join unnest(${[Date.UTC(2026, 2, 10), Date.UTC(2026, 3, 10)]}::bigint[]) as t (t0)`.execute(db);
}
