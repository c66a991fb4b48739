// A Citus cluster of the proof's own: coordinator and two workers of the PostgreSQL that Citus is installed beside, each
// restarted when it ends, as an init system does.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '@tocsin/e2e/ports';
import pg from 'pg';
import { citusBinaries } from '../../../server/src/platform/testing/scratch-postgres.ts';
import { pause } from './_pause.ts';

interface CitusNode {
  readonly port: number;
  kill(): void;
}
export interface CitusCluster {
  readonly url: string;
  readonly coordinator: CitusNode;
  readonly workers: readonly [CitusNode, CitusNode];
  readonly version: string;
  open(): Promise<pg.Client>;
  stop(): Promise<void>;
}

// PostgreSQL refuses to run as root.
const asPostgres = ['--reuid=postgres', '--regid=postgres', '--init-groups', '--'];
const settings = [
  'shared_preload_libraries=citus',
  'wal_level=logical',
  'max_connections=200',
  'shared_buffers=64MB',
  'listen_addresses=127.0.0.1',
  'citus.shard_count=8',
  'citus.recover_2pc_interval=5s',
];

interface OwnNode extends CitusNode {
  stop(): Promise<void>;
}

/** null: Citus is not installed. */
export async function startCitus(): Promise<CitusCluster | null> {
  const binaries = citusBinaries();
  if (!binaries || !existsSync(binaries.initdb)) return null;
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-citus-'));
  execFileSync('chown', ['postgres:postgres', folder]);
  const nodes: OwnNode[] = [];
  const stop = async () => {
    for (const node of nodes) await node.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const name of ['coordinator', 'worker-1', 'worker-2'])
      nodes.push(await startNode(folder, name, dirname(binaries.initdb)));
    return await joinNodes(nodes, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function joinNodes(nodes: readonly OwnNode[], stop: () => Promise<void>): Promise<CitusCluster> {
  const [coordinator, first, second] = nodes;
  if (!coordinator || !first || !second) throw new Error('a node is missing');
  const urlOf = (node: CitusNode, database: string) => `postgres://tocsin@127.0.0.1:${node.port}/${database}`;
  const open = async (node: CitusNode, database = 'tocsin') => {
    const client = new pg.Client({ connectionString: urlOf(node, database) });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  for (const node of nodes) {
    let client: pg.Client | null = null;
    while (!client) client = await open(node, 'postgres').catch(() => pause(200).then(() => null));
    await client.query('create database tocsin');
    await client.end();
    const own = await open(node);
    await own.query('create extension citus');
    await own.end();
  }
  const client = await open(coordinator);
  await client.query(`select citus_set_coordinator_host('127.0.0.1', $1)`, [coordinator.port]);
  for (const { port } of [first, second]) await client.query(`select citus_add_node('127.0.0.1', $1)`, [port]);
  const { rows } = await client.query('select citus_version() as citus, version() as postgres');
  await client.end();
  return {
    url: urlOf(coordinator, 'tocsin'),
    coordinator,
    workers: [first, second],
    version: `${String(rows[0].citus).split(' on ')[0]}, ${String(rows[0].postgres).split(' on ')[0]}`,
    open: () => open(coordinator),
    stop,
  };
}

async function startNode(folder: string, name: string, bin: string): Promise<OwnNode> {
  const data = join(folder, name);
  const initdb = [join(bin, 'initdb'), '-D', data, '-U', 'tocsin', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  execFileSync('setpriv', [...asPostgres, ...initdb], { stdio: 'ignore' });
  const port = await freePort();
  appendFileSync(
    join(data, 'postgresql.conf'),
    [...settings, `port=${port}`].map((one) => `${one.replace('=', " = '")}'\n`).join(''),
  );
  let child: ChildProcess | null = null;
  let stopping = false;
  const begin = (): void => {
    // A postmaster that was killed leaves its children for a moment.
    child = spawn('setpriv', [...asPostgres, join(bin, 'postgres'), '-D', data, '-k', folder], {
      stdio: 'ignore',
      // libpq looks for certificates there.
      env: { ...process.env, HOME: folder },
    });
    child.once('exit', () => {
      if (!stopping) setTimeout(begin, 2_000);
    });
  };
  begin();
  return {
    port,
    kill: () => void child?.kill('SIGKILL'),
    async stop() {
      stopping = true;
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child?.kill('SIGINT');
      await Promise.race([ended, pause(10_000)]);
    },
  };
}
