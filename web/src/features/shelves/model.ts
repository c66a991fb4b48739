import type { Notification } from '@tocsin/contract/live';
import { may } from '@tocsin/contract/permissions';
import { type Shelf, shelfLimitMs } from '@tocsin/contract/shelves';
import { texts } from '@tocsin/contract/texts/shelves';
import type { ShelveTarget } from '../../live/shelving.ts';
import { spanText } from '../../ui/time.ts';

type Permitted = Pick<Shelf, 'permissions'>;

/** Maximum time, in minutes, for which the user may shelve something of a device. */
export const limitMinutes = (device: Permitted | undefined): number => {
  const role = may(device, 'device.manage') ? 'Manager' : may(device, 'device.edit') ? 'Engineer' : 'User';
  return shelfLimitMs[role] / 60_000;
};

/** Durations in minutes that the dialog offers, up to a limit. */
export const durationsWithin = (limit: number): readonly number[] =>
  Object.keys(texts.durations)
    .map(Number)
    .filter((minutes) => minutes <= limit);

/** Durations in minutes, from now, to which a shelf may be extended. */
export const extensionMinutes = (
  shelf: Permitted & Pick<Shelf, 'first_from' | 'until'>,
  now: number,
): readonly number[] => {
  const latest = Date.parse(shelf.first_from) + limitMinutes(shelf) * 60_000;
  const until = Date.parse(shelf.until);
  return durationsWithin(Number.POSITIVE_INFINITY).filter((minutes) => {
    const end = now + minutes * 60_000;
    return end > until && end <= latest;
  });
};

export const durationText = (minutes: number): string =>
  Object.entries(texts.durations).find(([key]) => Number(key) === minutes)?.[1] ?? '';

export const dayMs = 86_400_000;

/** An alarm or warning of the last 24 hours, in percent of the axis. */
export interface DayMark {
  readonly id: number;
  readonly left: number;
  readonly width: number;
  readonly severity: 'alarm' | 'warning';
}

type Begun = Pick<Notification, 'id' | 'event_type' | 'date_created' | 'duration' | 'full_sensor_id'>;

const concerns = ({ full_sensor_id }: Begun, { sensor, node }: Pick<ShelveTarget, 'sensor' | 'node'>): boolean => {
  const path = full_sensor_id?.split('.').slice(1).join('.') ?? '';
  if (sensor !== null) return path === sensor;
  return node === null || path === node || path.startsWith(`${node}.`);
};

/** Alarms and warnings of a sensor, node or device in the last 24 hours: marks for a timeline, and a sentence. */
export function lastDayOf(
  rows: readonly Begun[],
  target: Pick<ShelveTarget, 'sensor' | 'node'>,
  now: number,
): { readonly marks: readonly DayMark[]; readonly text: string } {
  const own = rows.filter((row) => concerns(row, target));
  const from = now - dayMs;
  const lasted = (row: Begun): number =>
    row.duration === null ? now - Date.parse(row.date_created) : row.duration * 1_000;
  const marks = own.map((row): DayMark => {
    const begin = Math.max(from, Date.parse(row.date_created));
    const end = Math.min(now, Date.parse(row.date_created) + lasted(row));
    const severity = row.event_type === 'alarm_on' ? 'alarm' : 'warning';
    return { id: row.id, left: (100 * (begin - from)) / dayMs, width: (100 * (end - begin)) / dayMs, severity };
  });
  const alarms = marks.filter(({ severity }) => severity === 'alarm').length;
  const warnings = marks.length - alarms;
  const counts = [alarms > 0 && texts.lastDay.alarms(alarms), warnings > 0 && texts.lastDay.warnings(warnings)];
  const count = counts.filter(Boolean).join(', ');
  const longest = Math.max(0, ...own.map(lasted));
  return { marks, text: count === '' ? texts.lastDay.none : texts.lastDay.longest(count, spanText(longest)) };
}
