import type { EventType } from '@tocsin/contract/event';
import type { Notification } from '@tocsin/contract/live';
import type { ChartSpan } from '../../../ui/chart/columns.ts';

type Lasting = 'alarm_on' | 'warning_on' | 'device_offline';

/** A period in which an event of a device was active, clipped to the window. */
export interface EventSpan extends ChartSpan {
  readonly path: string | null;
  readonly type: Lasting;
  /** It goes on: readings that arrive after the window's end are in it, too. */
  readonly isOpen?: true;
}

const endOf: Readonly<Partial<Record<EventType, Lasting>>> = {
  alarm_off: 'alarm_on',
  warning_off: 'warning_on',
  device_online: 'device_offline',
};
const isLasting = (type: EventType): type is Lasting =>
  type === 'alarm_on' || type === 'warning_on' || type === 'device_offline';

type Row = Pick<
  Notification,
  'id' | 'forebear_pk' | 'date_created' | 'event_type' | 'full_sensor_id' | 'is_active' | 'duration'
>;

/**
 * The active periods within a window, from log rows. An end whose beginning is unknown counts from the window's start.
 */
export const spansOf = (rows: readonly Row[], { from, to }: ChartSpan): readonly EventSpan[] => {
  const known = new Map(rows.map((row) => [row.id, row]));
  return [...known.values()].flatMap((row): readonly EventSpan[] => {
    const at = Date.parse(row.date_created);
    const path = row.full_sensor_id;
    if (isLasting(row.event_type)) {
      const isOpen = row.duration === null && row.is_active;
      const ended = isOpen ? to : at + (row.duration ?? 0) * 1_000;
      if (ended < from || at > to) return [];
      return [{ from: at, to: Math.max(ended, at), path, type: row.event_type, ...(isOpen && { isOpen }) }];
    }
    const type = endOf[row.event_type];
    const isKnown = row.forebear_pk === null || known.has(row.forebear_pk);
    return type === undefined || isKnown || at < from ? [] : [{ from, to: at, path, type }];
  });
};
