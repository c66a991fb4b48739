import { Refusal } from '../platform/errors.ts';
import { postResult, threadData } from '../platform/thread.ts';
import { type ImportAnswer, type ImportOrder, importPiece } from './import-piece.ts';

/** Imports one piece of a file and ends, so that the pipeline's thread never reads one. */
const answer: ImportAnswer = await importPiece(threadData() as ImportOrder).catch((error: unknown) => {
  if (error instanceof Refusal) return { refusal: error.code, text: error.message };
  throw error;
});

postResult(new TextEncoder().encode(JSON.stringify(answer)));
