import type { GraphLoader } from '../loader.ts';
import type { Marks } from '../marks.ts';
import type { GraphName } from '../queries.ts';
import type { EarlierGraphs } from '../use-earlier.ts';

/** Props of a row, which is a chart or a strip. */
export interface GraphRowProps {
  readonly loader: GraphLoader;
  /** The earlier period that is drawn behind; strips have none. */
  readonly earlier: EarlierGraphs | null;
  readonly name: GraphName;
  readonly zone: string;
  /** Marks of this graph's sensors; the same object until they change. */
  readonly marks: Marks;
  /** The device whose rules the reader may edit; null: they may not. */
  readonly editable: number | null;
  /** It is the page's only graph, which takes the window down to the foot. */
  readonly fills: boolean;
  readonly onExport: (path: string) => void;
  readonly onTable: (path: string) => void;
  /** Opens the sensor in the comparison, to which others can be added. */
  readonly onCompare: (path: string) => void;
  readonly onOnly: (path: string) => void;
  /** Opens these sensors on one chart, after one was dropped onto another. */
  readonly onCombine: (paths: readonly string[]) => void;
}
