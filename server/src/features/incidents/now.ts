import type { ClientId } from '@tocsin/contract/ids';
import type { Due, Now, Silent } from '@tocsin/contract/incidents';
import type { Principal } from '../../access/principal.ts';
import { scopeOf } from '../../access/scope.ts';
import type { Clock } from '../../platform/clock.ts';
import { openIncidents, type ReadDependencies, readIncidents, sightOf } from './read.ts';
import { type Sight, type SpanRow, sitesOf, spansSince } from './store-read.ts';

/** A device as the pipeline has it in memory. */
export interface NowDevice {
  readonly id: number;
  readonly title: string;
  readonly siteId: number;
  readonly isSuspended: boolean;
  /** Null: it has never reported. */
  readonly isOnline: boolean | null;
  readonly lastSeenAt: number | null;
}
export interface NowSite {
  readonly id: number;
  readonly title: string;
  readonly timezone: string;
}

export interface NowDependencies {
  readonly clock: Clock;
  readonly devices: () => Iterable<NowDevice>;
  /** What people have to do today at sites, from each feature that has such. */
  readonly dueSources: readonly ((sites: readonly NowSite[], sight: Sight, now: number) => Promise<readonly Due[]>)[];
}

const dayMs = 86_400_000;
const sitesAtMost = 50;
const incidentsAtMost = 20;
const dueAtMost = 20;
const silentAtMost = 20;
const spansAtMost = 500;
/** What changes by the hour is read again after this time, behind an answer that has the known one. */
const againMs = 30_000;
/** Nobody is answered with what is older than this. */
const keptMs = 90_000;
const keptAtMost = 300;

/** Answers that are shared and renewed behind the reader; only the first one waits. */
function createShared<T>(clock: Clock) {
  const known = new Map<string, { at: number; value: Promise<T>; isRenewing: boolean }>();
  return (key: string, read: () => Promise<T>): Promise<T> => {
    const now = clock.now();
    const entry = known.get(key);
    if (!entry || now - entry.at > keptMs || now < entry.at) {
      if (known.size >= keptAtMost) known.clear();
      const value = read();
      known.set(key, { at: now, value, isRenewing: false });
      value.catch(() => known.delete(key));
      return value;
    }
    if (now - entry.at > againMs && !entry.isRenewing) {
      entry.isRenewing = true;
      read().then(
        (value) => known.set(key, { at: clock.now(), value: Promise.resolve(value), isRenewing: false }),
        () => known.delete(key),
      );
    }
    return entry.value;
  };
}

const iso = (at: number): string => new Date(at).toISOString();

/** Answers what the first page shows, at one site, in one client or in all that the reader sees. */
export function createNow(dependencies: ReadDependencies & NowDependencies) {
  const { db, clock } = dependencies;
  const due = createShared<readonly Due[]>(clock);

  return async (who: Principal, clientId: ClientId | null, siteId?: number): Promise<Now> => {
    const sight = sightOf(who, scopeOf(who, clientId), siteId);
    const now = clock.now();
    const [sites, incidents, spans] = await Promise.all([
      sitesOf(db, sight, sitesAtMost),
      openIncidents(dependencies, who, sight, { limit: incidentsAtMost, offset: 0 }),
      spansSince(db, sight, now - dayMs, spansAtMost),
    ]);
    const key = JSON.stringify(sight);
    const isLoud = incidents.totals.alarms + incidents.totals.warnings > 0;
    const [tasks, last] = await Promise.all([
      due(key, () => dueOf(dependencies, sites, sight, now)),
      lastOf(dependencies, who, sight, isLoud ? [] : spans),
    ]);
    const silent = silentOf(dependencies.devices(), sites, sight.seesSuspended);
    return {
      as_of: iso(now),
      incidents,
      due: tasks.slice(0, dueAtMost),
      due_count: tasks.length,
      silent: silent.devices.slice(0, silentAtMost),
      silent_count: silent.devices.length,
      devices: silent.counts,
      day: dayOf(sites, spans, now),
      quiet_since: isLoud ? null : quietSince(spans),
      last,
    };
  };
}

const kindOrder: readonly Due['kind'][] = ['test', 'task', 'round', 'handover'];

/** The most overdue first, then by kind and time; the first of each kind before all others, which would hide it. */
async function dueOf({ dueSources }: NowDependencies, sites: readonly NowSite[], sight: Sight, now: number) {
  const due = (await Promise.all(dueSources.map((read) => read(sites, sight, now)))).flat();
  due.sort(
    (a, b) =>
      b.days_over - a.days_over ||
      kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind) ||
      (a.at ?? '').localeCompare(b.at ?? ''),
  );
  const firsts = new Set(kindOrder.flatMap((kind) => due.find((one) => one.kind === kind) ?? []));
  return due.sort((a, b) => Number(firsts.has(b)) - Number(firsts.has(a)));
}

/** The newest incident of the day that is over. */
async function lastOf(dependencies: ReadDependencies, who: Principal, sight: Sight, spans: readonly SpanRow[]) {
  const newest = spans.find(({ type }) => type !== 'device_offline');
  if (!newest) return null;
  const [incident] = await readIncidents(dependencies, who, sight, { ids: [newest.incident_id], open: [], most: 20 });
  return incident ?? null;
}

function silentOf(devices: Iterable<NowDevice>, sites: readonly NowSite[], seesSuspended: boolean) {
  const siteOf = new Map(sites.map((site) => [site.id, site]));
  const silent: (Silent & { readonly at: number })[] = [];
  let [total, online, newest] = [0, 0, 0];
  for (const { id, title, siteId, isSuspended, isOnline, lastSeenAt } of devices) {
    const site = siteOf.get(siteId);
    if (!site || (isSuspended && !seesSuspended)) continue;
    total++;
    newest = Math.max(newest, lastSeenAt ?? 0);
    if (isOnline === true) online++;
    if (isOnline !== true)
      silent.push({
        device: { id, title },
        site,
        since: lastSeenAt === null ? null : iso(lastSeenAt),
        at: lastSeenAt ?? 0,
      });
  }
  return {
    devices: silent.sort((a, b) => b.at - a.at),
    counts: { total, online, newest: newest === 0 ? null : iso(newest) },
  };
}

const severities = { alarm_on: 'alarm', warning_on: 'warning', device_offline: 'offline' } as const;

const dayOf = (sites: readonly NowSite[], spans: readonly SpanRow[], now: number): Now['day'] =>
  sites.map(({ id, title }) => ({
    site: { id, title },
    spans: spans
      .filter((span) => span.site_id === id)
      .map(({ type, at, ended_at: endedAt, is_active }) => ({
        severity: severities[type],
        from: iso(Math.max(at, now - dayMs)),
        to: is_active ? null : iso(endedAt ?? at),
      })),
  }));

/** When the last alarm or warning of the day ended. */
function quietSince(spans: readonly SpanRow[]): string | null {
  const ends = spans.filter(({ type }) => type !== 'device_offline').map(({ at, ended_at }) => ended_at ?? at);
  return ends.length === 0 ? null : iso(Math.max(...ends));
}
