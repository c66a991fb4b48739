import type { EventType } from '@tocsin/contract/event';
import type { Notification } from '@tocsin/contract/live';
import { rank, type Severity } from '../../kit/severity.ts';
import type { TabSign } from '../../kit/tab-sign.ts';
import { texts } from './texts.ts';

/** How an event is coloured: what began, not what ended. */
export const severityOf = (type: EventType): Severity => {
  if (type === 'alarm_on') return 'alarm';
  if (type === 'warning_on') return 'warning';
  if (type === 'device_offline') return 'offline';
  if (type === 'sensor_disappeared') return 'no-data';
  return 'ok';
};

const byTime = (a: Notification, b: Notification): number =>
  Date.parse(a.date_created) - Date.parse(b.date_created) || a.id - b.id;

/** Alarms and warnings that stand; those under a maintenance test alarm nobody. */
const stands = (row: Notification): boolean =>
  row.is_active && !row.test && !row.late && (row.event_type === 'alarm_on' || row.event_type === 'warning_on');

export interface BannerFacts {
  readonly severity: 'alarm' | 'warning';
  readonly alarms: number;
  readonly warnings: number;
  /** The worst and newest: the one that is named. */
  readonly worst: Notification;
  /** The one with which it began, when that is another. */
  readonly first: Notification | null;
  /** What nobody has acknowledged yet, the named one first. */
  readonly open: readonly Notification[];
}

/**
 * What the banner says: the worst severity's newest event by name, before those that somebody has acknowledged, and the
 * one with which it began; the rest as numbers. null when all is well.
 */
export const bannerOf = (rows: readonly Notification[]): BannerFacts | null => {
  const standing = rows.filter(stands).sort(byTime);
  const alarms = standing.filter((row) => row.event_type === 'alarm_on');
  const warnings = standing.filter((row) => row.event_type === 'warning_on');
  const worstOnes = alarms.length > 0 ? alarms : warnings;
  const worst = worstOnes.findLast((row) => row.acknowledged === null) ?? worstOnes.at(-1);
  const [first] = standing;
  if (worst === undefined || first === undefined) return null;
  const open = standing.filter((row) => row.acknowledged === null && row !== worst);
  return {
    severity: alarms.length > 0 ? 'alarm' : 'warning',
    alarms: alarms.length,
    warnings: warnings.length,
    worst,
    first: first === worst ? null : first,
    open: worst.acknowledged === null ? [worst, ...open] : open,
  };
};

/** The browser's tab in one sign and a few words. Without a connection the last known alarm stays, and is said to be old. */
export const tabStateOf = (
  facts: Pick<BannerFacts, 'severity' | 'alarms' | 'warnings'> | null,
  isLost: boolean,
): { readonly sign: TabSign | null; readonly text: string } => {
  const standing =
    facts === null ? '' : facts.severity === 'alarm' ? texts.alarms(facts.alarms) : texts.warnings(facts.warnings);
  const text = [isLost ? texts.notLive : '', standing].filter(Boolean).join(', ');
  return { sign: facts?.severity ?? (isLost ? 'lost' : null), text };
};

/** What the alarm tone repeats for: it stands and nobody has acknowledged it. */
export const sounds = (row: Notification): boolean => stands(row) && row.acknowledged === null;

const acknowledgeable: ReadonlySet<EventType> = new Set([
  'alarm_on',
  'warning_on',
  'device_offline',
  'sensor_disappeared',
]);
/** Events that ask for somebody; the others only report. */
export const asksFor = (row: Notification): boolean => acknowledgeable.has(row.event_type);

/** The bell's number; past 999 it stays there (monitoring.md 9). */
export const badgeText = (count: number): string => (count > 999 ? '999' : String(count));

export const whatText = (row: Notification): string => [row.device, row.sensor_name].filter(Boolean).join(', ');

/** 'JR' of 'June Rivers': who acknowledged, where there is little room. */
export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word[0]?.toUpperCase())
    .slice(0, 3)
    .join('');

const two = (n: number): string => String(n).padStart(2, '0');

/** A duration as days and h:m:s (monitoring.md 2); nothing while it lasts or when it has none. */
export const durationText = (seconds: number | null): string => {
  if (seconds === null) return '';
  const whole = Math.round(seconds);
  const days = Math.floor(whole / 86_400);
  const time = `${Math.floor((whole % 86_400) / 3_600)}:${two(Math.floor((whole % 3_600) / 60))}:${two(whole % 60)}`;
  return days > 0 ? `${days} d ${time}` : time;
};

/** One of several: the worst, among these the newest. */
export const worstOf = (rows: readonly Notification[]): Notification | undefined =>
  rows.toSorted((a, b) => rank(severityOf(a.event_type)) - rank(severityOf(b.event_type)) || byTime(b, a))[0];
