import { Api } from '@tocsin/e2e/api';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import type pg from 'pg';
import { type Bench, quantile, type Row } from './bench.ts';
import { openDatabase } from './rig.ts';

const things = 10_000;
const rounds = 60;
const warmUp = 10;
const most = 20;

/**
 * Lists of 10,000 clients, sites, users and devices: first page and search compared with `select 1` of the same run.
 * Both go over HTTP to the same server process by the same client in turns; the median of the full response counts.
 * `/readyz` runs only `select 1` on the server's own pool and has no session, permissions or selection to look up, so
 * their cost counts against the lists. The ratio to a bare `select 1` on a connection without HTTP is printed only,
 * because it compares different things.
 */
export const bench: Bench = {
  name: 'lists',
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

/** One client has all sites, devices and people; there are 10,000 other clients. */
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
  const lists: readonly (readonly [what: string, path: string])[] = [
    ['clients, first page', 'clients/?limit=20'],
    ['clients, search', 'clients/?limit=20&q=c81e728d'],
    ['sites, first page', 'locations/?limit=20'],
    ['sites, search', 'locations/?limit=20&search=c81e728d'],
    ['devices, first page', 'devices/?limit=20'],
    ['devices, search', 'devices/?limit=20&search=c81e728d'],
    ['users, first page', `clients/${client}/users/?limit=20`],
    ['users, search', `clients/${client}/users/?limit=20&filter=c81e728d`],
  ];
  const allDevices = `devices/?limit=1000&location=${await firstSite(api)}`;
  const times = new Map<string, number[]>();
  const time = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const from = performance.now();
    await work();
    times.set(what, [...(times.get(what) ?? []), performance.now() - from]);
  };
  // In turns, so that a busy moment of the machine affects all; the first rounds are warm-up.
  for (let round = -warmUp; round < rounds; round++) {
    if (round === 0) times.clear();
    await time(sqlOne, () => database.query('select 1'));
    await time(httpOne, async () => (await fetch(`${server.url}/readyz`)).text());
    for (const [what, path] of lists) await time(what, () => api.get<unknown>(path));
    await time(siteOf500, () => api.get<unknown>(allDevices));
  }
  await database.end();
  const usual = (what: string): number => quantile(times.get(what) ?? [], 0.5);
  const row = (what: string, aim: string): Row => ({ what, value: `${usual(what).toFixed(2)} ms`, aim });
  return [
    row(sqlOne, ''),
    row(httpOne, ''),
    ...lists.map(([what]): Row => {
      const ms = usual(what);
      const ratio = ms / usual(httpOne);
      const value = `${ms.toFixed(1)} ms, ${ratio.toFixed(1)} x (${(ms / usual(sqlOne)).toFixed(1)} x the bare statement)`;
      return { what, value, aim: 'at most 20 x select 1 by HTTP; 50 ms', passed: ratio <= most };
    }),
    row(siteOf500, '50 ms'),
  ];
}

const sqlOne = 'select 1, bare on a connection of its own';
const httpOne = 'select 1 by HTTP (readyz)';
const siteOf500 = 'a site of 500 devices, all of them';

async function firstSite(api: Api): Promise<number> {
  const { results } = await api.get<{ results: { location: number }[] }>('devices/?limit=1');
  return results[0]?.location ?? 0;
}
