import type { EventType } from '@tocsin/contract/event';
import { dueAtMostDays } from '@tocsin/contract/maintenance-tasks';
import { texts } from '@tocsin/contract/texts/maintenance-tasks';
import { badField } from '../../platform/errors.ts';
import { fromWall, toZonedIso } from '../../platform/zoned-time.ts';

const dayMs = 24 * 3_600_000;
/** Reminders are mailed at this hour of the site's zone. */
const reminderHour = 7;
const handedOver: ReadonlySet<EventType> = new Set(['alarm_on', 'warning_on', 'device_offline', 'sensor_disappeared']);

/** Whether maintenance can do something about an event of this type. */
export const isHandedOver = (type: EventType): boolean => handedOver.has(type);

/** The day at a moment (unix ms) by the zone's calendar: `2026-11-30`. */
export const dayIn = (now: number, zone: string): string => toZonedIso(now, zone).slice(0, 10);

/** Throws 400 at `due` unless the day is today or one of the next 365 by the site's calendar. */
export function checkDue(due: string, zone: string, now: number): void {
  const ahead = (Date.parse(due) - Date.parse(dayIn(now, zone))) / dayMs;
  if (ahead < 0) throw badField('due', texts.duePast);
  if (ahead > dueAtMostDays) throw badField('due', texts.dueFar(dueAtMostDays));
}

/** 07:00 of the due day by the site's clock, unix ms. */
export const reminderAt = (due: string, zone: string): number =>
  fromWall(Date.parse(due) + reminderHour * 3_600_000, zone);
