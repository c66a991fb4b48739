import { type SpawnOptions, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { EmbeddedStartError } from './start-error.ts';

/** How to start a PostgreSQL program, since PostgreSQL refuses to run as root. */
export interface RunAs {
  /** Required owner of the data folder; null: the current user. */
  readonly owner: { readonly uid: number; readonly gid: number } | null;
  /** The command line and options to run `program` as that user; `endsWithUs`: SIGINT when our process dies. */
  command(program: string, args: readonly string[], endsWithUs: boolean): Command;
  /** Description for the log. */
  readonly words: string;
}
interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: Pick<SpawnOptions, 'uid' | 'gid'>;
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Chooses the user. Ordinary users run it themselves. Root runs it as the cluster's owner, the checkout's owner, or
 * nobody, whichever can reach both folders; when none can (a clone in root's own home), as the first of them with the
 * one capability that bypasses folder permissions.
 */
export function chooseRunAs(paths: { program: string; above: string; cluster: string; checkout: string }): RunAs {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return runAsOurselves();
  const candidates = [ownerOf(paths.cluster), ownerOf(paths.checkout), nobody()].filter((user) => user !== null);
  const cluster = ownerOf(paths.cluster);
  // A cluster belongs to one user permanently: PostgreSQL refuses a folder of another.
  const users = cluster ? [cluster] : candidates;
  const ways = [...(hasSetpriv() ? [withSetpriv] : []), withPlainIds, ...(hasSetpriv() ? [withSetprivAndPassage] : [])];
  for (const way of ways) {
    for (const user of users) {
      const runAs = way(user);
      if (reaches(runAs, paths.program, paths.above)) return runAs;
    }
  }
  throw new EmbeddedStartError(
    'PostgreSQL refuses to run as root and no other user can reach its folders: start Tocsin as an ordinary user, ' +
      'install setpriv (util-linux), or set DATABASE_URL',
  );
}

function runAsOurselves(): RunAs {
  const dies = process.platform === 'linux' && hasSetpriv();
  return {
    owner: null,
    words: 'this user',
    command: (program, args, endsWithUs) =>
      dies && endsWithUs
        ? { file: 'setpriv', args: ['--pdeathsig', 'INT', '--', program, ...args], options: {} }
        : { file: program, args, options: {} },
  };
}

function withSetpriv(user: User, extra: readonly string[] = []): RunAs {
  const ids = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', ...extra];
  return {
    owner: user,
    words: `user ${user.uid}`,
    command: (program, args, endsWithUs) => ({
      file: 'setpriv',
      args: [...ids, ...(endsWithUs ? ['--pdeathsig', 'INT'] : []), '--', program, ...args],
      options: {},
    }),
  };
}

function withSetprivAndPassage(user: User): RunAs {
  const passage = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup'];
  return { ...withSetpriv(user, passage), words: `user ${user.uid} with passage through closed folders` };
}

function withPlainIds(user: User): RunAs {
  return {
    owner: user,
    words: `user ${user.uid}`,
    command: (program, args) => ({ file: program, args, options: { uid: user.uid, gid: user.gid } }),
  };
}

function reaches(runAs: RunAs, program: string, above: string): boolean {
  const { file, args, options } = runAs.command(
    '/bin/sh',
    ['-c', '[ -x "$1" ] && [ -x "$2" ]', 'sh', program, above],
    false,
  );
  return spawnSync(file, args, { ...options, cwd: '/', stdio: 'ignore' }).status === 0;
}

let setpriv: boolean | undefined;
function hasSetpriv(): boolean {
  // Probed with the options that we use: busybox has a setpriv with few of them.
  setpriv ??= spawnSync('setpriv', ['--pdeathsig', 'INT', '--', 'true'], { stdio: 'ignore' }).status === 0;
  return setpriv;
}

function ownerOf(path: string): User | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : null;
}

function nobody(): User {
  const idOf = (flag: string) => {
    const answer = spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' });
    return answer.status === 0 ? Number(answer.stdout) : 65_534;
  };
  return { uid: idOf('-u'), gid: idOf('-g') };
}
