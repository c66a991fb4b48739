import type { WriteEntry } from '../types.ts';
import { type Batch, layOut } from './batch.ts';
import type { FrameRow } from './copy-binary.ts';
import { FencedError } from './fence.ts';
import { insertRefused } from './store.ts';
import { LookupNeeded, type WriteContext, writeBatch } from './write-batch.ts';
import { isAway, type WriterConnection } from './writer-connection.ts';

/**
 * For a batch of one device that PostgreSQL refuses: finds the entries that cause it. Their valid frames are stored,
 * the others go to frame_refused. Nothing else of the batch is stored, because its evaluation depends on the missing
 * entries. Returns null when the database became unavailable meanwhile or the batch needs a lookup first.
 */
export async function findRefused(
  batch: Batch,
  error: Error,
  connection: WriterConnection,
  context: WriteContext,
): Promise<Set<WriteEntry> | null> {
  try {
    return await findGuilty(batch, error, connection, context);
  } catch (trouble) {
    if (isTransient(trouble)) return null;
    throw trouble;
  }
}

async function findGuilty(
  batch: Batch,
  error: Error,
  connection: WriterConnection,
  context: WriteContext,
): Promise<Set<WriteEntry>> {
  const guilty = new Set<WriteEntry>();
  for (const entry of batch.entries) {
    if (await fails(layOut([entry], [], batch.lookups), connection, context)) guilty.add(entry);
  }
  // Each entry alone is accepted, so the cause is the device state's row; sending again would fail forever.
  if (guilty.size === 0) for (const entry of batch.entries) guilty.add(entry);
  for (const entry of guilty) await storeFrames(layOut([entry], [], batch.lookups), error, connection, context);
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
    if (isTransient(error)) throw error;
    return true;
  }
}

async function storeFrames(
  batch: Batch,
  error: Error,
  connection: WriterConnection,
  context: WriteContext,
): Promise<void> {
  for (const row of batch.frames)
    await storeFrame(row, { frames: [row], late: [], lookups: batch.lookups }, error, connection, context);
  for (const row of batch.late)
    await storeFrame(row, { frames: [], late: [row], lookups: batch.lookups }, error, connection, context);
}

async function storeFrame(
  row: FrameRow,
  { lookups, ...rows }: Pick<Batch, 'frames' | 'late' | 'lookups'>,
  error: Error,
  connection: WriterConnection,
  context: WriteContext,
): Promise<void> {
  const client = await connection.get();
  try {
    await writeBatch(client, { ...layOut([], [], lookups), ...rows }, context, true);
    await client.query('commit');
  } catch (refusal) {
    await connection.afterError(refusal);
    if (isTransient(refusal)) throw refusal;
    const words = refusal instanceof Error ? refusal : error;
    const code = 'code' in words && typeof words.code === 'string' ? words.code : '';
    await insertRefused(await connection.get(), row, context.now(), code, words.message);
  }
}

/** Errors that the written data did not cause. */
const isTransient = (error: unknown): boolean =>
  isAway(error) || error instanceof FencedError || error instanceof LookupNeeded;
