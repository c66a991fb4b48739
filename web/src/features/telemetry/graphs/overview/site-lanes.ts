import type { Notification } from '@tocsin/contract/live';
import type { ChartSpan } from '../../../../ui/chart/columns.ts';
import { type EventSpan, spansOf } from '../event-spans.ts';

const dayMs = 86_400_000;
/** Maximum number of lanes. */
const maxLanes = 5;

/** A device of the site with its events. */
export interface SiteLane {
  readonly device: number;
  readonly title: string;
  readonly spans: readonly EventSpan[];
}

/** The visible lanes, and the number of devices without one. */
export interface SiteLanes {
  readonly lanes: readonly SiteLane[];
  readonly others: number;
}

/** The 24 hours around a range, not beyond now; the range itself if it is longer. */
export const overviewSpan = ({ from, to }: ChartSpan, now: number): ChartSpan => {
  const length = Math.max(dayMs, to - from);
  const spare = length - (to - from);
  const end = Math.max(to, Math.min(now, to + spare / 2));
  return { from: end - length, to: end };
};

const ranks: Readonly<Record<EventSpan['type'], number>> = { alarm_on: 0, warning_on: 1, device_offline: 2 };
const rankOf = (spans: readonly EventSpan[]): number => Math.min(3, ...spans.map(({ type }) => ranks[type]));

/** The shown device first, then devices with alarms, warnings and offline times; others fill the remaining lanes. */
export const siteLanes = (
  devices: readonly { readonly id: number; readonly title: string }[],
  shown: number,
  rows: readonly Notification[],
  span: ChartSpan,
): SiteLanes => {
  const byDevice = Map.groupBy(rows, ({ device_id }) => device_id);
  const lanes = devices
    .map(({ id, title }): SiteLane => ({ device: id, title, spans: spansOf(byDevice.get(id) ?? [], span) }))
    .toSorted(
      (a, b) =>
        Number(b.device === shown) - Number(a.device === shown) ||
        rankOf(a.spans) - rankOf(b.spans) ||
        a.title.localeCompare(b.title, undefined, { numeric: true }),
    );
  return { lanes: lanes.slice(0, maxLanes), others: Math.max(0, lanes.length - maxLanes) };
};
