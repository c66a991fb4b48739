import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { embeddedMaxConnections } from '../connections.ts';
import { anyPort } from '../free-port.ts';
import type { Log } from '../log.ts';
import { type Binaries, binaryEnv, findBinaries, linkLibraries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { FolderLock } from './folder-lock.ts';
import { endProcessesIn, leftovers, politely, postmasterPid, processesIn } from './processes.ts';
import { chooseRunAs, type RunAs } from './run-as.ts';
import { makeSocketFolder, rememberSocketFolder, removeRememberedSocketFolder } from './socket-folder.ts';
import { EmbeddedStartError } from './start-error.ts';

/** Address of a database, as `pg` takes it. */
export interface Address {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password?: string;
}

export interface EmbeddedOptions {
  /** Contains everything of the database: `pg`, the links to its libraries, lock and log. */
  readonly folder: string;
  readonly log: Log;
  /** Further settings of PostgreSQL, as `name=value`. */
  readonly settings?: readonly string[];
  /** Programs of another version, to read its data. */
  readonly binaries?: Binaries;
  /** How long a second start waits for the first to end. */
  readonly lockWaitMs?: number;
}

const restartAfterMs = { least: 200, most: 5_000 };
const windows = process.platform === 'win32';

/** PostgreSQL as a child process: created at first start, stopped with the server, restarted when it dies. */
export class EmbeddedPostgres {
  readonly #folder: string;
  readonly #log: Log;
  readonly #settings: readonly string[];
  readonly #lock: FolderLock;
  readonly #lockWaitMs: number;
  readonly #binaries: Binaries;
  #launch: { runAs: RunAs; env: NodeJS.ProcessEnv; address: Address } | null = null;
  #child: ChildProcess | null = null;
  #stopping = false;
  #restarting: Promise<void> | null = null;
  readonly #onExit = () => this.#child?.kill('SIGINT');

  constructor(options: EmbeddedOptions) {
    this.#folder = resolve(options.folder);
    this.#log = options.log;
    this.#settings = options.settings ?? [];
    this.#binaries = options.binaries ?? findBinaries();
    this.#lock = new FolderLock(this.#folder);
    this.#lockWaitMs = options.lockWaitMs ?? 3_000;
  }

  /** Process id of the postmaster, for tests and the health page. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  async start(): Promise<Address> {
    this.#lock.take(this.#lockWaitMs);
    try {
      const address = await this.#prepare();
      await this.#run();
      await this.#ensureDatabase(address);
      process.on('exit', this.#onExit);
      return address;
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    process.off('exit', this.#onExit);
    await this.#restarting?.catch(() => {});
    const child = this.#child;
    if (child && child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((done) => child.once('exit', done));
      for (const [signal, waitMs] of [
        ['SIGINT', 30_000],
        ['SIGQUIT', 10_000],
        ['SIGKILL', 10_000],
      ] as const) {
        if (windows && signal === 'SIGINT') this.#pgCtlStop();
        else child.kill(signal);
        if (await Promise.race([ended.then(() => true), sleep(waitMs, false, { ref: false })])) break;
        this.#log.warn('The database is not stopping', { signal });
      }
    }
    this.#child = null;
    removeRememberedSocketFolder(join(this.#folder, 'socket'));
    this.#lock.free();
  }

  get #cluster(): string {
    return join(this.#folder, 'pg');
  }

  async #prepare(): Promise<Address> {
    if (Buffer.byteLength(this.#cluster) > 900)
      throw new EmbeddedStartError(`The data folder's path is too long: ${this.#folder}`);
    await this.#endOrphan();
    const paths = {
      program: this.#binaries.postgres,
      above: dirname(this.#folder),
      cluster: this.#cluster,
      checkout: import.meta.dirname,
    };
    const runAs = chooseRunAs(paths);
    if (runAs.owner) {
      chownSync(this.#folder, runAs.owner.uid, runAs.owner.gid);
      chmodSync(this.#folder, 0o700);
    } else refuseForeignCluster(this.#cluster);
    const env = binaryEnv(linkLibraries(this.#binaries, join(this.#folder, 'lib')));
    const password = windows ? this.#password() : null;
    await ensureCluster(this.#folder, this.#binaries, runAs, env, password);
    const names = { user: 'tocsin', database: 'tocsin' };
    const address =
      password === null
        ? { host: this.#socketFolder(runAs), port: 5432, ...names }
        : { host: '127.0.0.1', port: await anyPort(), password, ...names };
    this.#launch = { runAs, env, address };
    return address;
  }

  /** Stops a database whose parent was killed. The lock is ours, so no process owns it; it is never adopted. */
  async #endOrphan(): Promise<void> {
    if (windows || process.platform === 'darwin') {
      if (postmasterPid(this.#cluster)) this.#pgCtlStop();
      return;
    }
    const ended = await endProcessesIn(this.#cluster, politely);
    if (ended > 0) this.#log.info('Stopped a database that an earlier process left running');
    // No process runs there any more, but PostgreSQL treats a zombie, or another process with the same id, as its own.
    rmSync(join(this.#cluster, 'postmaster.pid'), { force: true });
  }

  #socketFolder(runAs: RunAs): string {
    const note = join(this.#folder, 'socket');
    removeRememberedSocketFolder(note);
    const folder = makeSocketFolder(runAs.owner);
    rememberSocketFolder(note, folder);
    return folder;
  }

  /** Starts the process and resolves when it accepts connections. Crash recovery may take its time. */
  async #run(): Promise<void> {
    const { runAs, env, address } = this.#ready();
    const logFile = join(this.#folder, 'postgres.log');
    if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000) rmSync(logFile);
    const logFd = openSync(logFile, 'a', 0o600);
    const from = statSync(logFile).size;
    const command = runAs.command(this.#binaries.postgres, this.#arguments(address), true);
    // detached: Ctrl+C must reach this process only, which stops the database after the pipeline has finished.
    const child = spawn(command.file, command.args, {
      ...command.options,
      env,
      cwd: '/',
      detached: !windows,
      stdio: ['ignore', logFd, logFd],
    });
    closeSync(logFd);
    this.#child = child;
    let failed: Error | null = null;
    child.once('error', (error) => {
      failed = error;
    });
    while (child.exitCode === null && child.signalCode === null && !failed) {
      const known = postmasterPid(this.#cluster);
      if (known?.ready && (known.pid === child.pid || windows)) {
        child.once('exit', (code, signal) => this.#died(code, signal));
        return;
      }
      await sleep(20);
    }
    this.#child = null;
    const words = readFileSync(logFile, 'utf8').slice(from).trim().split('\n').slice(-5).join(' | ');
    throw failed ?? new EmbeddedStartError(`PostgreSQL did not start: ${words}`);
  }

  #arguments(address: Address): string[] {
    const injectFault = windows
      ? ['listen_addresses=127.0.0.1', `port=${address.port}`]
      : ['listen_addresses=', `unix_socket_directories=${quoteList(address.host)}`, 'unix_socket_permissions=0700'];
    const settings = [...injectFault, ...settingsOfOurs, ...this.#settings];
    return ['-D', this.#cluster, ...settings.flatMap((setting) => ['-c', setting])];
  }

  #died(code: number | null, signal: NodeJS.Signals | null): void {
    this.#child = null;
    if (this.#stopping) return;
    this.#log.error('The database died; restarting it', { code, signal });
    this.#restarting = this.#restart().finally(() => {
      this.#restarting = null;
    });
  }

  async #restart(): Promise<void> {
    for (let waitMs = restartAfterMs.least; !this.#stopping; waitMs = Math.min(waitMs * 2, restartAfterMs.most)) {
      try {
        // Its child processes must end before a new one writes to the same files.
        if (processesIn(this.#cluster).length > 0) await endProcessesIn(this.#cluster, leftovers);
        rmSync(join(this.#cluster, 'postmaster.pid'), { force: true });
        await this.#run();
        this.#log.info('The database is running again');
        return;
      } catch (error) {
        this.#log.error('Could not restart the database', { error, nextTryInMs: waitMs });
        await sleep(waitMs);
      }
    }
  }

  async #ensureDatabase(address: Address): Promise<void> {
    const client = new pg.Client({ ...address, database: 'postgres', ssl: false });
    await client.connect();
    try {
      const { rowCount } = await client.query('select from pg_database where datname = $1', [address.database]);
      if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(address.database)}`);
    } finally {
      await client.end();
    }
  }

  #ready() {
    if (!this.#launch) throw new Error('start() first');
    return this.#launch;
  }

  #password(): string {
    const file = join(this.#folder, 'password');
    if (!existsSync(file)) {
      mkdirSync(this.#folder, { recursive: true });
      writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
    }
    return readFileSync(file, 'utf8').trim();
  }

  #pgCtlStop(): void {
    spawn(this.#binaries.pgCtl, ['stop', '-D', this.#cluster, '-m', 'fast'], { stdio: 'ignore' }).on('error', () => {});
  }
}

/** Lowers idle memory and log volume; durability settings keep PostgreSQL's defaults. */
const settingsOfOurs = [
  `max_connections=${embeddedMaxConnections}`,
  'shared_buffers=128MB',
  'max_wal_size=2GB',
  'jit=off',
  'max_parallel_workers_per_gather=0',
  'timezone=UTC',
  'log_timezone=UTC',
  'logging_collector=off',
  'log_min_messages=log',
  'log_checkpoints=off',
];

/** unix_socket_directories is a list: a comma or a space in the name must be quoted. */
function quoteList(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`;
}

function refuseForeignCluster(cluster: string): void {
  const owner = statSync(cluster, { throwIfNoEntry: false })?.uid;
  if (owner !== undefined && process.getuid && owner !== process.getuid())
    throw new EmbeddedStartError(
      `The data folder ${cluster} belongs to user ${owner}: start Tocsin as that user or as root`,
    );
}
