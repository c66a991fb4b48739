// Another version of Tocsin from git's history in a folder of its own, with the packages of this one.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const here = process.cwd();
const workspaces = ['contract', 'machines', 'server', 'web', 'simulator', 'e2e', 'bench'];

export interface Version {
  readonly root: string;
  /** Short hash and title. */
  readonly commit: string;
  readonly migrations: readonly string[];
  /** Whether it starts on a newer database that declares itself compatible. */
  readonly comesBack: boolean;
  remove(): void;
}
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** Unpacks a commit into a folder of its own; `migration` is of a file that it has beyond its commit. */
export function prepareVersion(commit: string, migration: Migration | null = null): Version {
  const root = mkdtempSync(join(tmpdir(), 'tocsin-version-'));
  execFileSync('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', commit, root]);
  linkPackages(root);
  // Where the page's sources are the same, the existing build is used.
  if (existsSync(join(here, 'web/dist'))) cpSync(join(here, 'web/dist'), join(root, 'web/dist'), { recursive: true });
  const folder = join(root, 'server/migrations');
  if (migration) writeFileSync(join(folder, `${migration.name}.sql`), migration.sql);
  const migrations = readdirSync(folder).map((file) => file.replace(/\.sql$/, ''));
  return {
    root,
    commit: execFileSync('git', ['log', '-1', '--format=%h %s', commit], { encoding: 'utf8' }).trim(),
    migrations,
    comesBack: readFileSync(join(root, 'server/src/platform/migrate.ts'), 'utf8').includes('works_with'),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Third-party packages are this version's; workspaces are the folder's. */
function linkPackages(root: string): void {
  mkdirSync(join(root, 'node_modules/@tocsin'), { recursive: true });
  for (const name of readdirSync(join(here, 'node_modules'))) {
    if (name !== '@tocsin') symlinkSync(join(here, 'node_modules', name), join(root, 'node_modules', name));
  }
  // The machine drawings became a package of their own after 1.0.0.
  for (const name of workspaces.filter((one) => existsSync(join(root, one)))) {
    symlinkSync(join(root, name), join(root, 'node_modules/@tocsin', name));
    const own = join(here, name, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(root, name, 'node_modules'));
  }
}
