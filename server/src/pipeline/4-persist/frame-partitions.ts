import type pg from 'pg';
import { dayMs, makePartition, partitionsOf } from '../../platform/partitions.ts';

/** Partitions of `frame`, by the start of their day. */
export async function frameDays(client: pg.ClientBase): Promise<Set<number>> {
  const names = await partitionsOf(client, 'frame');
  return new Set(
    names.map((name) =>
      Date.UTC(Number(name.slice(6, 10)), Number(name.slice(10, 12)) - 1, Number(name.slice(12, 14))),
    ),
  );
}

/** Creates the day's partition. It is attached instead of created in place, which would block writers. */
export async function makeFrameDay(client: pg.ClientBase, day: number): Promise<void> {
  await makePartition(client, 'frame', frameDayName(day), day, day + dayMs, [
    // A row of 1,000 doubles must be stored out of line; compressing doubles gains nothing.
    'alter table % set (toast_tuple_target = 8160, autovacuum_vacuum_insert_threshold = 1000000)',
  ]);
}

/** Name of the table for a day of frames; `day` is its first millisecond in UTC. */
export const frameDayName = (day: number): string =>
  `frame_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`;
