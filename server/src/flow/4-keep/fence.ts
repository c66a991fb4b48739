import type { DeviceId } from '@tocsin/contract/ids';
import type pg from 'pg';

/** What a batch stands on: the partitions of its devices, each under the epoch in which they were judged. */
export interface Fence {
  readonly partitions: readonly number[];
  readonly epochs: readonly number[];
}

/** A partition and the epoch under which it was judged; of an older epoch nothing is written. */
export interface Standing {
  readonly partition: number;
  readonly epoch: number;
}
/** null: this device is another process's. */
export type StandsOn = (device: DeviceId) => Standing | null;

/** Everything is ours and nobody else is there. */
export const unfenced: Fence = { partitions: [], epochs: [] };

/** The fence of these devices, and those of them that are not ours any more. */
export function fenceOf(devices: Iterable<DeviceId>, standsOn: StandsOn): { fence: Fence; gone: Set<DeviceId> } {
  const held = new Map<number, number>();
  const gone = new Set<DeviceId>();
  for (const device of devices) {
    // Below 0 stands no device: a mark in the queue.
    if (device < 0) continue;
    const standing = standsOn(device);
    if (standing) held.set(standing.partition, standing.epoch);
    else gone.add(device);
  }
  return { fence: { partitions: [...held.keys()], epochs: [...held.values()] }, gone };
}

/** Another process has taken a partition over: nothing of this batch may be stored by us. */
export class FencedError extends Error {}

/** A statement that locks the fence's rows until the transaction ends, and tells their present epochs. */
const lockFence = ({ partitions }: Fence): string =>
  `select partition, epoch from partition_owner where partition = any ('{${partitions.join(',')}}') for key share`;

function isStanding({ partitions, epochs }: Fence, rows: readonly { partition: number; epoch: number }[]): boolean {
  const now = new Map(rows.map((row) => [row.partition, row.epoch]));
  return partitions.every((partition, i) => now.get(partition) === epochs[i]);
}

/** Begins and tells how far hours are closed. The id comes first, so that whoever closes can wait for us. */
export async function begin(client: pg.Client, fence: Fence): Promise<{ closedUntil: number }> {
  const isFenced = fence.partitions.length > 0;
  // One round trip, a snapshot for each statement.
  const answers: unknown = await client.query(
    `begin; select pg_current_xact_id(); select closed_until from history_gate${isFenced ? `; ${lockFence(fence)}` : ''}`,
  );
  if (!Array.isArray(answers)) throw new Error('the database did not begin');
  if (isFenced && !isStanding(fence, answers[3]?.rows ?? []))
    throw new FencedError('A partition of this batch has another owner');
  return { closedUntil: Number(answers[2]?.rows[0]?.closed_until ?? 0) };
}
