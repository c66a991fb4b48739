import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type AnalyticsRange, type BadActorQuery, endpoints, type Report } from '@tocsin/contract/analytics';
import { call, download } from '../../api/call.ts';
import { type Counted, labelled, shortName } from './model.ts';

/** Days and filters; an absent filter counts everything. */
export interface Range extends Required<AnalyticsRange> {
  readonly is_shelved?: 'true' | 'false';
  readonly is_out_of_service?: 'true' | 'false';
  readonly is_acknowledged?: 'true' | 'false';
}

export interface ReportRow extends Counted {
  /** The sensor's path. */
  readonly id?: string;
}

/** One of the three reports as rows for chart and table; null while no range is chosen. */
export const reportQuery = (device: number, report: Report, range: Range | null) =>
  queryOptions({
    queryKey: ['analytics', device, report, range],
    queryFn: async ({ signal }): Promise<readonly ReportRow[]> => {
      const args = { params: { id: device }, query: range ?? {}, signal };
      switch (report) {
        case 'alarm-sensor': {
          const { alarm_sensor_data } = await call(endpoints.sensor, args);
          return alarm_sensor_data.map((row) => ({
            name: shortName(row.sensor_name),
            count: row.count,
            id: row.sensor_id,
            search: row.sensor_name,
          }));
        }
        case 'alarm-time':
          return (await call(endpoints.time, args)).alarm_time_data;
        case 'alarm-type':
          return labelled((await call(endpoints.type, args)).alarm_type_data.data);
        default:
          return report satisfies never;
      }
    },
    enabled: range !== null,
    staleTime: 30_000,
  });

/** While late readings are evaluated, the numbers are asked for again after this time. */
const countAgainMs = 30_000;

type Scope = NonNullable<BadActorQuery['scope']>;
export const badActorsQuery = (device: number, scope: Scope, range: Range | null) =>
  queryOptions({
    queryKey: ['bad-actors', device, scope, range],
    queryFn: ({ signal }) => call(endpoints.badActors, { params: { id: device }, query: { ...range, scope }, signal }),
    enabled: range !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    refetchInterval: ({ state }) => (state.data?.is_counting ? countAgainMs : false),
  });

export const reportCsv = (device: number, report: Report, range: Range) =>
  download(endpoints.export, { params: { id: device }, query: { ...range, report } }, `${report}_${device}.csv`);
export const badActorsCsv = (device: number, scope: Scope, range: Range) =>
  download(
    endpoints.badActorsExport,
    { params: { id: device }, query: { ...range, scope } },
    `bad_actors_${device}.csv`,
  );
