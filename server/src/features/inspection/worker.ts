import { postResult, threadData } from '../../platform/thread.ts';
import { type WriteOrder, writeHere } from './write-here.ts';

/** Writes one export and ends, so that the pipeline's thread never writes one. */
postResult(await writeHere(threadData() as WriteOrder));
