import { Api } from '@tocsin/e2e/api';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import type pg from 'pg';
import { type Bench, quantile, type Row } from './bench.ts';
import { openDatabase } from './rig.ts';

const devices = 200;
/** October 2026 in Chicago: it begins and ends in summer time. */
const month = { from: '2026-10-01', to: '2026-10-31', t0: Date.UTC(2026, 9, 1, 5), hours: 31 * 24 };
const rounds = 9;
const mostMs = 2_000;

/** Protected hours of a month of 200 devices at one site, from what is stored of each hour. Aim: 2 s. */
export const bench: Bench = {
  name: 'protected-hours',
  async run() {
    const server = await TocsinServer.start({ env: { LOG_LEVEL: 'error' } });
    try {
      const database = await openDatabase(server);
      const site = await seed(database);
      await database.end();
      // The server reads its catalog at the start.
      await server.stop();
      await server.start();
      return await measure(server, site);
    } finally {
      await server.remove();
    }
  },
};

/** Every hour has a quarter in which something is missing, of one of five causes. */
async function seed(database: pg.Client): Promise<number> {
  await database.query(`insert into client (number, company, address, phone, full_name, email)
    values (1, 'Prairie Grain', 'Road 1', '1', 'Dale Novak', 'dale@example.com')`);
  await database.query(`insert into site (client_id, title, address, timezone)
    select min(id), 'Hutchinson', 'Road 1', 'America/Chicago' from client`);
  await database.query(`insert into device_registry (serial_number, code_cipher, code_hash, device_type)
    select 'SN' || i, '\\x00', sha256(i::text::bytea), '0300' from generate_series(1, ${devices}) i`);
  await database.query(`insert into device (site_id, title, serial_number, device_type, udf_id)
    select (select min(id) from site), 'Leg ' || i, 'SN' || i, '0300', 'U' || i from generate_series(1, ${devices}) i`);
  await database.query(`insert into protection_device (device_id, site_id, title, since_at, filled_until)
    select id, site_id, title, 0, ${month.t0 + month.hours * 3_600_000} from device`);
  await database.query(`insert into protection_required (device_id, hash, paths)
    select id, 'h', (select array_agg('4.40' || s) from generate_series(1, 24) s) from device`);
  await database.query(`insert into protection_hour (device_id, t0, site_id, definition, frames, counted, running,
      unknown, offline, missing, required_id, offline_ms, interval_days, tail, running_minutes, protected_minutes, causes,
      cause_paths, cause_minutes)
    select d.id, ${month.t0} + h * 3600000::bigint, d.site_id, 1, 3600, repeat('1', 60)::bit(60), repeat('1', 60)::bit(60),
      repeat('0', 60)::bit(60), repeat('0', 60)::bit(60), '{}', r.id, 60000, 365, '{}', '{15,15,15,15}', '{15,15,15,10}',
      array[(d.id + h) % 5], array['4.40' || (1 + h % 24)], '{0,0,0,5}'
    from device d join protection_required r on r.device_id = d.id, generate_series(0, ${month.hours - 1}) h`);
  await database.query('vacuum analyze');
  const { rows } = await database.query<{ id: number }>('select min(id) as id from site');
  return rows[0]?.id ?? 0;
}

async function measure(server: TocsinServer, site: number): Promise<readonly Row[]> {
  const api = await Api.signIn(server.url, admin.email, admin.password);
  const calls = [
    ['a month', `protection/hours/?site=${site}&from=${month.from}&to=${month.to}&limit=1000`],
    ['the list of months (one has hours)', `protection/hours/months/?site=${site}`],
    ['a month as CSV', `protection/hours/export/?site=${site}&from=${month.from}&to=${month.to}`],
  ] as const;
  const rows: Row[] = [];
  for (const [what, path] of calls) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const from = performance.now();
      const answer = await api.send('GET', path);
      const text = await answer.text();
      if (!answer.ok || text.length < 100) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
      times.push(performance.now() - from);
    }
    const median = quantile(times, 0.5);
    rows.push({
      what: `${what} of ${devices} devices, median`,
      value: `${median.toFixed(0)} ms`,
      aim: `at most ${mostMs} ms`,
      met: median <= mostMs,
    });
  }
  return rows;
}
