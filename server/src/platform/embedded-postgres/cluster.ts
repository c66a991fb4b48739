import { spawn } from 'node:child_process';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { RunAs } from './run-as.ts';
import { EmbeddedStartError } from './start-error.ts';

/** The data folder is of another major version than the binaries. */
export class ClusterVersionError extends EmbeddedStartError {
  readonly foundVersion: number;
  readonly ours: number;
  constructor(folder: string, foundVersion: number, ours: number) {
    super(
      foundVersion > ours
        ? `The data folder ${folder} was made by PostgreSQL ${foundVersion}, this Tocsin brings ${ours}: use the newer Tocsin`
        : `The data folder ${folder} was made by PostgreSQL ${foundVersion}, this Tocsin brings ${ours}`,
    );
    this.foundVersion = foundVersion;
    this.ours = ours;
  }
}

/** Creates the cluster if it is missing, otherwise checks its version. `folder` belongs to the user of `runAs`. */
export async function ensureCluster(
  folder: string,
  binaries: Binaries,
  runAs: RunAs,
  env: NodeJS.ProcessEnv,
  password: string | null,
): Promise<void> {
  const cluster = join(folder, 'pg');
  const versionFile = join(cluster, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const major = Number.parseInt(readFileSync(versionFile, 'utf8'), 10);
    if (major !== binaries.major) throw new ClusterVersionError(cluster, major, binaries.major);
    return;
  }
  // initdb may be killed halfway: only the rename completes a cluster.
  const fresh = join(folder, 'pg.new');
  rmSync(fresh, { recursive: true, force: true });
  const passwordFile = join(folder, 'password.new');
  const login = password === null ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  if (password !== null) writeFileSync(passwordFile, password, { mode: 0o600 });
  await run(runAs, env, binaries.initdb, [
    `--pgdata=${fresh}`,
    '--username=tocsin',
    '--encoding=UTF8',
    // Older ones, which only tests use, have no locale of their own.
    ...(binaries.major < 17 ? [] : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']),
    binaries.major < 17 ? '--locale=C.UTF-8' : '--locale=C',
    '--no-instructions',
    ...login,
  ]);
  rmSync(passwordFile, { force: true });
  renameSync(fresh, cluster);
  syncFolder(folder);
}

/** Runs a PostgreSQL program to its end; its output becomes the error message. */
function run(runAs: RunAs, env: NodeJS.ProcessEnv, program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const command = runAs.command(program, args, true);
    // cwd: initdb opens the current folder, which another user may not be able to read.
    const child = spawn(command.file, command.args, {
      ...command.options,
      env,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let words = '';
    const listen = (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(-4_000);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new EmbeddedStartError(
            `PostgreSQL could not make its data folder: ${inOneLine(words) || `exit code ${code}`}`,
          ),
        );
    });
  });
}

const inOneLine = (words: string): string =>
  words
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' | ');

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(folder, 'r');
  fsyncSync(fd);
  closeSync(fd);
}
