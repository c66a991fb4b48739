import { Api } from '@tocsin/e2e/api';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import type pg from 'pg';
import { type Bench, quantile, type Row } from './bench.ts';
import { openDatabase } from './rig.ts';

const devices = 500;
const inAlarm = 200;
const rounds = 200;
const warmUp = 20;
const aimMs = 50;

/**
 * What the first page and the banner ask for every few seconds: `now/` and `incidents/` of a site of 500 devices, of
 * which 200 are in alarm, half of these as pairs of one incident. The whole answer over HTTP counts, 99th percentile.
 */
export const bench: Bench = {
  name: 'incidents',
  async run() {
    const server = await TocsinServer.start({ env: { LOG_LEVEL: 'error' } });
    try {
      const database = await openDatabase(server);
      const client = await seed(database);
      await database.end();
      // The server reads its catalog at the start.
      await server.stop();
      await server.start();
      return await measure(server, client);
    } finally {
      await server.remove();
    }
  },
};

async function seed(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ id: number }>(`insert into client (number, company, address, phone, full_name,
      email) values (1, 'Prairie Grain', 'Road 1', '555', 'Dale Novak', 'c@example.com') returning id`);
  const client = rows[0]?.id ?? 0;
  await database.query(`insert into site (client_id, title, address, timezone)
    values (${client}, 'Hutchinson Elevator', 'Road 1', 'America/Chicago')`);
  await database.query(`insert into device_registry (serial_number, code_cipher, code_hash, device_type)
    select 'SN' || i, '\\x00', sha256(i::text::bytea), '0300' from generate_series(1, ${devices}) i`);
  await database.query(`insert into device (site_id, title, serial_number, device_type, udf_id)
    select (select max(id) from site), 'Leg ' || i, 'SN' || i, '0300', 'U' || i from generate_series(1, ${devices}) i`);
  await database.query(`insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name,
      site_name, device_name, group_id, sensor_id, sensor_name, content, value, is_active, is_late, is_notified, is_test,
      needs_acknowledgement, priority)
    select row_number() over (), x.at, x.at, x.id, ${client}, x.site_id, 'alarm_on', 'C', 'S', x.title, '4', '4000',
      'Head bearing left', 'Absolute', 84, true, false, true, false, true, 2
    from (select d.id, d.site_id, d.title, (extract(epoch from now()) * 1000)::bigint - (m * 60000) as at
      from (select * from device order by id limit ${inAlarm}) d cross join generate_series(1, 2) m) x`);
  await database.query(`insert into incident (device_id, event_id, incident_id, is_first, size, span_ms)
    select e.device_id, e.id, min(e.id) over (partition by e.device_id), e.id = first_value(e.id) over (partition by
      e.device_id order by e.at), 2, 60000 from event e`);
  await database.query('vacuum analyze');
  return client;
}

async function measure(server: TocsinServer, client: number): Promise<readonly Row[]> {
  const api = await Api.signIn(server.url, admin.email, admin.password);
  api.selection = `${client},,`;
  const calls: readonly (readonly [what: string, path: string])[] = [
    ['now/', 'now/'],
    ['incidents/, as the banner asks', 'incidents/?all_clients=true&limit=30'],
    ['incidents/, a page of 25', 'incidents/?is_active=true'],
  ];
  const times = new Map<string, number[]>();
  for (let round = -warmUp; round < rounds; round++) {
    if (round === 0) times.clear();
    for (const [what, path] of calls) {
      const from = performance.now();
      await api.get<unknown>(path);
      times.set(what, [...(times.get(what) ?? []), performance.now() - from]);
    }
  }
  return calls.map(([what]): Row => {
    const own = times.get(what) ?? [];
    const [half, worst] = [quantile(own, 0.5), quantile(own, 0.99)];
    return {
      what: `${what}, ${devices} devices, ${inAlarm} in alarm`,
      value: `${worst.toFixed(1)} ms (median ${half.toFixed(1)} ms)`,
      aim: `p99 ${aimMs} ms`,
      passed: worst <= aimMs,
    };
  });
}
