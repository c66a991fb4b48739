import { maxCompared, type Timescale, timescales } from '@tocsin/contract/graphs';
import { type GraphSearch, graphSearch } from '../graphs/graph-search.ts';

/** Query of the comparison's address. */
export interface ComparisonSearch extends Omit<GraphSearch, 'earlier' | 'scale'> {
  /** `deviceId.groupId.sensorId` of each sensor, separated by commas. */
  readonly sensors?: string;
  /** Absent, and without a range: the last 24 hours. */
  readonly timescale?: Timescale;
}

const sensorName = /^[1-9]\d{0,8}\.[^.,]+\.[^,]+$/;

/** The sensors in an address without duplicates; invalid paths, and those beyond the chart's limit, are left out. */
export const sensorsOf = ({ sensors }: ComparisonSearch): readonly string[] =>
  [...new Set(sensors?.split(',') ?? [])].filter((name) => sensorName.test(name)).slice(0, maxCompared);

/** Parses an address; invalid values are left out. */
export const comparisonSearch = (search: Record<string, unknown>): ComparisonSearch => {
  const { earlier: _, ...when } = graphSearch(search);
  const timescale = timescales.find((scale) => scale === search.timescale);
  const named = sensorsOf(typeof search.sensors === 'string' ? { sensors: search.sensors } : {});
  return {
    ...(named.length === 0 ? {} : { sensors: named.join(',') }),
    ...(timescale === undefined || when.start !== undefined ? {} : { timescale }),
    ...when,
  };
};
