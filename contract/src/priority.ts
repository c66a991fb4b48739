import { z } from 'zod';
import type { EventType } from './event.ts';

/** How urgently a person must respond to an alarm, most urgent first (ISA-18.2). */
export const priorities = ['critical', 'high', 'medium', 'low'] as const;
export const Priority = z.enum(priorities, 'Must be critical, high, medium or low.');
export type Priority = z.infer<typeof Priority>;

/** The position of a priority as it is stored, 1 (critical) to 4 (low); 5 without one, so that it sorts last. */
export const priorityLevel = (priority: Priority | null): number =>
  priority === null ? priorities.length + 1 : priorities.indexOf(priority) + 1;

/** The priority of a stored level; null for anything else. */
export const priorityOfLevel = (level: number | null): Priority | null =>
  level === null ? null : (priorities[level - 1] ?? null);

/** Events that begin a condition. Only they have a priority. */
const beginnings: ReadonlySet<EventType> = new Set(['alarm_on', 'warning_on', 'device_offline', 'sensor_disappeared']);
export const hasPriority = (type: EventType): boolean => beginnings.has(type);
export const typesWithPriority: readonly EventType[] = [...beginnings];

/**
 * The priority of an event without one of its rule or sensor: alarms high, all others medium. Warnings of devices that
 * only warn (0005, 0006) count as alarms.
 */
export function defaultPriority(type: EventType, countsAsAlarm: boolean): Priority {
  return type === 'alarm_on' || (type === 'warning_on' && countsAsAlarm) ? 'high' : 'medium';
}

interface Listed {
  readonly priority: Priority | null;
  readonly date_created: string;
  readonly is_shelved: boolean;
}

/** Orders a list of active alarms: shelved ones last, else most urgent first, then newest first. */
export function byPriority(a: Listed, b: Listed): number {
  if (a.is_shelved !== b.is_shelved) return a.is_shelved ? 1 : -1;
  const levels = priorityLevel(a.priority) - priorityLevel(b.priority);
  if (levels !== 0) return levels;
  return a.date_created < b.date_created ? 1 : a.date_created > b.date_created ? -1 : 0;
}
