import { queryOptions, useQuery } from '@tanstack/react-query';
import { unpackGraphs } from '@tocsin/contract/graph-columns';
import { compactColumnsType, endpoints } from '@tocsin/contract/graphs';
import { fetchBytes } from '../../../api/call.ts';
import { unitOf } from '../../../ui/value.ts';
import { type GraphLoader, type View, whenOf } from './loader.ts';
import type { Course } from './packs.ts';
import { useStatus } from './use-loader.ts';

/** Few enough that the answer for a hundred sensors is smaller than one chart. */
const maxPoints = 24;
/** A sensor seldom begins to send. */
const refetchMs = 60_000;

/** The course of each sensor of a device that has a value within the view, by the paths of it and of its graph. */
const coursesQuery = (device: number, view: View) =>
  queryOptions({
    queryKey: ['graph-courses', device, view],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Course>> => {
      const query = { ...whenOf(view), max_points: maxPoints };
      const answer = await fetchBytes(endpoints.device, { params: { id: device }, query, signal }, compactColumnsType);
      const { series } = unpackGraphs(new Uint8Array(await answer.arrayBuffer()));
      const courses = new Map<string, Course>();
      for (const { graph, sensor, units, value, min, max, alarm } of series) {
        const known = (all: Float64Array | null): Float64Array => (all ?? value).filter((one) => !Number.isNaN(one));
        const [low, high] = [known(min), known(max)];
        const last = known(value).at(-1);
        if (last === undefined) continue;
        const course: Course = {
          low: low.reduce((a, b) => Math.min(a, b), last),
          high: high.reduce((a, b) => Math.max(a, b), last),
          last: high.at(-1) ?? last,
          unit: unitOf(units),
          isAlarmed: alarm.some((flag) => flag === 1),
        };
        courses.set(graph, course).set(sensor, course);
      }
      return courses;
    },
    refetchInterval: view.kind === 'scale' && refetchMs,
  });

/** The courses of the loader's view; undefined until they are known, which is after the first charts. */
export const useCourses = (loader: GraphLoader): ReadonlyMap<string, Course> | undefined => {
  const isAllowed = useStatus(loader) !== 'loading';
  return useQuery({ ...coursesQuery(loader.device, loader.shownView()), enabled: isAllowed }).data;
};
