import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { freePort } from '@tocsin/e2e/ports';
import { TocsinServer } from '@tocsin/e2e/server';
import pg from 'pg';

const machinePostgres = process.env.TEST_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/postgres';

/** Processes that share one database of the machine's PostgreSQL over a NATS of the bench's own. */
export interface ProcessGroup {
  readonly servers: readonly TocsinServer[];
  readonly query: (text: string) => Promise<unknown[]>;
  /** Processor time used so far, in seconds. */
  databaseCpu(): number;
  natsCpu(): number;
  remove(): Promise<void>;
}

/** With `count` 1 the process runs alone, without NATS. */
export async function startProcessGroup(
  count: number,
  env: Readonly<Record<string, string>> = {},
): Promise<ProcessGroup> {
  const name = `tocsin_bench_${process.pid}_${count}_${randomBytes(2).toString('hex')}`;
  const admin = new pg.Client({ connectionString: machinePostgres });
  await admin.connect();
  await admin.query(`create database ${name} encoding 'UTF8' template template0`);
  const url = new URL(machinePostgres);
  url.pathname = `/${name}`;
  const port = await freePort();
  const nats: ChildProcess | null =
    count === 1 ? null : spawn('/usr/sbin/nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  const shared = {
    LOG_LEVEL: 'warn',
    DATABASE_URL: url.href,
    TOCSIN_SECRET: randomBytes(24).toString('hex'),
    ...env,
    ...(nats ? { NATS_URL: `nats://127.0.0.1:${port}` } : {}),
  };
  const servers: TocsinServer[] = [];
  const client = new pg.Client({ connectionString: url.href });
  const remove = async (): Promise<void> => {
    for (const server of servers) await server.remove();
    await client.end();
    nats?.kill();
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  };
  try {
    // The first process creates the tables and the first person.
    for (let i = 0; i < count; i++) servers.push(await TocsinServer.start({ env: shared }));
    await client.connect();
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    servers,
    query: async (text) => (await client.query(text)).rows,
    databaseCpu: () => cpuOfProcesses((line) => line.startsWith('postgres:') && line.includes(name)),
    natsCpu: () => (nats?.pid ? cpuSeconds(nats.pid) : 0),
    remove,
  };
}

function cpuOfProcesses(is: (commandLine: string) => boolean): number {
  let seconds = 0;
  for (const pid of readdirSync('/proc').filter((file) => /^\d+$/.test(file))) {
    try {
      if (is(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))) seconds += cpuSeconds(Number(pid));
    } catch {
      // It has ended meanwhile.
    }
  }
  return seconds;
}

/** Linux counts in hundredths of a second. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
