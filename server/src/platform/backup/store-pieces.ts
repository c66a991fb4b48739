import { join } from 'node:path';
import type pg from 'pg';
import { Refusal } from '../errors.ts';
import { dayMs } from '../partitions.ts';

type Client = Pick<pg.ClientBase, 'query'>;

/** A UTC day of some devices, or a part of it: half-open in time, both devices included. */
export interface PieceSpan {
  readonly from: number;
  readonly to: number;
  readonly deviceFrom: number;
  readonly deviceTo: number;
}
/** A piece of history as a file in the folder of a backup. */
export interface Piece extends PieceSpan {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
}
/** A piece that is still to come back; `file`: its path. */
export type WaitingPiece = Omit<Piece, 'name'> & { readonly file: string };

/** Where the pieces of a backup are, beside its file. */
export const piecesFolder = (file: string): string => `${file}.history`;

/** Hours before this one are in pieces: a backup's own file has the last six that were closed. */
export async function piecesBefore(client: Client): Promise<number> {
  const { rows } = await client.query<{ before: number }>(
    'select closed_until - closed_until % 3600000 - 21600000 as before from history_closed',
  );
  return rows[0]?.before ?? 0;
}

/** How many bytes of history each device has for each day of a range, the latest day first. */
export async function sizesOfDays(client: Client, from: number, to: number) {
  const { rows } = await client.query<{ day: number; device: number; bytes: number }>(
    `select t0 - t0 % ${dayMs} as day, device_id as device, sum(bytes)::bigint as bytes from (
       select t0, device_id, octet_length(keys) + octet_length(p) as bytes from chunk where t0 >= $1 and t0 < $2
       union all
       select t0, device_id, octet_length(p) from slots where t0 >= $1 and t0 < $2) as hours
     group by 1, 2 order by 1 desc, 2`,
    [from, to],
  );
  return rows;
}

/** The pieces of a backup are still to come back, from its folder. */
export async function addPieces(client: Client, pieces: readonly Piece[], folder: string): Promise<void> {
  await client.query(
    `insert into history_piece (t0_from, t0_to, device_from, device_to, file, sha256, bytes)
     select * from unnest($1::bigint[], $2::bigint[], $3::int[], $4::int[], $5::text[], $6::text[], $7::bigint[])`,
    [
      pieces.map(({ from }) => from),
      pieces.map(({ to }) => to),
      pieces.map(({ deviceFrom }) => deviceFrom),
      pieces.map(({ deviceTo }) => deviceTo),
      pieces.map(({ name }) => join(folder, name)),
      pieces.map(({ sha256 }) => sha256),
      pieces.map(({ bytes }) => bytes),
    ],
  );
}

/** Those of these pieces that are still to come back are in this folder now, and are tried again. Returns how many. */
export async function relocatePieces(client: Client, pieces: readonly Piece[], folder: string): Promise<number> {
  const { rowCount } = await client.query(
    `update history_piece h set file = n.file, problem = null, tried_at = null
     from unnest($1::text[], $2::text[]) as n (sha256, file) where h.sha256 = n.sha256`,
    [pieces.map(({ sha256 }) => sha256), pieces.map(({ name }) => join(folder, name))],
  );
  return rowCount ?? 0;
}

/** Gives up the pieces that could not be stored: their hours have no data. Returns their files. */
export async function abandonPieces(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ file: string }>(
    'delete from history_piece where problem is not null returning file',
  );
  return rows.map(({ file }) => file);
}

/** Whether some piece is still to come back. */
export async function arePiecesMissing(client: Client): Promise<boolean> {
  const { rowCount } = await client.query('select from history_piece limit 1');
  return (rowCount ?? 0) > 0;
}

/** Whether history of a device between two moments is still to come back. */
export async function isMissing(client: Client, deviceId: number, from: number, to: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from history_piece where t0_from > $2::bigint - ${dayMs} and t0_from < $3 and t0_to > $2
       and device_from <= $1 and device_to >= $1 limit 1`,
    [deviceId, from, to],
  );
  return (rowCount ?? 0) > 0;
}

/** Thrown where that history would be read. */
export const historyMissing = (): Refusal =>
  new Refusal(
    'unavailable',
    'This part of the history is still coming back from a backup. Please try again in a minute.',
    { retryAfterSeconds: 60 },
  );

/** The next piece to be tried, the latest first; those that failed after all others, and again after ten minutes. */
export async function nextPiece(client: Client): Promise<WaitingPiece | null> {
  const { rows } = await client.query<WaitingPiece>(
    `select t0_from as from, t0_to as to, device_from as "deviceFrom", device_to as "deviceTo", file, sha256, bytes
     from history_piece where tried_at is null or tried_at < now() - interval '10 minutes'
     order by problem is not null, t0_from desc, device_from limit 1 for update skip locked`,
  );
  return rows[0] ?? null;
}

/** Within the transaction that stores it: the piece is back. False: another process was faster. */
export async function settlePiece(client: Client, { from, deviceFrom }: PieceSpan): Promise<boolean> {
  const { rowCount } = await client.query('delete from history_piece where t0_from = $1 and device_from = $2', [
    from,
    deviceFrom,
  ]);
  return rowCount === 1;
}

export async function noteProblem(client: Client, { from, deviceFrom }: PieceSpan, problem: string): Promise<void> {
  await client.query(
    'update history_piece set problem = $3, tried_at = now() where t0_from = $1 and device_from = $2',
    [from, deviceFrom, problem],
  );
}

/** Devices of a piece whose history may be stored: there, and not about to be deleted for good. */
export async function devicesOfPiece(client: Client, { deviceFrom, deviceTo }: PieceSpan): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select id from device where id between $1 and $2
       and (removed_at is null or removed_at > now() - interval '29 days')`,
    [deviceFrom, deviceTo],
  );
  return rows.map(({ id }) => id);
}
