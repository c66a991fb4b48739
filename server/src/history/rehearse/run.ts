import type pg from 'pg';
import type { WarningRule } from '../../pipeline/catalog.ts';
import type { RehearsalEvaluation, RehearsedRule } from '../../pipeline/rehearsal-types.ts';
import { hourMs, hourOf } from '../codec/hour.ts';
import { indexAll, layoutIdsOf, readStored, seriesSegmentsOf } from '../read/segments.ts';
import { type HistorySource, inOnePicture, lastHourBefore, readLayouts, readTexts } from '../read/store.ts';
import type { IdentityCheck, RehearsalOrder, RehearsalOutcome } from './calls.ts';
import type { Exclusion } from './known-state.ts';
import { type Disturbance, RehearsalPass } from './rehearse.ts';
import { SignalWatch } from './signal.ts';
import * as store from './store.ts';

/** Hours that are read at once: compressed chunks of these hours are in memory. */
const hoursAtOnce = 6;
/** How far around a corrected clock times are uncertain. */
const clockMarginMs = hourMs;
/** Times that a check lists. */
const maxListed = 20;

export interface RunHooks {
  /** The share of the range that has been read, 0 to 1. */
  readonly progress: (share: number) => void;
  readonly isCancelled: () => boolean;
}

/** Runs rules over stored frames. Returns null when it was cancelled. */
export async function runRehearsal(
  source: HistorySource,
  order: RehearsalOrder,
  evaluation: RehearsalEvaluation,
  hooks: RunHooks,
): Promise<RehearsalOutcome | null> {
  const { device, from, to, now } = order;
  const inForce = order.inForce.map(timeless);
  const lead = [...inForce, ...order.edited].reduce((most, rule) => Math.max(most, evaluation.leadOf(rule)), 0);
  const start = hourOf(from - lead);
  const end = Math.min(to, now);
  const known = await inOnePicture(source, async (picture) => ({
    disturbances: await disturbancesOf(picture.client, order, start, end),
    texts: await readTexts(picture, device.id),
    isFromFirst: (await lastHourBefore(picture, device.id, start)) === null,
  }));
  const watch = order.signal ? new SignalWatch(order.signal, from, to) : null;
  const pass = new RehearsalPass(
    { device, inForce, edited: order.edited, ...known, from, now, watches: watch ? [watch] : [] },
    evaluation,
  );
  for (let t0 = start; t0 < end; t0 += hoursAtOnce * hourMs) {
    if (hooks.isCancelled()) return null;
    await readHours(source, order, pass, t0, Math.min(end, t0 + hoursAtOnce * hourMs));
    hooks.progress(Math.min(1, (t0 + hoursAtOnce * hourMs - start) / (end - start)));
  }
  const result = pass.finish(end);
  const ids = inForce.map((rule) => rule.id);
  const paths = [...new Set([...inForce, ...order.edited].map((rule) => rule.path))];
  const span = { deviceId: device.id, from, to: end };
  const { stored, alarms, actions } = await inOnePicture(source, async (picture) => ({
    stored: await store.readWarnings(picture.client, span, ids),
    alarms: await store.readAlarms(picture.client, span, paths),
    actions: await store.readActions(picture.client, span, ids),
  }));
  const within = [...result.rules.values()].map((rule) => clipped(rule, from));
  return {
    rules: within,
    checks: within.flatMap((rule) => {
      const excluded = result.excluded.get(rule.ruleId);
      return excluded ? [checkOf(rule, stored, excluded, from, end)] : [];
    }),
    frames: result.frames,
    first: result.first,
    last: result.last,
    signal: watch?.pack(end) ?? null,
    alarms,
    actions,
  };
}

/** The rule as if it had always been in force. */
const timeless = ({ since: _, until: __, ...rule }: WarningRule): WarningRule => rule;

async function readHours(
  source: HistorySource,
  { device }: RehearsalOrder,
  pass: RehearsalPass,
  from: number,
  to: number,
): Promise<void> {
  await inOnePicture(source, async (picture) => {
    const stored = await readStored(picture, device.id, from, to);
    if (stored.chunks.length === 0 && stored.hot.length === 0) return;
    const layouts = indexAll(await readLayouts(picture, device.id, layoutIdsOf(stored)));
    pass.read(seriesSegmentsOf(stored, layouts, from, to));
  });
}

/** What is known in advance to have disturbed the live evaluation, ordered by time. */
async function disturbancesOf(
  client: pg.PoolClient,
  { device, inForce }: RehearsalOrder,
  from: number,
  to: number,
): Promise<Disturbance[]> {
  const ids = inForce.map((rule) => rule.id);
  const within = { deviceId: device.id, from, to };
  const all: Disturbance[] = [];
  const add = (reason: Disturbance['reason'], ruleId: number | null, begin: number, end: number): void => {
    if (end >= from && begin < to) all.push({ from: Math.max(from, begin), to: end, reason, ruleId });
  };
  for (const rule of inForce) {
    const { since = 0 } = rule;
    if (since > from) add('rule_changed', rule.id, from, since);
    for (const scale of device.scales)
      if (scale.path === rule.path && scale.since > from) add('scale', rule.id, from, scale.since);
  }
  for (const span of await store.readOfflineSpans(client, within)) add('offline', null, span.from, span.to ?? to);
  for (const at of await store.readClockMoments(client, within))
    add('clock', null, at - clockMarginMs, at + clockMarginMs);
  for (const test of await store.readTests(client, within))
    for (const rule of inForce) if (rule.path === test.path) add('test', rule.id, test.from, test.to ?? to);
  for (const fix of await store.readFixes(client, within, ids)) add('fix', fix.ruleId, fix.at, fix.at);
  return all.sort((a, b) => a.from - b.from);
}

/** The spans that overlap the range; one that began before it begins with the range. */
function clipped(rule: RehearsedRule, from: number): RehearsedRule {
  const spans = rule.spans.filter((span) => span.to === null || span.to > from);
  return { ...rule, spans };
}

/** Compares the beginnings and ends of rehearsed warnings with the stored ones. */
function checkOf(
  rule: RehearsedRule,
  stored: readonly store.StoredWarning[],
  excluded: readonly Exclusion[],
  from: number,
  to: number,
): IdentityCheck {
  const isExcluded = (at: number): boolean => excluded.some((one) => at >= one.from && at <= one.to);
  const own = stored.filter((event) => event.ruleId === rule.ruleId);
  const rehearsed = new Map<string, number>();
  const note = (type: string, at: number | null): void => {
    if (at === null || at < from || at >= to || isExcluded(at)) return;
    rehearsed.set(`${type} ${at}`, (rehearsed.get(`${type} ${at}`) ?? 0) + 1);
  };
  for (const span of rule.spans) {
    note('warning_on', span.from);
    note('warning_off', span.to);
  }
  const missing: number[] = [];
  let inExcluded = 0;
  let reproduced = 0;
  for (const event of own) {
    const key = `${event.type} ${event.at}`;
    const left = rehearsed.get(key) ?? 0;
    if (isExcluded(event.at)) inExcluded++;
    else if (left === 0) missing.push(event.at);
    else {
      reproduced++;
      rehearsed.set(key, left - 1);
    }
  }
  const unexpected = [...rehearsed].flatMap(([key, left]) => (left > 0 ? [Number(key.split(' ')[1])] : []));
  return {
    ruleId: rule.ruleId,
    stored: own.length,
    inExcluded,
    reproduced,
    missing: missing.slice(0, maxListed),
    unexpected: unexpected.slice(0, maxListed),
    excluded: excluded.filter((one) => one.to >= from && one.from < to),
  };
}
