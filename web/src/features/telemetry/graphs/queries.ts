import { queryOptions } from '@tanstack/react-query';
import { endpoints as graphs, type Timescale } from '@tocsin/contract/graphs';
import { fullSensorId } from '@tocsin/contract/layout';
import type { Notification } from '@tocsin/contract/live';
import { endpoints as notifications } from '@tocsin/contract/notifications';
import type { Sensor } from '@tocsin/contract/sensors';
import { call, callQuery } from '../../../api/call.ts';
import type { ChartSpan } from '../../../ui/chart/columns.ts';
import { byGroup, byId } from '../../../ui/group-order.ts';
import { type EventSpan, spansOf } from './event-spans.ts';

/** A sensor, or a node of an F500, for which the page can show a graph. */
export interface GraphName {
  /** Three segments, or two for a node. */
  readonly path: string;
  readonly name: string;
  readonly group: string;
  /** Whether it has states instead of numbers, which are drawn as a strip. */
  readonly isState?: boolean;
  /** Absent for nodes. */
  readonly unit?: string;
  /** The sensors that share the chart; absent for a sensor or node of its own. */
  readonly members?: readonly GraphName[];
}

/** The sensors of a device in the order of the dashboard. */
export const namesOf = (device: number, sensors: readonly Sensor[]): readonly GraphName[] =>
  [...sensors]
    .sort(
      (a, b) =>
        byGroup({ id: a.group_id, name: a.group_name }, { id: b.group_id, name: b.group_name }) ||
        byId(a.sensor_id, b.sensor_id),
    )
    .map((sensor) => ({
      path: fullSensorId(device, sensor.id),
      name: sensor.name,
      group: sensor.group_name,
      isState: sensor.type !== 'NUMERIC',
      unit: sensor.unit,
    }));

export const nodesQuery = (device: number) =>
  callQuery(['f500-nodes', device], graphs.f500Nodes, { params: { id: device } });

export type ArrangeAction =
  | { readonly action: 'append' | 'delete'; readonly node: string; readonly sensor?: string }
  | { readonly action: 'clean' };

/** Selects nodes and sensors for graphs; stored per user and device. */
export const arrange = (device: number, what: ArrangeAction, timescale: Timescale | null) =>
  call(graphs.arrange, {
    params: { id: device },
    body: { ...what, graph_type: 'update_graphs_arrangement', device_id: device, timescale },
  });

const begins = ['alarm_on', 'warning_on', 'device_offline'] as const;
const ends = ['alarm_off', 'warning_off', 'device_online'] as const;
/** Maximum number of events of one range; the oldest are left out. */
const maxEvents = 1000;

/** Alarms, warnings and offline events of a device or of a whole site in a time range and shortly before it. */
const readEvents = async (
  of: { readonly device: number } | { readonly location: number },
  { from, to }: ChartSpan,
  signal: AbortSignal,
): Promise<readonly Notification[]> => {
  // Earlier events may last into the window, so fetch one more window (at least a day) before it. Even earlier ones are
  // known by their end, or because they are still active.
  const early = new Date(from - Math.max(to - from, 86_400_000)).toISOString();
  const [around, active] = await Promise.all([
    call(notifications.list, {
      query: {
        ...of,
        event_type: [...begins, ...ends],
        date_created_from: early,
        date_created_to: new Date(to).toISOString(),
        limit: maxEvents,
      },
      signal,
    }),
    call(notifications.list, {
      query: { ...of, event_type: [...begins], is_active: 'true', limit: maxEvents },
      signal,
    }),
  ]);
  return [...new Map([...around.results, ...active.results].map((row) => [row.id, row])).values()];
};

/** The events of a device, newest first, and the periods in which they were active. */
export interface DeviceEvents {
  readonly rows: readonly Notification[];
  readonly spans: readonly EventSpan[];
}

const minuteOf = (at: number): number => Math.floor(at / 60_000);

/** Events of a device with their active periods, for the lane above the charts and the marks in them. */
export const eventsQuery = (device: number, { from, to }: ChartSpan, live: boolean) =>
  queryOptions({
    queryKey: ['graph-events', device, minuteOf(from), minuteOf(to)],
    queryFn: async ({ signal }): Promise<DeviceEvents> => {
      const rows = await readEvents({ device }, { from, to }, signal);
      const begun = rows.filter(({ event_type, date_created }) => {
        const at = Date.parse(date_created);
        return begins.some((type) => type === event_type) && at >= from && at <= to;
      });
      return {
        rows: begun.toSorted((a, b) => Date.parse(b.date_created) - Date.parse(a.date_created)),
        spans: spansOf(rows, { from, to }),
      };
    },
    placeholderData: (before) => before,
    refetchInterval: live ? 15_000 : false,
    retry: false,
  });

/** Events of all devices of a site with their active periods. */
export const siteEventsQuery = (site: number, { from, to }: ChartSpan, live: boolean) =>
  queryOptions({
    queryKey: ['site-graph-events', site, minuteOf(from), minuteOf(to)],
    queryFn: ({ signal }) => readEvents({ location: site }, { from, to }, signal),
    placeholderData: (before) => before,
    refetchInterval: live ? 60_000 : false,
    retry: false,
  });
