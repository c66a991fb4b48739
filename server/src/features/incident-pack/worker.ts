import { postResult, threadData } from '../../platform/thread.ts';
import { type ChartsOrder, chartsPdf } from './charts.ts';

/** Draws the graphs of one device and ends, so that the pipeline's thread never draws any. */
postResult(await chartsPdf(threadData() as ChartsOrder));
