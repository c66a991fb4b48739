import type { Pool } from 'pg';

let deaths = 0;

/**
 * The next transaction that inserts into `table` loses its connection at its commit, as by the death of its process; all
 * later ones commit. A sequence remembers it, because it is not rolled back.
 */
export async function dieAtCommit(pool: Pool, table: string): Promise<void> {
  const name = `die_at_commit_${++deaths}`;
  await pool.query(`create sequence ${name};
    create function ${name}() returns trigger language plpgsql as $$ begin
      if nextval('${name}') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
      return null;
    end $$;
    create constraint trigger ${name} after insert on ${table} deferrable initially deferred
      for each row execute function ${name}()`);
}
