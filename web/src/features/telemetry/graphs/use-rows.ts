import { useMemo, useRef } from 'react';
import type { EventSpan } from './event-spans.ts';
import type { GraphLoader } from './loader.ts';
import { type Course, isFlat, packed } from './packs.ts';
import type { GraphName } from './queries.ts';
import { useCourses } from './use-graphs-with-data.ts';

/** The rows of the page by how they are shown. */
export interface Rows {
  readonly charts: readonly GraphName[];
  readonly strips: readonly GraphName[];
  /** Sensors with numbers that hardly moved, and their courses. */
  readonly flat: readonly GraphName[];
  readonly withoutData: readonly GraphName[];
  readonly courses: ReadonlyMap<string, Course>;
}

const noCourses: ReadonlyMap<string, Course> = new Map();

/**
 * Sorts sensors into charts, strips of states, flat ones and those without data. With `isPacked` sensors of one unit
 * share a chart. One that once moved stays in its chart, so that no row moves while the user reads.
 */
export const useRows = (
  loader: GraphLoader,
  names: readonly GraphName[],
  events: readonly EventSpan[],
  { isPacked, isSingle }: { readonly isPacked: boolean; readonly isSingle: boolean },
): Rows => {
  const known = useCourses(loader);
  const active = useRef(new Set<string>());
  return useMemo(() => {
    const courses = known ?? noCourses;
    if (isSingle) return { charts: names, strips: [], flat: [], withoutData: [], courses };
    const numbers = names.filter(({ isState }) => isState !== true);
    const isStill = ({ path }: GraphName): boolean => {
      const course = courses.get(path);
      return course !== undefined && isFlat(course) && !events.some((event) => event.path === path);
    };
    const withoutData = numbers.filter(({ path }) => known?.has(path) === false && !active.current.has(path));
    const having = numbers.filter((name) => !withoutData.includes(name));
    for (const name of having) if (known && !isStill(name)) active.current.add(name.path);
    const rows = isPacked ? packed(having) : having;
    // Beside others of its unit a flat line says something; alone it does not.
    const flat = rows.filter(
      (row) => isPacked && row.unit !== undefined && !row.members && !active.current.has(row.path) && isStill(row),
    );
    return {
      charts: rows.filter((row) => !flat.includes(row)),
      strips: names.filter(({ isState }) => isState === true),
      flat,
      withoutData,
      courses,
    };
  }, [known, names, events, isPacked, isSingle]);
};
