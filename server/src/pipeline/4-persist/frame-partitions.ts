import type pg from 'pg';
import { dayMs, makePartition, partitionsOf } from '../../platform/partitions.ts';

/** The tables of live frames, partitioned by UTC day. */
export const dailyTables = ['frame', 'frame_bundle'] as const;
type DailyTable = (typeof dailyTables)[number];

/** Partitions of a table, by the start of their day. */
export async function daysOf(client: pg.ClientBase, table: DailyTable): Promise<Set<number>> {
  const names = await partitionsOf(client, table);
  return new Set(
    names.map((name) => {
      const digits = name.slice(-8);
      return Date.UTC(Number(digits.slice(0, 4)), Number(digits.slice(4, 6)) - 1, Number(digits.slice(6)));
    }),
  );
}

/** The days on which live frames of both forms can be stored. */
export async function frameDays(client: pg.ClientBase): Promise<Set<number>> {
  const [frames, bundles] = [await daysOf(client, 'frame'), await daysOf(client, 'frame_bundle')];
  return new Set([...frames].filter((day) => bundles.has(day)));
}

/** Creates the day's partitions. They are attached instead of created in place, which would block writers. */
export async function makeFrameDay(client: pg.ClientBase, day: number): Promise<void> {
  for (const table of dailyTables)
    await makePartition(client, table, dayName(table, day), day, day + dayMs, [
      // A row of 1,000 doubles must be stored out of line; compressing doubles gains nothing.
      'alter table % set (toast_tuple_target = 8160, autovacuum_vacuum_insert_threshold = 1000000)',
    ]);
}

/** Name of a table's partition for a day; `day` is its first millisecond in UTC. */
export const dayName = (table: DailyTable, day: number): string =>
  `${table}_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`;
