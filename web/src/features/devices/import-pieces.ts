import { type ImportColumns, ImportedPiece, importPieces } from '@tocsin/contract/history-import';
import { texts } from '@tocsin/contract/texts/history-import';
import { ask, CallError } from '../../api/http.ts';

interface Order {
  readonly file: File;
  readonly zone: string;
  readonly columns: ImportColumns;
  /** Reads the first piece only, and stores nothing. */
  readonly isDryRun: boolean;
  readonly signal?: AbortSignal;
  readonly onPiece?: (done: ImportedPiece, share: number) => void;
}

const waitMs = 2_000;
const previewBytes = 256 * 1024;

/** Sends a file in pieces. A busy server is asked again. */
export async function importHistory(id: number, order: Order): Promise<ImportedPiece> {
  const { file, isDryRun, onPiece } = order;
  const done = await importPieces(
    isDryRun ? Math.min(file.size, previewBytes) : file.size,
    async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
    (bytes, firstLine) => sent(id, order, new Blob([...bytes]), firstLine),
    (sum, share) => onPiece?.(sum, share),
  );
  if (!done) throw new Error(texts.noLines);
  return done;
}

async function sent(id: number, { zone, columns, isDryRun, signal }: Order, bytes: Blob, line: number) {
  const path = `v1/devices/${id}/history-import/`;
  const query = { dry_run: String(isDryRun), first_line: line, time_zone: zone };
  for (;;) {
    signal?.throwIfAborted();
    const body = new FormData();
    body.append('columns', JSON.stringify(columns));
    body.append('file', bytes, 'history');
    try {
      return await ask({ method: 'POST', path, query, body, signal }, ImportedPiece);
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 503) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}
