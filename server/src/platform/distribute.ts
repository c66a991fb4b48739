import type pg from 'pg';
import { isAlone } from './backup/store-catalog.ts';
import { SettingError } from './config.ts';
import { inTransaction } from './db.ts';
import { clusterOf, distributedTables, distributeTable, isCitus, listDistributed } from './store-citus.ts';

/** The version with which this was tested. */
const citusMajor = 13;

/** Spreads the tables of history over Citus's workers. Says what it does; again, it changes nothing. */
export async function distribute(pool: pg.Pool, say: (line: string) => void): Promise<void> {
  await refuseUnready(pool);
  await inTransaction(pool, async (client) => {
    await client.query('set local statement_timeout = 0');
    const distributed = await listDistributed(client);
    const todo = distributedTables.filter((table) => !distributed.has(table));
    for (const table of todo) {
      say(`${table}: distributing by device_id.`);
      await distributeTable(client, table, distributedTables[0]);
    }
    if (todo.length === 0) say('Every table is distributed already.');
  });
}

async function refuseUnready(pool: pg.Pool): Promise<void> {
  if (!(await isCitus(pool)))
    throw new SettingError(
      'The database has no Citus: `create extension citus` on the coordinator and each worker first',
    );
  const { version, major, workers } = await clusterOf(pool);
  if (major !== citusMajor)
    throw new SettingError(`Citus ${version} was not tested with this version: use ${citusMajor}`);
  if (workers === 0)
    throw new SettingError('Citus knows no worker: `citus_set_coordinator_host` and `citus_add_node` first');
  if (!(await isAlone(pool, pool)))
    throw new SettingError('Tocsin works with this database: stop every process before its tables are distributed');
}
