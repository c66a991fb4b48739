import type { Warning } from '@tocsin/contract/sensors';
import type { EventSpan } from './event-spans.ts';
import type { GraphName } from './queries.ts';

/** A warning rule of one sensor. */
export interface LimitLine {
  /** `deviceId.groupId.sensorId`. */
  readonly path: string;
  readonly sign: string;
  readonly value: number;
  readonly text: string;
  /** The rule, whose numbers are in its own unit. */
  readonly rule?: Warning;
}

/** Warnings and limits drawn with a graph's lines. */
export interface Marks {
  readonly warnings: readonly EventSpan[];
  readonly limits: readonly LimitLine[];
}

export const noMarks: Marks = { warnings: [], limits: [] };

/**
 * Whether a sensor may belong to a graph: its own, or that of its node (two segments). A bare id in an address
 * identifies its sensor only once its points are loaded.
 */
const isOf = (sensor: string, { path: graph, members }: GraphName): boolean =>
  members?.some(({ path }) => path === sensor) ??
  (sensor === graph || sensor.startsWith(`${graph}.`) || !graph.includes('.'));

/**
 * The marks of each graph. A graph whose marks are unchanged keeps the same object, so that it does not re-render.
 */
export const marksOf = (
  graphs: readonly GraphName[],
  events: readonly EventSpan[],
  limits: readonly LimitLine[],
  before: ReadonlyMap<string, Marks>,
): ReadonlyMap<string, Marks> => {
  const warnings = events.filter((event) => event.type === 'warning_on' && event.path !== null);
  const bySensor = new Map<string, Marks>();
  for (const graph of graphs) {
    const marks: Marks = {
      warnings: warnings.filter((event) => event.path !== null && isOf(event.path, graph)),
      limits: limits.filter((limit) => isOf(limit.path, graph)),
    };
    if (marks.warnings.length + marks.limits.length === 0) continue;
    const old = before.get(graph.path);
    bySensor.set(graph.path, old && JSON.stringify(old) === JSON.stringify(marks) ? old : marks);
  }
  return bySensor;
};
