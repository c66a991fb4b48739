import { queryOptions } from '@tanstack/react-query';
import { endpoints as graphs, type Timescale } from '@tocsin/contract/graphs';
import { fullSensorId } from '@tocsin/contract/layout';
import { endpoints as notifications } from '@tocsin/contract/notifications';
import type { Sensor } from '@tocsin/contract/sensors';
import { call } from '../../../api/call.ts';
import type { ChartSpan } from '../../../ui/chart/columns.ts';
import { byGroup, byId } from '../../../ui/group-order.ts';
import { type EventSpan, spansOf } from './event-spans.ts';

/** A graph that the page can show: a sensor, or a node of an F500. */
export interface GraphName {
  /** Three segments, or two for a node. */
  readonly path: string;
  readonly name: string;
  readonly group: string;
  /** A sensor with states instead of numbers: a strip in the overview. */
  readonly isState?: boolean;
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
    }));

/** The rows of the overview: graphs of numbers first, then the strips of states, each in the order of the dashboard. */
export const inOverview = (names: readonly GraphName[]): readonly GraphName[] => [
  ...names.filter((name) => name.isState !== true),
  ...names.filter((name) => name.isState === true),
];

export const nodesQuery = (device: number) =>
  queryOptions({
    queryKey: ['f500-nodes', device],
    queryFn: ({ signal }) => call(graphs.f500Nodes, { params: { id: device }, signal }),
  });

export type ArrangeAction =
  | { readonly action: 'append' | 'delete'; readonly node: string; readonly sensor?: string }
  | { readonly action: 'clean' };

/** Selects nodes and sensors for graphs; stored per person and device. */
export const arrange = (device: number, what: ArrangeAction, timescale: Timescale | null) =>
  call(graphs.arrange, {
    params: { id: device },
    body: { ...what, graph_type: 'update_graphs_arrangement', device_id: device, timescale },
  });

const begins = ['alarm_on', 'warning_on', 'device_offline'] as const;
const ends = ['alarm_off', 'warning_off', 'device_online'] as const;

/** Alarms, warnings and offline times of the device with their periods, for the lane above the charts and their spans. */
export const eventsQuery = (device: number, { from, to }: ChartSpan, live: boolean) =>
  queryOptions({
    queryKey: ['graph-events', device, Math.floor(from / 60_000), Math.floor(to / 60_000)],
    queryFn: async ({ signal }): Promise<readonly EventSpan[]> => {
      // Events from before the window may last into it, so fetch one more window back. Earlier ones are known by their end,
      // or because they are still active.
      const early = new Date(from - Math.max(to - from, 86_400_000)).toISOString();
      const [around, active] = await Promise.all([
        call(notifications.list, {
          query: {
            device,
            event_type: [...begins, ...ends],
            date_created_from: early,
            date_created_to: new Date(to).toISOString(),
            limit: 1000,
          },
          signal,
        }),
        call(notifications.list, {
          query: { device, event_type: [...begins], is_active: 'true', limit: 1000 },
          signal,
        }),
      ]);
      return spansOf([...around.results, ...active.results], { from, to });
    },
    placeholderData: (before) => before,
    refetchInterval: live ? 15_000 : false,
    retry: false,
  });
