import type { DeviceId } from '@tocsin/contract/ids';
import type pg from 'pg';

/** The partitions of a batch's devices, each with the epoch in which they were evaluated. */
export interface Fence {
  readonly partitions: readonly number[];
  readonly epochs: readonly number[];
}

/** A partition and the epoch of its evaluation; a batch with an older epoch is not written. */
interface PartitionEpoch {
  readonly partition: number;
  readonly epoch: number;
}
/** null: another process owns this device. */
export type PartitionEpochOf = (device: DeviceId) => PartitionEpoch | null;

/** The ownership of a single process: it owns every device. */
export const unfenced: Fence = { partitions: [], epochs: [] };

/** The fence of a single process, which owns every device. */
export const unfencedDevices = { fence: unfenced, gone: new Set<DeviceId>() };

/** Returns the fence of these devices, and those of them that this process no longer owns. */
export function fenceOf(
  devices: Iterable<DeviceId>,
  partitionEpochOf: PartitionEpochOf,
): { fence: Fence; gone: Set<DeviceId> } {
  const held = new Map<number, number>();
  const gone = new Set<DeviceId>();
  for (const device of devices) {
    // Ids below 0 are marks in the queue, not devices.
    if (device < 0) continue;
    const currentEpoch = partitionEpochOf(device);
    if (currentEpoch) held.set(currentEpoch.partition, currentEpoch.epoch);
    else gone.add(device);
  }
  return { fence: { partitions: [...held.keys()], epochs: [...held.values()] }, gone };
}

/** Thrown when another process has taken over a partition: this process must not store anything of the batch. */
export class FencedError extends Error {}

/** A statement that locks the fence's rows until the transaction ends, and returns their current epochs. */
const lockFence = ({ partitions }: Fence): string =>
  `select partition, epoch from partition_owner where partition = any ('{${partitions.join(',')}}') for key share`;

function isCurrent({ partitions, epochs }: Fence, rows: readonly { partition: number; epoch: number }[]): boolean {
  const now = new Map(rows.map((row) => [row.partition, row.epoch]));
  return partitions.every((partition, i) => now.get(partition) === epochs[i]);
}

/**
 * Begins a transaction and reads up to when hours are closed. The transaction id comes first, so that the compactor can
 * wait for this transaction.
 */
export async function begin(client: pg.Client, fence: Fence): Promise<{ closedUntil: number }> {
  const isFenced = fence.partitions.length > 0;
  // One round trip, with a snapshot for each statement.
  const answers: unknown = await client.query(
    `begin; select pg_current_xact_id(); select closed_until from history_closed${isFenced ? `; ${lockFence(fence)}` : ''}`,
  );
  if (!Array.isArray(answers)) throw new Error('the database did not begin');
  if (isFenced && !isCurrent(fence, answers[3]?.rows ?? []))
    throw new FencedError('A partition of this batch has another owner');
  return { closedUntil: Number(answers[2]?.rows[0]?.closed_until ?? 0) };
}
