import type { Committed } from '../../pipeline/types.ts';
import type { DbAndClock, Trx } from '../../platform/db.ts';
import { forEach } from '../../platform/each.ts';
import type { Log } from '../../platform/log.ts';
import { incidentMs, incidentsOf, type Links } from './rules.ts';
import * as store from './store.ts';

export const incidentTask = 'incidents';
/** An event may be committed this long after its arrival; each scheduled run looks back this far. */
const lookBackMs = 2 * incidentMs;
/** Most events of one site that a run groups, the newest. */
const eventsAtMost = 5_000;
/** Where nothing is known of a device's reports. */
const usualIntervalMs = 10_000;
/** Events of one batch and the next are grouped together. */
const gatherMs = 100;
/** Events that wait for a run; beyond it the scheduled run groups what came. */
const waitingAtMost = 20_000;

export interface IncidentDependencies extends DbAndClock {
  readonly log: Log;
  /** A device's usual interval between reports in ms; undefined when it has never reported. */
  readonly intervalOf: (deviceId: number) => Promise<number | undefined>;
  /** After a commit: these events have another place in their incident, and pages get them again. */
  readonly changed: (ids: readonly number[]) => Promise<void>;
}

type SiteSpan = Awaited<ReturnType<typeof store.sitesOf>>[number];

/** Groups the events near a span of a site into incidents, and publishes what changed; safe to run twice. */
async function groupSite(dependencies: IncidentDependencies, span: SiteSpan): Promise<void> {
  const changed = await dependencies.db.transaction().execute(async (trx) => {
    await store.lockSite(trx, span.site_id);
    const drawn = linksOf(await store.linkedDevices(trx, [span.site_id]));
    const devices = await reachedDevices(trx, span, drawn);
    const rows = await store.beginningsNear(trx, { ...span, devices }, eventsAtMost);
    if (rows.length < 2) return [];
    const intervals = await intervalsOf(dependencies, rows);
    const events = rows.map((row) => ({
      id: row.id,
      deviceId: row.device_id,
      at: row.at,
      receivedAt: row.received_at,
      intervalMs: intervals.get(row.device_id) ?? usualIntervalMs,
      opens: row.opens,
      incidentId: row.incident_id,
    }));
    const grouped = groupedLinks(rows);
    return await store.storeIncidents(
      trx,
      rows,
      incidentsOf(events, (device) => [...drawn(device), ...grouped(device)]),
    );
  });
  if (changed.length > 0) await dependencies.changed(changed);
}

/** The devices whose events can be in one incident with those of the span: linked to them, over any number of links. */
async function reachedDevices(trx: Trx, span: SiteSpan, drawn: Links): Promise<readonly number[]> {
  const reached = new Set(span.devices);
  for (let before = 0; before < reached.size; ) {
    before = reached.size;
    for (const device of reached) for (const other of drawn(device)) reached.add(other);
    for (const other of await store.devicesInIncidentsOf(trx, { ...span, devices: [...reached] })) reached.add(other);
  }
  return [...reached];
}

function linksOf(pairs: readonly { readonly a: number; readonly b: number }[]): Links {
  const both = pairs.flatMap(({ a, b }) => [
    { from: a, to: b },
    { from: b, to: a },
  ]);
  const links = Map.groupBy(both, ({ from }) => from);
  return (device) => (links.get(device) ?? []).map(({ to }) => to);
}

/** Devices that are in one incident already stay linked: a changed drawing regroups nothing. */
function groupedLinks(rows: readonly store.BeginningRow[]): Links {
  const incidents = Map.groupBy(
    rows.filter((row) => row.incident_id !== null),
    (row) => row.incident_id,
  );
  return linksOf(
    [...incidents.values()].flatMap((own) => {
      const [one, ...others] = new Set(own.map((row) => row.device_id));
      return one === undefined ? [] : others.map((other) => ({ a: one, b: other }));
    }),
  );
}

async function intervalsOf(
  { intervalOf }: IncidentDependencies,
  rows: readonly store.BeginningRow[],
): Promise<ReadonlyMap<number, number>> {
  const ids = [...new Set(rows.map((row) => row.device_id))];
  const intervals = await Promise.all(ids.map((id) => intervalOf(id)));
  return new Map(ids.map((id, n) => [id, intervals[n] ?? usualIntervalMs]));
}

/** Groups what arrived lately: late data, and what a stopped process had committed. */
export async function groupArrived(dependencies: IncidentDependencies): Promise<void> {
  const { db, clock, log } = dependencies;
  const now = clock.now();
  const sites = await store.arrivedSites(db, now - lookBackMs, now + lookBackMs);
  const what = { what: 'site', log, nameOf: (site: SiteSpan) => site.site_id };
  await forEach(sites, what, (site) => groupSite(dependencies, site));
}

const begins = new Set(['alarm_on', 'warning_on', 'device_offline']);

/** The events of a batch that may change an incident: beginnings, late alarms that became live, ended shelves. */
const groupedOf = ({ events, changes }: Committed): number[] => [
  ...events.filter(({ type, test }) => begins.has(type) && !test).map(({ id }) => id),
  ...changes.filter(({ kind }) => kind === 'live' || kind === 'unshelved').map(({ id }) => id),
];

export interface Grouping {
  /** Takes a committed batch; its events are grouped at once, after what is being grouped. */
  committed(batch: Committed): void;
  stop(): Promise<void>;
}

/** Groups events into incidents as the pipeline commits them. */
export function createGrouping(dependencies: IncidentDependencies): Grouping {
  const { db, clock, log } = dependencies;
  const waiting = new Set<number>();
  let running: Promise<void> | null = null;
  let cancel: (() => void) | null = null;
  let isStopped = false;

  const run = async (): Promise<void> => {
    const ids = [...waiting];
    waiting.clear();
    try {
      const sites = await store.sitesOf(db, ids);
      const what = { what: 'site', log, nameOf: (site: SiteSpan) => site.site_id };
      await forEach(sites, what, (site) => groupSite(dependencies, site));
    } catch (error) {
      // The scheduled run groups them.
      log.warn('Could not group events into incidents', { error, events: ids.length });
    }
  };
  const soon = (): void => {
    if (isStopped || cancel !== null || running !== null) return;
    cancel = clock.after(gatherMs, () => {
      cancel = null;
      running = run().finally(() => {
        running = null;
        if (waiting.size > 0) soon();
      });
    });
  };
  return {
    committed(batch) {
      for (const id of groupedOf(batch)) if (waiting.size < waitingAtMost) waiting.add(id);
      if (waiting.size > 0) soon();
    },
    async stop() {
      isStopped = true;
      cancel?.();
      await running;
    },
  };
}
