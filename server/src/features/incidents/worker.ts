import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { forEach } from '../../platform/each.ts';
import type { Log } from '../../platform/log.ts';
import { type AlarmStart, incidentMs, incidentsOf } from './rules.ts';
import * as store from './store.ts';

export const incidentTask = 'incidents';
/** An event may be committed this long after its arrival; each run looks back this far. */
const lookBackMs = 2 * incidentMs;
/** Most alarms of one site that a run groups, the newest. */
const alarmsAtMost = 2_000;
/** Where nothing is known of a device's reports. */
const usualIntervalMs = 10_000;

export interface IncidentDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** A device's usual interval between reports in ms; undefined when it has never reported. */
  readonly intervalOf: (deviceId: number) => Promise<number | undefined>;
  /** After a commit: these events have another place in their incident, and pages get them again. */
  readonly changed: (ids: readonly number[]) => Promise<void>;
}

/** Groups the alarms that arrived lately into incidents and publishes what changed; safe to run twice. */
export async function groupArrived(dependencies: IncidentDependencies): Promise<void> {
  const { db, clock, log } = dependencies;
  const now = clock.now();
  const sites = await store.arrivedSites(db, now - lookBackMs, now + lookBackMs);
  await forEach(sites, { what: 'site', log, nameOf: (site) => site.site_id }, async (site) => {
    const changed = await db.transaction().execute(async (trx) => {
      if (!(await store.lockIncidents(trx))) return [];
      const rows = await store.alarmsNear(trx, site.site_id, site.first, site.last, alarmsAtMost);
      if (rows.length < 2) return [];
      const links = new Set((await store.linkedDevices(trx, site.site_id)).map(({ a, b }) => `${a} ${b}`));
      const isLinked = (a: number, b: number): boolean => links.has(a < b ? `${a} ${b}` : `${b} ${a}`);
      const intervals = await intervalsOf(dependencies, rows);
      const alarms = rows.map(
        (row): AlarmStart => ({
          id: row.id,
          deviceId: row.device_id,
          at: row.at,
          receivedAt: row.received_at,
          intervalMs: intervals.get(row.device_id) ?? usualIntervalMs,
        }),
      );
      return await store.replaceIncidents(trx, rows, incidentsOf(alarms, isLinked));
    });
    if (changed.length > 0) await dependencies.changed(changed);
  });
}

async function intervalsOf(
  { intervalOf }: IncidentDependencies,
  rows: readonly store.AlarmRow[],
): Promise<ReadonlyMap<number, number>> {
  const intervals = new Map<number, number>();
  for (const id of new Set(rows.map((row) => row.device_id)))
    intervals.set(id, (await intervalOf(id)) ?? usualIntervalMs);
  return intervals;
}
