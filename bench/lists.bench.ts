import { Api } from '@tocsin/e2e/api';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import type pg from 'pg';
import { type Bench, quantile, type Row } from './bench.ts';
import { openDatabase } from './rig.ts';

const things = 10_000;
const rounds = 60;

/** Lists of 10,000 clients, sites, users and devices: first page and search against `select 1` of the same run. */
export const bench: Bench = {
  name: 'lists',
  async run() {
    const server = await TocsinServer.start({ env: { LOG_LEVEL: 'error' } });
    try {
      const database = await openDatabase(server);
      const client = await seed(database);
      await database.end();
      // The line's picture of the devices is read at the start.
      await server.stop();
      await server.start();
      return await measure(server, client);
    } finally {
      await server.remove();
    }
  },
};

/** One client has all the sites, devices and people; 10,000 other clients stand beside it. */
async function seed(database: pg.Client): Promise<number> {
  await database.query(`insert into client (number, company, address, phone, full_name, email)
    select i, 'Company ' || md5(i::text), 'Road ' || i, '555-' || i, 'Contact ' || md5(i::text || 'c'), 'c' || i || '@example.com'
    from generate_series(1, ${things}) i`);
  const { rows } = await database.query<{ id: number }>('select min(id) as id from client');
  const client = rows[0]?.id ?? 0;
  await database.query(`insert into site (client_id, title, address, timezone)
    select ${client}, 'Site ' || md5(i::text), 'Road ' || i, 'America/Chicago' from generate_series(1, ${things}) i`);
  await database.query(`insert into device_registry (serial_number, code_cipher, code_hash, device_type)
    select 'SN' || i, '\\x00', sha256(i::text::bytea), '0300' from generate_series(1, ${things}) i`);
  await database.query(`insert into device (site_id, title, serial_number, device_type, udf_id)
    select (select min(id) from site) + i % 20, 'Leg ' || md5(i::text), 'SN' || i, '0300', 'U' || i
    from generate_series(1, ${things}) i`);
  await database.query(`insert into users (username, email, first_name, last_name, registered_at)
    select 'p' || i || '@example.com', 'p' || i || '@example.com', 'P' || md5(i::text), 'Q' || md5(i::text || 'q'), now()
    from generate_series(1, ${things}) i`);
  await database.query(`insert into client_member (user_id, client_id)
    select id, ${client} from users where email like 'p%@example.com'`);
  await database.query(`insert into membership (user_id, site_id, has_access)
    select u.id, (select min(id) from site) + u.id % 100, true from users u where email like 'p%@example.com'`);
  await database.query('vacuum analyze');
  return client;
}

async function measure(server: TocsinServer, client: number): Promise<readonly Row[]> {
  const api = await Api.signIn(server.url, admin.email, admin.password);
  api.selection = `${client},,`;
  const database = await openDatabase(server);
  const one = () => database.query('select 1');
  const lists: readonly (readonly [what: string, path: string])[] = [
    [bare, 'me/'],
    ['clients, first page', 'clients/?limit=20'],
    ['clients, search', 'clients/?limit=20&q=c81e728d'],
    ['sites, first page', 'locations/?limit=20'],
    ['sites, search', 'locations/?limit=20&search=c81e728d'],
    ['devices, first page', 'devices/?limit=20'],
    ['devices, search', 'devices/?limit=20&search=c81e728d'],
    ['users, first page', `clients/${client}/users/?limit=20`],
    ['users, search', `clients/${client}/users/?limit=20&filter=c81e728d`],
    [whole, `devices/?limit=1000&location=${await firstSite(api)}`],
  ];
  const times = new Map<string, number[]>();
  const base: number[] = [];
  // By turns, so that a busy moment of the machine meets all of them.
  for (let round = 0; round < rounds; round++) {
    base.push(await timed(one));
    for (const [what, path] of lists) {
      const ms = await timed(() => api.get<unknown>(path));
      times.set(what, [...(times.get(what) ?? []), ms]);
    }
  }
  await database.end();
  // The lower quartile: what the work takes when nothing else is in its way.
  const usual = (values: readonly number[]) => quantile(values, 0.25);
  const selectOne = usual(base);
  const call = usual(times.get(bare) ?? []);
  const rows: Row[] = [{ what: 'select 1', value: `${selectOne.toFixed(2)} ms`, aim: '' }];
  for (const [what] of lists) {
    const ms = usual(times.get(what) ?? []);
    const beyond = (ms - call) / selectOne;
    const isOne = what !== bare && what !== whole;
    rows.push({
      what,
      value: isOne ? `${ms.toFixed(1)} ms, ${beyond.toFixed(1)} x beyond the call` : `${ms.toFixed(1)} ms`,
      aim: isOne ? '50 ms, at most 20 x select 1' : what === whole ? '50 ms' : '',
      ...(isOne ? { kept: beyond <= 20 } : {}),
    });
  }
  return rows;
}

/** What any call costs: HTTP, session, rights, selection. */
const bare = 'a call that lists nothing (me/)';
const whole = 'a site of 500 devices, all of them';

async function firstSite(api: Api): Promise<number> {
  const { results } = await api.get<{ results: { location: number }[] }>('devices/?limit=1');
  return results[0]?.location ?? 0;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
