import type { KeepEntry } from '../passing.ts';
import { type Batch, layOut } from './batch.ts';
import { isAway, type WriterConnection } from './connection.ts';
import type { FrameRow } from './copy-binary.ts';
import { FencedError } from './fence.ts';
import { insertRefused } from './store.ts';
import { type WriteContext, writeBatch } from './write.ts';

/**
 * A batch of one device that PostgreSQL refuses: finds the entries whose fault it is. Their good frames are stored,
 * the others go to frame_refused. Nothing else of the batch is stored: it was judged on what is not there.
 */
export async function findRefused(
  batch: Batch,
  error: Error,
  connection: WriterConnection,
  context: WriteContext,
): Promise<Set<KeepEntry>> {
  const guilty = new Set<KeepEntry>();
  for (const entry of batch.entries) {
    if (await fails(layOut([entry], []), connection, context)) guilty.add(entry);
  }
  // Each alone is taken: then it is the board's row, and sending again would meet the same end for ever.
  if (guilty.size === 0) for (const entry of batch.entries) guilty.add(entry);
  for (const entry of guilty) await storeFrames(layOut([entry], []), error, connection, context);
  return guilty;
}

async function fails(batch: Batch, connection: WriterConnection, context: WriteContext): Promise<boolean> {
  const client = await connection.get();
  try {
    await writeBatch(client, batch, context, true);
    await client.query('rollback');
    return false;
  } catch (error) {
    await connection.afterError(error);
    if (isAway(error) || error instanceof FencedError) throw error;
    return true;
  }
}

async function storeFrames(
  batch: Batch,
  error: Error,
  connection: WriterConnection,
  context: WriteContext,
): Promise<void> {
  for (const row of batch.frames) await storeFrame(row, { frames: [row], late: [] }, error, connection, context);
  for (const row of batch.late) await storeFrame(row, { frames: [], late: [row] }, error, connection, context);
}

async function storeFrame(
  row: FrameRow,
  rows: Pick<Batch, 'frames' | 'late'>,
  error: Error,
  connection: WriterConnection,
  context: WriteContext,
): Promise<void> {
  const client = await connection.get();
  try {
    await writeBatch(client, { ...layOut([], []), ...rows }, context, true);
    await client.query('commit');
  } catch (refusal) {
    await connection.afterError(refusal);
    if (isAway(refusal) || refusal instanceof FencedError) throw refusal;
    const words = refusal instanceof Error ? refusal : error;
    const code = 'code' in words && typeof words.code === 'string' ? words.code : '';
    await insertRefused(await connection.get(), row, context.now(), code, words.message);
  }
}
