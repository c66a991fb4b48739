// A PostgreSQL of the proof's own on a small memory disk, so that it can be killed and its disk filled.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@tocsin/e2e/ports';
import pg from 'pg';
import { pause } from './_pause.ts';
import type { ProofDatabase } from './_together.ts';

const diskMb = 700;

export interface OwnPostgres extends ProofDatabase {
  kill(): void;
  /** Fills its disk to the last block, while PostgreSQL goes on writing. */
  fill(): void;
  empty(): void;
}

export async function ownPostgres(): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-postgres-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', folder]);
  execFileSync('chown', ['postgres:postgres', folder]);
  const versions = '/usr/lib/postgresql';
  const bin = join(versions, readdirSync(versions).sort().at(-1) ?? '', 'bin');
  // PostgreSQL refuses to run as root.
  const as = ['--reuid=postgres', '--regid=postgres', '--init-groups', '--'];
  const data = join(folder, 'pg');
  execFileSync(
    'setpriv',
    [...as, join(bin, 'initdb'), '-D', data, '-U', 'tocsin', '-A', 'trust', '-E', 'UTF8', '--no-locale'],
    {
      stdio: 'ignore',
    },
  );
  const port = await freePort();
  const settings = ['max_connections=200', 'max_wal_size=128MB', 'min_wal_size=32MB', 'listen_addresses=127.0.0.1'];
  const words = [...as, join(bin, 'postgres'), '-D', data, '-p', String(port), '-k', folder];
  let child: ChildProcess | null = null;
  let stopping = false;
  // Restarts it whenever it ends, as an init system does.
  const begin = (): void => {
    child = spawn('setpriv', [...words, ...settings.flatMap((one) => ['-c', one])], { stdio: 'ignore' });
    child.once('exit', () => {
      if (!stopping) setTimeout(begin, 1_000);
    });
  };
  begin();
  const url = new URL(`postgres://tocsin@127.0.0.1:${port}/postgres`);
  for (let i = 0; ; i++) {
    const client = new pg.Client({ connectionString: url.href });
    try {
      await client.connect();
      await client.query('create database tocsin');
      await client.end();
      break;
    } catch (error) {
      if (i > 100) throw error;
      await pause(100);
    }
  }
  url.pathname = '/tocsin';
  const filler = join(folder, 'filler');
  return {
    port,
    url,
    kill: () => void child?.kill('SIGKILL'),
    fill: () => void execFileSync('sh', ['-c', 'dd if=/dev/zero of="$0" bs=64k 2>/dev/null || true', filler]),
    empty: () => rmSync(filler, { force: true }),
    async stop() {
      stopping = true;
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child?.kill('SIGINT');
      await Promise.race([ended, pause(10_000)]);
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
