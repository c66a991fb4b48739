import type pg from 'pg';
import type { PieceSpan } from '../../platform/backup/store-pieces.ts';

/** Removes the history of other devices than these from what a piece has brought. */
export async function keepOnlyDevices(
  client: pg.ClientBase,
  { from, to, deviceFrom, deviceTo }: PieceSpan,
  devices: readonly number[],
): Promise<void> {
  const values = [from, to, deviceFrom, deviceTo, devices];
  await client.query(
    'delete from chunk where t0 >= $1 and t0 < $2 and device_id between $3 and $4 and device_id <> all ($5)',
    values,
  );
  await client.query(
    'delete from slots where t0 >= $1 and t0 < $2 and device_id between $3 and $4 and device_id <> all ($5)',
    values,
  );
}
