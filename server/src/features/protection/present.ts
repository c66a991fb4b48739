import { ClientId, DeviceId, SiteId } from '@tocsin/contract/ids';
import {
  type ProtectionEntry,
  type ProtectionFilter,
  type ProtectionKind,
  type ProtectionList,
  protectionKinds,
} from '@tocsin/contract/protection';
import { searchText } from '@tocsin/contract/search-text';
import { texts } from '@tocsin/contract/texts/protection';
import { permissionsOf } from '../../access/permissions.ts';
import type { Principal } from '../../access/principal.ts';
import { zonedDay } from '../../platform/zoned-time.ts';
import type { DeviceRow, Entry, SiteRow } from './facts.ts';
import type { Gathered } from './gather.ts';
import { isByDesign, keyOf, needingBy } from './rules.ts';

const iso = (at: number): string => new Date(at).toISOString();
const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at));

/** The reason in words. */
export function whyText({ why }: Pick<Entry, 'why'>, zone: string, t: typeof texts = texts): string {
  switch (why.kind) {
    case 'text':
      return why.text;
    case 'evidence':
      return evidenceText(t, why.evidence);
    case 'design':
      return t.why.design(why.by, why.reason);
    case 'never':
      return t.why.never(zonedDay(why.since, zone));
    case 'overdue':
      return t.why.overdue(zonedDay(why.at, zone), why.days);
    default:
      return t.why[why.kind];
  }
}

/** When the period began that `until` ends: the last passed test, the shelf, or taking it out. */
function periodFrom({ kind, why, since, until }: Entry): number | null {
  if (until === null) return null;
  if (kind !== 'overdue') return since;
  return why.kind === 'overdue' ? why.at : why.kind === 'never' ? why.since : null;
}

type Evidence = Extract<Entry['why'], { kind: 'evidence' }>['evidence'];

const valueText = (value: number, unit: string): string => {
  const shown = unit === 'C' || unit === 'F' ? `°${unit}` : unit;
  return `${Math.round(value * 10) / 10}${shown === '' ? '' : ` ${shown}`}`;
};

function evidenceText(t: typeof texts, { kind, amount, starts, neighbours, unit, value }: Evidence): string {
  switch (kind) {
    case 'flat': {
      if (neighbours.length === 0) return t.why.flat(amount);
      const least = Math.min(...neighbours.map(({ min }) => min));
      const most = Math.max(...neighbours.map(({ max }) => max));
      return t.why.flatBeside(amount, valueText(least, unit), valueText(most, unit));
    }
    case 'start':
      return t.why.start(starts);
    case 'contact':
      return t.why.contact(amount);
    case 'copy':
      return t.why.copy(neighbours[0]?.name ?? '', amount);
    case 'sentinel':
      return t.why.sentinel(value === null ? '' : valueText(value, unit), amount);
    default:
      return kind satisfies never;
  }
}

const rankOf = (kind: ProtectionKind): number => protectionKinds.indexOf(kind);
const last = Number.MAX_SAFE_INTEGER;

export interface Named {
  readonly entry: Entry;
  readonly site: SiteRow;
  readonly device: DeviceRow | null;
}

/** The entries with their sites and devices, in the page's order. */
export function namedEntries({ entries, sites, devices }: Gathered): Named[] {
  const siteById = new Map(sites.map((site) => [site.id, site]));
  const deviceById = new Map(devices.map((device) => [device.id, device]));
  return entries
    .flatMap((entry): Named[] => {
      const site = siteById.get(entry.siteId);
      const device = entry.deviceId === null ? null : (deviceById.get(entry.deviceId) ?? null);
      return site ? [{ entry, site, device }] : [];
    })
    .sort(orders.kind);
}

const nameOf = ({ device, entry, site }: Named): string =>
  [device?.title ?? site.title, entry.name ?? ''].join('\n').toLowerCase();
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
type Order = (a: Named, b: Named) => number;
const bySince: Order = (a, b) => (a.entry.since ?? last) - (b.entry.since ?? last);
const byName: Order = (a, b) => compare(nameOf(a), nameOf(b));
const byKind: Order = (a, b) => rankOf(a.entry.kind) - rankOf(b.entry.kind);
const orders: Readonly<Record<ProtectionFilter['ordering'], Order>> = {
  kind: (a, b) => byKind(a, b) || bySince(a, b) || byName(a, b),
  since: (a, b) => bySince(a, b) || byName(a, b),
  '-since': (a, b) => (b.entry.since ?? -1) - (a.entry.since ?? -1) || byName(a, b),
  site: (a, b) => compare(a.site.title.toLowerCase(), b.site.title.toLowerCase()) || byKind(a, b) || byName(a, b),
  sensor: byName,
  until: (a, b) => (a.entry.until ?? last) - (b.entry.until ?? last) || byName(a, b),
};

/** The entries that a filter leaves, in its order. */
export function filtered(named: readonly Named[], filter: ProtectionFilter): Named[] {
  const words = searchText(filter.search ?? '');
  return named
    .filter(
      (one) =>
        (filter.kind === undefined || one.entry.kind === filter.kind) &&
        (filter.location === undefined || one.site.id === filter.location) &&
        (filter.is_by_design === undefined || isByDesign(one.entry) === filter.is_by_design) &&
        (words === '' || searchText(`${nameOf(one)}\n${one.site.title}\n${one.entry.who ?? ''}`).includes(words)),
    )
    .sort(orders[filter.ordering]);
}

export function presentEntry({ entry, site, device }: Named, who: Principal, now: number): ProtectionEntry {
  return {
    key: keyOf(entry),
    kind: entry.kind,
    site_id: site.id,
    site: site.title,
    timezone: site.timezone,
    device_id: entry.deviceId,
    device: device?.title ?? null,
    sensor_id: entry.path,
    sensor: entry.name,
    sensors: entry.sensors,
    since: isoOrNull(entry.since),
    since_is_exact: entry.sinceIsExact,
    why: whyText(entry, site.timezone),
    who: entry.who,
    period_from: isoOrNull(periodFrom(entry)),
    until: isoOrNull(entry.until),
    is_overdue: entry.until !== null && entry.until < now,
    todo: texts.todo[entry.kind],
    suspicion: entry.suspicion && {
      id: entry.suspicion.id,
      evidence: entry.suspicion.evidence,
      found_at: iso(entry.suspicion.foundAt),
      seen_at: iso(entry.suspicion.seenAt),
    },
    shelf_id: entry.shelfId,
    is_by_design: isByDesign(entry),
    permissions: device
      ? permissionsOf('device', who, {
          clientId: ClientId.parse(site.client_id),
          siteId: SiteId.parse(site.id),
          deviceId: DeviceId.parse(device.id),
          isSuspended: device.is_suspended || site.is_suspended,
          shownType: device.shown_type,
        })
      : [],
  };
}

/** The list's head: counts of the whole selection, whatever the filter. */
export function presentHead(gathered: Gathered, named: readonly Named[]): Omit<ProtectionList, 'count' | 'results'> {
  const byKind = new Map<ProtectionKind, number>();
  const bySite = new Map<number, number>();
  const needing = needingBy(named, ({ site }) => site.id);
  const byDesign = new Map<ProtectionKind, number>();
  for (const { entry, site } of named) {
    byKind.set(entry.kind, (byKind.get(entry.kind) ?? 0) + 1);
    bySite.set(site.id, (bySite.get(site.id) ?? 0) + 1);
    if (isByDesign(entry)) byDesign.set(entry.kind, (byDesign.get(entry.kind) ?? 0) + 1);
  }
  const checked = Math.max(0, ...gathered.scans.map((scan) => scan.scanned_at));
  return {
    as_of: iso(gathered.now),
    by_kind: Object.fromEntries(byKind),
    by_site: gathered.sites.map(({ id, title }) => ({
      id,
      title,
      count: bySite.get(id) ?? 0,
      needs_somebody: needing.get(id) ?? 0,
    })),
    total: named.length,
    by_design: Object.fromEntries(byDesign),
    proven: gathered.proven,
    checked_at: checked === 0 ? null : iso(checked),
  };
}
