import type pg from 'pg';
import { makePartition, partitionsOf } from '../../platform/partitions.ts';

/** Returns the first moment of the month and of the next one. */
export function monthOf(t0: number): { from: number; to: number; name: string } {
  const date = new Date(t0);
  const from = Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  const to = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  return { from, to, name: new Date(from).toISOString().slice(0, 7).replace('-', '') };
}

/** The existing months with their ends (exclusive, unix milliseconds). */
export async function monthPartitions(
  client: pg.ClientBase,
  table: 'chunk' | 'slots',
): Promise<{ name: string; to: number }[]> {
  const names = await partitionsOf(client, table);
  return names.map((name) => {
    const digits = name.slice(-6);
    return { name, to: Date.UTC(Number(digits.slice(0, 4)), Number(digits.slice(4))) };
  });
}

/** An existing partition is left unchanged. */
export async function makeMonth(client: pg.ClientBase, table: 'chunk' | 'slots', t0: number): Promise<void> {
  const month = monthOf(t0);
  await makePartition(client, table, `${table}_${month.name}`, month.from, month.to, []);
}
