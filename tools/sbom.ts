#!/usr/bin/env node
// `npm run sbom [FILE]`: the software bill of materials (CycloneDX) of what is shipped, and a check of its licences.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Licences under which we ship. Anything else needs a decision of a person. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);
/** Packages whose licence field is not an SPDX name, with what their licence file says. */
const read: Readonly<Record<string, string>> = {
  'dejavu-fonts-ttf': 'Bitstream Vera licence: free to use, embed and ship',
};

interface Component {
  readonly name: string;
  readonly version?: string;
  /** Address of the package, such as `pkg:npm/%40tocsin/server@2.0.0`. */
  readonly purl?: string;
  readonly licenses?: readonly {
    readonly license?: { readonly id?: string; readonly name?: string };
    readonly expression?: string;
  }[];
}

/** Whether an SPDX expression of names, AND, OR and parentheses allows one of our licences. */
export const isAllowed = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, ' ')
    .split(/ OR /)
    .some((one) => one.split(/ AND /).every((name) => allowed.has(name.trim())));

/** The packages that may not be shipped, one line each: their licence is not allowed, or there is none. */
export function licenceProblems(components: readonly Component[]): string[] {
  return components.flatMap(({ name, version = '', licenses = [], purl = '' }) => {
    const texts = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '');
    const isOurs = purl.startsWith('pkg:npm/%40tocsin/');
    if (isOurs || name in read || (texts.length > 0 && texts.every(isAllowed))) return [];
    return [`${name} ${version}: ${texts.join(', ') || 'no licence'}`];
  });
}

function main(): void {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'];
  const { stdout, status, stderr } = spawnSync(npm, args, { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 });
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  const { components }: { readonly components: readonly Component[] } = JSON.parse(stdout);
  const file = process.argv[2];
  if (file !== undefined) writeFileSync(file, stdout);
  const problems = licenceProblems(components);
  if (problems.length > 0) console.error(`Licences that are not on the list:\n${problems.join('\n')}`);
  else console.log(`${components.length} packages, all under allowed licences`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
