import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

const connections = 4;

export interface BareCopy {
  /** One post's frames, a row per value, committed. */
  write(rows: string): Promise<void>;
  bytes(): Promise<number>;
  stop(): Promise<void>;
}

/** COPY of narrow rows into a plain table of the same PostgreSQL, with its usual durability. */
export async function startCopy(dataDir: string): Promise<BareCopy> {
  const host = readFileSync(join(dataDir, 'postgres', 'socket'), 'utf8').trim();
  const pool = new pg.Pool({ host, port: 5432, user: 'tocsin', database: 'tocsin', max: connections });
  await pool.query('create table if not exists bare (d int, s int, ts bigint, v float8)');
  await pool.query('create index if not exists bare_at on bare (d, s, ts)');
  return {
    async write(rows) {
      const client = await pool.connect();
      try {
        await new Promise<void>((resolve, reject) => {
          const stream = client.query(copyFrom('copy bare from stdin'));
          stream.on('error', reject);
          stream.on('finish', () => resolve());
          stream.end(rows);
        });
      } finally {
        client.release();
      }
    },
    async bytes() {
      const { rows } = await pool.query<{ n: number }>(`select pg_total_relation_size('bare')::float8 as n`);
      return rows[0]?.n ?? 0;
    },
    async stop() {
      await pool.query('drop table bare');
      await pool.end();
    },
  };
}
