import type pg from 'pg';

/** What `/metrics` asks the database for; one statement, all of it by index or of small tables. */
export interface StoredFigures {
  readonly database_bytes: number;
  readonly mails_queued: number;
  readonly mail_oldest_seconds: number;
  readonly mails_failed_day: number;
  readonly hours_owed: number;
  readonly history_lag_seconds: number;
  readonly late_frames: number;
  readonly jobs_failed: number;
  readonly jobs_late_seconds: number;
  readonly backups_made: number;
  /** Of the newest; of the installation while none was made. */
  readonly backup_age_seconds: number;
}

export async function readFigures(pool: pg.Pool, now: number): Promise<StoredFigures> {
  const { rows } = await pool.query<StoredFigures>(
    `select pg_database_size(current_database())::float8 as database_bytes,
       (select count(*) from mail where state = 'queued')::float8 as mails_queued,
       (select coalesce(extract(epoch from to_timestamp($1 / 1000.0) - min(created_at)), 0) from mail
        where state = 'queued')::float8 as mail_oldest_seconds,
       (select count(*) from mail where state = 'failed'
          and created_at > to_timestamp($1 / 1000.0) - interval '1 day')::float8 as mails_failed_day,
       owed.hours::float8 as hours_owed,
       greatest(0, ($1 - owed.oldest) / 1000.0)::float8 as history_lag_seconds,
       (select greatest(0, reltuples) from pg_class where oid = 'frame_late'::regclass)::float8 as late_frames,
       (select count(*) from graphile_worker.jobs where attempts >= max_attempts)::float8 as jobs_failed,
       (select coalesce(extract(epoch from to_timestamp($1 / 1000.0) - min(run_at)), 0) from graphile_worker.jobs
        where attempts < max_attempts and locked_at is null and run_at < to_timestamp($1 / 1000.0))::float8
         as jobs_late_seconds,
       (select count(*) from backup_made)::float8 as backups_made,
       greatest(0, extract(epoch from to_timestamp($1 / 1000.0) - coalesce((select max(made_at) from backup_made),
         (select min(applied_at) from migration))))::float8 as backup_age_seconds
     from (select count(*) as hours, coalesce(min(t0) + 3600000, $1) as oldest from owed_hour, history_gate
           where t0 + 3600000 <= closed_until) as owed`,
    [now],
  );
  const [figures] = rows;
  if (!figures) throw new Error('the database gave no figures');
  return figures;
}

/** Whether the database answers at all. */
export const answers = (pool: pg.Pool): Promise<boolean> =>
  pool.query('select 1').then(
    () => true,
    () => false,
  );
