import { SiteId } from '@tocsin/contract/ids';
import { fullSensorId } from '@tocsin/contract/layout';
import { isTestable } from '@tocsin/contract/maintenance';
import {
  maxDays,
  newestMonth,
  type ProtectedHours,
  type ProtectedMonth,
  shareOf,
  trendMonths,
} from '@tocsin/contract/protection-hours';
import type { Db } from '../../platform/db.ts';
import { badField, Refusal } from '../../platform/errors.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import type { SiteRow } from './facts.ts';
import { byCause, daysOf, monthsOf, presentDevice } from './hours.ts';
import { namesOf } from './rules.ts';
import { devicesOf, sitesOf } from './store.ts';
import * as store from './store-hours.ts';

export interface HoursQuery {
  readonly from: string;
  readonly to: string;
  readonly limit: number;
  readonly offset: number;
}

async function siteOf(db: Db, siteId: number): Promise<SiteRow> {
  const [site] = await sitesOf(db, { kind: 'some', clientIds: [], siteIds: [SiteId.parse(siteId)] });
  if (!site) throw new Refusal('not-found');
  return site;
}

const hourMs = 3_600_000;
const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
/** How far the hours of a span that ends at a moment are counted. An hour late is not behind: each takes its time. */
const progressOf = ({ until, due }: store.Counted, end: number): Pick<ProtectedMonth, 'until' | 'counted'> => {
  if (until !== null && until >= end) return { until: iso(until), counted: 'whole' };
  return { until: iso(until), counted: until !== null && until + hourMs < due ? 'behind' : 'so_far' };
};

/** The protected hours of a site in a span of days; its figures are of the hours that are counted of every device. */
export async function hoursOf(db: Db, siteId: number, query: HoursQuery): Promise<ProtectedHours> {
  const site = await siteOf(db, siteId);
  const days = daysOf(query.from, query.to, site.timezone);
  if (days === null) throw badField('to', 'The end must be a day after the beginning.');
  if (days.length > maxDays) throw badField('to', `Please ask for at most ${maxDays} days.`);
  const end = daysOf(query.to, dayAfter(query.to), site.timezone)?.[0]?.at ?? 0;
  const counted = await store.countedAt(db, siteId);
  const span = { siteId, starts: days.map(({ at }) => at), to: Math.min(end, counted.until ?? end) };
  const all = await store.countedDevices(db, span);
  const page = all.slice(query.offset, query.offset + query.limit);
  const ids = page.map(({ id }) => id);
  const [parts, causes, whole, wholeCauses, definitions, known, passed] = await Promise.all([
    store.minutesByPart(db, span, ids),
    store.causesByPart(db, span, ids),
    store.siteMinutes(db, { ...span, starts: span.starts.slice(0, 1) }),
    store.siteCauses(db, span),
    store.definitionsIn(db, span),
    devicesOf(db, [siteId]),
    store.everTested(
      db,
      end,
      all.map(({ id }) => id),
    ),
  ]);
  const testsOf = (devices: readonly store.CountedDevice[]) => {
    const testable = devices.flatMap(({ id, required }) =>
      required.filter(isTestable).map((path) => fullSensorId(id, path)),
    );
    return { testable: testable.length, ever_tested: testable.filter((id) => passed.has(id)).length };
  };
  const names = new Map(known.map((device) => [device.id, namesOf(device)]));
  const partsOf = Map.groupBy(parts, ({ device_id }) => device_id);
  const causesOf = Map.groupBy(causes, ({ device_id }) => device_id);
  const [total] = whole;
  return {
    site: { id: site.id, title: site.title, timezone: site.timezone },
    days: days.map(({ day }) => day),
    ...progressOf(counted, end),
    since: iso(counted.since),
    definitions,
    total: {
      running: total?.running ?? 0,
      protected: total?.protected ?? 0,
      proved: total?.proved ?? 0,
      share: shareOf(total?.protected ?? 0, total?.running ?? 0),
      ...testsOf(all),
      causes: byCause(wholeCauses),
    },
    count: all.length,
    results: page.map((device) =>
      presentDevice(
        { ...device, ...testsOf([device]) },
        { parts: partsOf.get(device.id) ?? [], causes: causesOf.get(device.id) ?? [] },
        days,
        (path) => names.get(device.id)?.get(path) ?? path,
      ),
    ),
  };
}

const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** The month of a moment at a site and those before it, oldest first. */
export async function trendOf(db: Db, siteId: number, at: number, count = trendMonths): Promise<ProtectedMonth[]> {
  const site = await siteOf(db, siteId);
  const { months, to } = monthsOf(at, site.timezone, count);
  const counted = await store.countedAt(db, siteId);
  const span = { siteId, starts: months.map(({ at }) => at), to: Math.min(to, counted.until ?? to) };
  const rows = await store.siteMinutes(db, span);
  return months.map(({ month }, part) => {
    const { running = 0, protected: kept = 0, proved = 0 } = rows.find((row) => row.part === part) ?? {};
    const progress = progressOf(counted, months[part + 1]?.at ?? to);
    return { month, ...progress, running, protected: kept, proved, share: shareOf(kept, running) };
  });
}

/** The month of a moment, or the one before it if nothing is known of it yet; null: of neither. */
export const monthAt = async (db: Db, siteId: number, at: number): Promise<ProtectedMonth | null> =>
  newestMonth(await trendOf(db, siteId, at, 2));

/** The months of a span of which something is known. */
export const monthsIn = async (
  db: Db,
  siteId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<ProtectedMonth[]> => {
  const { timezone } = await siteOf(db, siteId);
  const first = toZonedIso(from, timezone).slice(0, 7);
  const months = await trendOf(db, siteId, to - 1);
  return months.filter((one) => one.month >= first && newestMonth([one]) !== null);
};

/** All devices of a site in a month ('2026-10'). */
export async function hoursOfMonth(db: Db, siteId: number, month: string): Promise<ProtectedHours> {
  return await hoursOf(db, siteId, { ...daysOfMonth(month), limit: 10_000, offset: 0 });
}

/** The beginning and the end of a month by the zone of a site, and the sensors that stopped being required in it. */
export async function releasedIn(db: Db, siteId: number, month: string) {
  const { timezone } = await siteOf(db, siteId);
  const { from, to } = daysOfMonth(month);
  const starts = (daysOf(from, to, timezone) ?? []).map(({ at }) => at);
  const span = { siteId, starts, to: daysOf(to, dayAfter(to), timezone)?.[0]?.at ?? 0 };
  const names = new Map((await devicesOf(db, [siteId])).map((device) => [device.id, namesOf(device)]));
  const released = (await store.releasedSensors(db, span)).map(({ at, device_id, device, path, by, reason }) => ({
    at: new Date(at).toISOString(),
    device,
    sensor: names.get(device_id)?.get(path) ?? path,
    by,
    reason,
  }));
  return { span: { from: starts[0] ?? span.to, to: span.to }, released };
}

const daysOfMonth = (month: string): { from: string; to: string } => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10) };
};
