import { type InspectionRange, maxDays, maxRows, tooLong } from '@tocsin/contract/inspection';
import type { ProtectedMonth } from '@tocsin/contract/protection-hours';
import type { Db } from '../../platform/db.ts';
import { badField, orNotFound } from '../../platform/errors.ts';
import { parseTime } from '../../platform/zoned-time.ts';
import * as store from './store.ts';
import { findOutOfService, findShelved, findSuspected, findWalked } from './store-silences.ts';
import { type InactiveSpan, type UnmonitoredSpan, unmonitoredOf } from './unmonitored.ts';

/**
 * All data of an inspection for a site and a time range. Plain data, since it is posted to the thread that writes the
 * files.
 */
export interface Gathered {
  readonly site: store.SiteRow;
  readonly devices: readonly store.DeviceRow[];
  readonly span: store.Span;
  readonly now: number;
  readonly steps: readonly store.TestStep[];
  readonly chains: readonly store.ChainRow[];
  readonly alarms: readonly store.AlarmRow[];
  readonly changes: readonly store.ChangeRow[];
  readonly unwatched: readonly UnmonitoredSpan[];
  readonly rounds: readonly store.RoundRow[];
  /** Protected hours of the months of the span. */
  readonly months: readonly ProtectedMonth[];
  /** Person who requested it. */
  readonly by: string;
}

/** When sensors of a device were disabled or silent, from its history. */
type InactiveSpansOf = (
  deviceId: number,
  span: store.Span,
) => Promise<{ readonly inactiveSpans: readonly Omit<InactiveSpan, 'deviceId'>[]; readonly cut: boolean }>;

export interface GatherSources {
  readonly inactiveSpansOf: InactiveSpansOf;
  readonly monthsIn: (db: Db, siteId: number, span: store.Span) => Promise<readonly ProtectedMonth[]>;
}

const dayMs = 86_400_000;
const tooMany = 'Too much happened in this period: please select a shorter one';

/** Without days the last 30; a date without a time is included to its end. */
function spanOf({ from, to }: InspectionRange, zone: string, now: number): store.Span {
  const read = (name: 'from' | 'to', text: string | undefined): number | undefined => {
    if (!text) return undefined;
    const at = parseTime(text, zone);
    if (at === null) throw badField(name, 'Enter a valid date/time.');
    return at;
  };
  const last = read('to', to);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(to ?? '');
  // The next midnight: a day may have 23 or 25 hours.
  const end = last === undefined ? now : isDay ? (parseTime(nextDay(to ?? ''), zone) ?? last + dayMs) : last;
  const begin = read('from', from) ?? end - 30 * dayMs;
  if (end <= begin) throw badField('to', 'The end must not be before the start.');
  if (end - begin > maxDays * dayMs + 2 * 3_600_000) throw badField('to', tooLong);
  return { from: begin, to: end };
}
const nextDay = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);

export async function gather(
  context: GatherSources & { readonly db: Db; readonly now: number; readonly by: string },
  siteId: number,
  range: InspectionRange,
): Promise<Gathered> {
  const { db, now, by } = context;
  const site = orNotFound(await store.findSite(db, siteId));
  const span = spanOf(range, site.timezone, now);
  const devices = await store.findDevices(db, siteId, span);
  const [steps, chains, alarms, changes, outages, gaps, since, suspensions, rounds, ...silences] = await Promise.all([
    store.findSteps(db, siteId, span),
    store.checkChains(db, siteId),
    store.findAlarms(db, siteId, span),
    store.findChanges(db, site, span),
    store.findOutages(db, siteId, span, now),
    store.findGaps(db, span),
    store.watchedSince(db),
    store.findSuspensions(db, siteId, span.to),
    store.findRounds(db, siteId, span),
    findShelved(db, siteId, span, now),
    findOutOfService(db, siteId, span, now),
    findSuspected(db, siteId, span, now),
    findWalked(db, siteId, span, now),
  ]);
  const inactiveSpans: InactiveSpan[] = [];
  for (const { id } of devices) {
    const spans = await context.inactiveSpansOf(id, { from: span.from, to: Math.min(span.to, now) });
    if (spans.cut) throw badField('to', tooMany);
    inactiveSpans.push(...spans.inactiveSpans.map((rest) => ({ ...rest, deviceId: id })));
  }
  if ([steps, alarms, changes, outages, gaps, suspensions, rounds, ...silences].some((rows) => rows.length > maxRows))
    throw badField('to', tooMany);
  const unwatched = unmonitoredOf({
    site,
    devices,
    since,
    gaps,
    suspensions,
    outages,
    steps,
    inactiveSpans,
    silences: silences.flat(),
    span,
    now,
  });
  if (unwatched.length > maxRows) throw badField('to', tooMany);
  const months = await context.monthsIn(db, siteId, span);
  return { site, devices, span, now, steps, chains, alarms, changes, unwatched, rounds, months, by };
}

/** One test, combined from its steps. */
export interface TestRow {
  readonly first: store.TestStep;
  readonly outcome: 'passed' | 'failed' | 'canceled' | 'running';
  readonly endedAt: number | null;
  readonly comment: string;
}
const outcomes: Readonly<Record<string, TestRow['outcome']>> = {
  maintanance_succeeded: 'passed',
  maintenance_failed: 'failed',
  maintenance_canceled: 'canceled',
};

export function testRows(steps: readonly store.TestStep[]): TestRow[] {
  return [...Map.groupBy(steps, (step) => `${step.device_id} ${step.test_id}`).values()]
    .flatMap((own): TestRow[] => {
      const [first] = own;
      if (!first) return [];
      const end = own.find((step) => outcomes[step.step] !== undefined);
      const comment = own
        .map((step) => step.comment)
        .filter((text) => text !== '')
        .join(' / ');
      return [{ first, outcome: outcomes[end?.step ?? ''] ?? 'running', endedAt: end?.at ?? null, comment }];
    })
    .sort((a, b) => a.first.started_at - b.first.started_at);
}

/** Broken hash chains, as readable text. */
export const brokenChains = (chains: readonly store.ChainRow[]): { device: string; record: string }[] =>
  chains.flatMap((row) => {
    if (row.broken_at !== null) return [{ device: row.device, record: String(row.broken_at) }];
    return row.whole ? [] : [{ device: row.device, record: 'the end' }];
  });
