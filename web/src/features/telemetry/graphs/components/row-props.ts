import type { GraphLoader } from '../loader.ts';
import type { Marks } from '../marks.ts';
import type { GraphName } from '../queries.ts';
import type { EarlierGraphs } from '../use-earlier.ts';

/** What each row of the graphs gets: a chart or a strip. */
export interface GraphRowProps {
  readonly loader: GraphLoader;
  /** The period drawn behind; strips have none. */
  readonly earlier: EarlierGraphs | null;
  readonly name: GraphName;
  readonly zone: string;
  /** Marks of this graph's sensors; the same object until they change. */
  readonly marks: Marks;
  readonly onExport: (path: string) => void;
  readonly onTable: (path: string) => void;
  /** Opens the sensor on a chart to which others are added. */
  readonly onCompare: (path: string) => void;
  readonly onOnly: (path: string) => void;
  /** Another sensor was dropped onto this one: opens both on one chart. */
  readonly onCombine: (paths: readonly string[]) => void;
}
