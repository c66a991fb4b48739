import type { EventType } from '@tocsin/contract/event';
import type { Notification } from '@tocsin/contract/live';
import type { Severity } from '../../kit/severity.ts';

/** How an event is coloured: what began, not what ended. */
export const severityOf = (type: EventType): Severity => {
  if (type === 'alarm_on') return 'alarm';
  if (type === 'warning_on') return 'warning';
  if (type === 'device_offline') return 'offline';
  if (type === 'sensor_disappeared') return 'no-data';
  return 'ok';
};

export interface BannerFacts {
  readonly severity: 'alarm' | 'warning';
  readonly alarms: number;
  readonly warnings: number;
  /** The worst and newest: the one that is named. */
  readonly first: Notification;
}

/** What the banner says: the worst severity's newest event by name, the rest as numbers; null when all is well. */
export const bannerOf = (rows: readonly Notification[]): BannerFacts | null => {
  const alarms = rows.filter((row) => row.is_active && row.event_type === 'alarm_on');
  const warnings = rows.filter((row) => row.is_active && row.event_type === 'warning_on');
  const worst = alarms.length > 0 ? alarms : warnings;
  const [first] = [...worst].sort((a, b) => Date.parse(b.date_created) - Date.parse(a.date_created));
  if (first === undefined) return null;
  return { severity: alarms.length > 0 ? 'alarm' : 'warning', alarms: alarms.length, warnings: warnings.length, first };
};

/** The bell's number; past 999 it stays there (monitoring.md 9). */
export const badgeText = (count: number): string => (count > 999 ? '999' : String(count));

export const whatText = (row: Notification): string => [row.device, row.sensor_name].filter(Boolean).join(', ');

const two = (n: number): string => String(n).padStart(2, '0');

/** A duration as days and h:m:s (monitoring.md 2); nothing while it lasts or when it has none. */
export const durationText = (seconds: number | null): string => {
  if (seconds === null) return '';
  const whole = Math.round(seconds);
  const days = Math.floor(whole / 86_400);
  const time = `${Math.floor((whole % 86_400) / 3_600)}:${two(Math.floor((whole % 3_600) / 60))}:${two(whole % 60)}`;
  return days > 0 ? `${days} d ${time}` : time;
};
