import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Api } from '@tocsin/e2e/api';
import { makePlant, type Plant } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import pg from 'pg';
import { type Bench, quantile, type Row } from './bench.ts';

const few = 10_000;
/** TOCSIN_BENCH_EVENTS: a smaller number where ten million take too long to create. */
const many = Number(process.env.TOCSIN_BENCH_EVENTS ?? 10_000_000);
const rounds = 15;
/** Limit of the ratio of a page among many events to one among few, after subtracting the cost of any call. */
const most = 20;

/**
 * The notification log with 10,000 events and with ten million: first page, next, a deep one, search, filters, count.
 */
export const bench: Bench = {
  name: 'log',
  async run() {
    const server = await TocsinServer.start({ env: { LOG_LEVEL: 'error' } });
    try {
      const api = await Api.signIn(server.url, admin.email, admin.password);
      const plant = await makePlant(
        api,
        Array.from({ length: 20 }, (_, i) => ({ title: `Leg ${i + 1}`, type: '0300' as const })),
      );
      // Another client of the same portal has one event in ten thousand.
      const small = await makePlant(api, [{ title: 'Only leg', type: '0300' }]);
      api.selection = `${plant.clientId},,`;
      const database = await open(server.dataDir);
      await fill(database, { plant, small }, 0, few);
      const before = await measure(api, { plant, small }, few);
      const from = Date.now();
      await fill(database, { plant, small }, few, many);
      const filledS = (Date.now() - from) / 1000;
      const after = await measure(api, { plant, small }, many);
      await database.end();
      return [
        { what: 'events', value: `${few} and ${many}, filled in ${filledS.toFixed(0)} s`, aim: '' },
        ...[...after].map(([what, ms]): Row => {
          const small = before.get(what) ?? Number.NaN;
          const ratio = ms / small;
          return {
            what,
            value: `${ms.toFixed(1)} ms, with few ${small.toFixed(1)} ms, ratio ${ratio.toFixed(1)}`,
            aim: `ratio at most ${most}`,
            passed: ratio <= most,
          };
        }),
      ];
    } finally {
      await server.remove();
    }
  },
};

interface Plants {
  readonly plant: Plant;
  readonly small: Plant;
}

async function open(dataDir: string): Promise<pg.Client> {
  const host = readFileSync(join(dataDir, 'postgres', 'socket'), 'utf8').trim();
  const database = new pg.Client({ host, port: 5432, user: 'tocsin', database: 'tocsin' });
  await database.connect();
  await database.query("set synchronous_commit = off; set maintenance_work_mem = '512MB'");
  return database;
}

/**
 * Alarms and their ends every 30 s back from now, spread over the devices and 40 sensors. Indexes are created
 * afterwards.
 */
async function fill(database: pg.Client, { plant, small }: Plants, from: number, to: number): Promise<void> {
  const { rows } = await database.query<{ indexname: string; indexdef: string }>(
    "select indexname, indexdef from pg_indexes where tablename = 'event' and indexname <> 'event_pkey'",
  );
  for (const { indexname } of rows) await database.query(`drop index ${indexname}`);
  const ids = plant.devices.map((device) => device.id);
  const now = Date.now();
  await database.query(
    `insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name, device_name,
       group_id, sensor_id, sensor_name, content, value, forebear_id, is_active, is_late, is_notified, is_test, ended_at, duration)
     select 1000000000000 + i, $1::bigint - i * 30000::bigint, $1::bigint - i * 30000::bigint, ($2::int[])[1 + i % $3::int], $4, $5,
       case when i % 9999 = 0 then 'power_up' when i % 2 = 0 then 'alarm_on' else 'alarm_off' end, 'Plant', 'Elevator', 'Leg ' || (1 + i % $3::int), '4',
       (4000 + i % 40)::text, 'Bearing ' || (i % 40), case when i % 9973 = 0 then 'Zinnober ' || i else 'Absolute' end, 80,
       null, i < 50 and i % 2 = 0, false, true, false, $1::bigint - i * 30000::bigint, 1000
     from generate_series($6::bigint + 1, $7::bigint) i`,
    [now, ids, ids.length, plant.clientId, plant.siteId, from, to],
  );
  await database.query(
    `insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name, device_name, content, is_active,
       is_late, is_notified, is_test)
     select 2000000000000 + i, $1::bigint - i * 30000::bigint, $1::bigint - i * 30000::bigint, $2, $3, $4, 'power_up', 'Small', 'Bin',
       'Only leg', '', false, false, true, false
     from generate_series($5::bigint + 10000, $6::bigint, 10000) i`,
    [now, small.devices[0]?.id, small.clientId, small.siteId, from, to],
  );
  for (const { indexdef } of rows) await database.query(indexdef);
  await database.query('vacuum analyze event');
}

const ofSmall = 'first page of a client with few events among these';

interface Page {
  readonly next: string | null;
}

async function measure(api: Api, { plant, small }: Plants, count: number): Promise<Map<string, number>> {
  const [device] = plant.devices;
  const first = await api.get<Page>('notifications/?limit=25');
  const middle = `${Date.now() - (count / 2) * 30_000}.1`;
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const calls: readonly (readonly [what: string, path: string])[] = [
    ['first page, all', 'notifications/?limit=25'],
    ['next page', `notifications/?limit=25&cursor=${first.next}`],
    ['a page in the middle of all', `notifications/?limit=25&cursor=${middle}`],
    ['oldest first', 'notifications/?limit=25&ordering=date_created'],
    ['what is active', 'notifications/?limit=25&is_active=true'],
    ['one device', `notifications/?limit=25&device=${device?.id}`],
    [
      'one device, event type and three days',
      `notifications/?limit=25&device=${device?.id}&event_type=alarm_on&date_created_from=${day(3)}`,
    ],
    ['a rare event type', 'notifications/?limit=25&event_type=power_up'],
    ['an event type that never came', 'notifications/?limit=25&event_type=maintenance'],
    ['search for what is rare', 'notifications/?limit=25&search=zinnober'],
    ['search for what is everywhere', 'notifications/?limit=25&search=bearing'],
    ["the bell's count", 'notifications/active-count/'],
    [ofSmall, 'notifications/?limit=25'],
  ];
  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++)
    for (const [what, path] of calls) {
      api.selection = `${what === ofSmall ? small.clientId : plant.clientId},,`;
      const from = performance.now();
      await api.get<unknown>(path);
      times.set(what, [...(times.get(what) ?? []), performance.now() - from]);
    }
  api.selection = `${plant.clientId},,`;
  return new Map([...times].map(([what, values]) => [what, quantile(values, 0.25)]));
}
