// Another version of Tocsin in a folder of its own, out of git's history, with the packages of this one.
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
const workspaces = ['contract', 'server', 'web', 'simulator', 'e2e', 'bench'];

/** `migration`: `{ name, sql }` of a file that it has beyond its commit. */
export function prepareVersion(commit, migration = null) {
  const root = mkdtempSync(join(tmpdir(), 'tocsin-version-'));
  execFileSync('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', commit, root]);
  linkPackages(root);
  // Where the page's sources are the same it is not built again.
  if (existsSync(join(here, 'web/dist'))) cpSync(join(here, 'web/dist'), join(root, 'web/dist'), { recursive: true });
  const folder = join(root, 'server/migrations');
  if (migration) writeFileSync(join(folder, `${migration.name}.sql`), migration.sql);
  const migrations = readdirSync(folder).map((file) => file.replace(/\.sql$/, ''));
  return {
    root,
    commit: execFileSync('git', ['log', '-1', '--format=%h %s', commit], { encoding: 'utf8' }).trim(),
    migrations,
    /** Whether it starts on a newer database that says that it works with it. */
    comesBack: readFileSync(join(root, 'server/src/platform/migrate.ts'), 'utf8').includes('works_with'),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Packages of others are this version's; our own are the folder's. */
function linkPackages(root) {
  mkdirSync(join(root, 'node_modules/@tocsin'), { recursive: true });
  for (const name of readdirSync(join(here, 'node_modules'))) {
    if (name !== '@tocsin') symlinkSync(join(here, 'node_modules', name), join(root, 'node_modules', name));
  }
  for (const name of workspaces) {
    symlinkSync(join(root, name), join(root, 'node_modules/@tocsin', name));
    const own = join(here, name, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(root, name, 'node_modules'));
  }
}
