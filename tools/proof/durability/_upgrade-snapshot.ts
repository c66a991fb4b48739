// What the portal holds and answers, as far as versions 0.9.0 to 2.0.0 share it: to compare before and after an upgrade.
import { createHash } from 'node:crypto';
import type { Api } from '@tocsin/e2e/api';
import type { Query } from '../support/_together.ts';

/** Answers by what they are about: a count, or a count with a checksum of the content. */
export type Snapshot = ReadonlyMap<string, string>;

type Point = readonly [ts: number, ...values: readonly unknown[]];
interface GraphAnswer {
  readonly graphs: Readonly<Record<string, { readonly series: readonly { sensor: string; data: readonly Point[] }[] }>>;
}
interface Listed {
  readonly results: readonly Readonly<Record<string, unknown>>[];
}

/** Rows and their content in columns that no migration renames. */
const statements: readonly (readonly [what: string, sql: string])[] = [
  ['clients', `select count(*), md5(string_agg(concat_ws('|', id, company), ',' order by id)) from client`],
  ['sites', `select count(*), md5(string_agg(concat_ws('|', id, title, timezone), ',' order by id)) from site`],
  [
    'devices',
    `select count(*), md5(string_agg(concat_ws('|', id, title, serial_number, udf_id), ',' order by id)) from device`,
  ],
  ['users', `select count(*), md5(string_agg(concat_ws('|', id, email, password_hash), ',' order by id)) from users`],
  [
    'warning rules',
    `select count(*), md5(string_agg(concat_ws('|', device_id, path, sign, value, delay_seconds), ','
       order by device_id, path, value)) from warning_rule`,
  ],
  ['e-mail rules', `select count(*), md5(string_agg(concat_ws('|', id, event_type), ',' order by id)) from email_rule`],
  [
    'events',
    `select count(*), md5(string_agg(concat_ws('|', id, at, type, device_id, group_id, sensor_id, content, value,
       is_active, ended_at, acknowledged_by, acknowledged_at, acknowledged_comment), ',' order by device_id, id))
     from event where id <= $1`,
  ],
  [
    'maintenance test steps',
    `select count(*), md5(string_agg(concat_ws('|', id, at, device_id, sensor_id, step, user_name, comment), ','
       order by device_id, id)) from maintenance_test`,
  ],
  // Finished hours move from frames to chunks while the server runs: only the sum stays.
  [
    'frames, with those in chunks',
    `select (select count(*) from frame) + (select count(*) from frame_late)
       + (select coalesce(sum(n), 0) from chunk) as count, '' as md5`,
  ],
];

interface SnapshotOptions {
  readonly api: Api;
  readonly query: Query;
  /** Moments whose graphs and lists are compared; each lies in the past of both versions. */
  readonly moments: readonly number[];
  /** Later events are of devices that fell silent between two snapshots. */
  readonly newestEvent: number;
}

interface Placed {
  readonly id: number;
  /** `client,site,device`, as a browser's tab sends it. */
  readonly selection: string;
}

export async function takeSnapshot({ api, query, moments, newestEvent }: SnapshotOptions): Promise<Snapshot> {
  const found = new Map<string, string>();
  for (const [what, sql] of statements) {
    const [row] = await query<{ readonly count: string; readonly md5: string | null }>(
      sql,
      sql.includes('$1') ? [newestEvent] : [],
    );
    found.set(what, row ? `${row.count} ${(row.md5 ?? '').slice(0, 8)}`.trim() : '');
  }
  const devices = await query<Placed>(
    `select d.id, concat_ws(',', s.client_id, s.id, d.id) as selection
     from device d join site s on s.id = d.site_id order by d.id`,
  );
  let points = 0;
  const graphs = createHash('sha256');
  const upTo = Math.max(...moments);
  for (const { id, selection } of devices) {
    api.selection = selection;
    for (const timescale of ['day', 'week'])
      points += await addGraphs(graphs, api, `graphs/device/${id}/?timescale=${timescale}`, upTo);
    for (const ts of moments) points += await addGraphs(graphs, api, `graphs/device/${id}/?timestamp=${ts}`, ts);
  }
  found.set('points of graphs (hours, day, week)', `${points} ${graphs.digest('hex').slice(0, 8)}`);
  found.set('answers of the log', await logOf(api, devices, newestEvent));
  return found;
}

/** Points up to the moment: a server that still runs adds others after it. */
async function addGraphs(hash: ReturnType<typeof createHash>, api: Api, path: string, upTo: number): Promise<number> {
  const { graphs } = await api.get<GraphAnswer>(path);
  let points = 0;
  for (const [key, { series }] of Object.entries(graphs).sort(([a], [b]) => (a < b ? -1 : 1)))
    for (const { sensor, data } of series) {
      const past = data.filter(([ts]) => ts <= upTo);
      points += past.length;
      hash.update(JSON.stringify([key, sensor, past]));
    }
  return points;
}

/** The fields of a notification that every version has. */
const shared = ['id', 'event_type', 'device', 'content', 'is_active', 'acknowledged_by', 'date_created'];

async function logOf(api: Api, devices: readonly Placed[], newestEvent: number): Promise<string> {
  let count = 0;
  const hash = createHash('sha256');
  for (const { id, selection } of devices) {
    api.selection = selection;
    const list = await api.get<Listed>(`notifications/?device=${id}&limit=100&ordering=-date_created`);
    const past = list.results.filter((row) => Number(row.id) <= newestEvent);
    count += past.length;
    const rows = past.map((row) => shared.map((field) => row[field] ?? null));
    hash.update(JSON.stringify(rows.sort((a, b) => Number(a[0]) - Number(b[0]))));
  }
  return `${count} ${hash.digest('hex').slice(0, 8)}`;
}

/** What differs, for a row of the table. */
export const differences = (a: Snapshot, b: Snapshot): readonly string[] =>
  [...a.keys()].filter((what) => a.get(what) !== b.get(what));
