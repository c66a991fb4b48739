import { Refusal } from '../platform/errors.ts';
import { serveThread } from '../platform/thread.ts';
import { type ImportCalls, importPiece } from './import-piece.ts';

/** Imports pieces of files, so that the pipeline's thread never reads one. */
serveThread<ImportCalls, Record<never, never>>(() => ({
  piece: (order) =>
    importPiece(order).catch((error: unknown) => {
      if (error instanceof Refusal) return { refusal: error.code, text: error.message };
      throw error;
    }),
  stop: () => {},
}));
