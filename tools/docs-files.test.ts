import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** Files and folders that documents name must exist. */
const root = join(import.meta.dirname, '..');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/glossary.md',
  'docs/spec/README.md',
  ...['api', 'connect', 'operations', 'performance', 'security'].map((name) => `docs/${name}.md`),
  ...readdirSync(join(root, 'docs/decisions')).map((file) => `docs/decisions/${file}`),
  ...readdirSync(join(root, 'docs/architecture')).map((file) => `docs/architecture/${file}`),
];
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 16_000_000,
})
  .trim()
  .split('\n');

const named = /(?<![\w/.<-])(?:[\w.-]+\/)*[\w*-]+(?:\.[\w*-]+)*\.(?:ts|tsx|mjs|cjs|sql|css|md)\b(?!\/)/g;
const folders =
  /`((?:server|web|contract|e2e|bench|tools|simulator|pipeline|history|features|cluster|access|platform|app|api|live|domain|ui|docs)\/[\w/-]+)`/g;

const patternOf = (name: string): RegExp => new RegExp(`(^|/)${name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
/** Names that stand for any file of their kind. */
const examples = /^x\./;

test.each(documents)('every file that %s names exists', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const names = [...text.matchAll(named)]
    .map(([name]) => name.replace(/^(\.\.\/)+/, ''))
    .filter((name) => !examples.test(name));
  const missing = names.filter((name) => !files.some((file) => patternOf(name).test(file)));
  expect(missing).toEqual([]);
});

/** The file that a name means: one of the repository, or one beside or above what the section named last. */
function resolved(name: string, before: readonly string[]): string | undefined {
  if (files.includes(name)) return name;
  for (const path of before.toReversed())
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
      if (files.includes(`${folder}/${name}`)) return `${folder}/${name}`;
  return undefined;
}

test('a reader of docs/architecture.md finds every file from the names before it in its section', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8').replace(/```mermaid[\s\S]*?```/, '');
  const missing = text.split(/^## /m).flatMap((section) => {
    const before = ['docs/architecture.md'];
    return [...section.matchAll(named)].flatMap(([name]) => {
      const path = resolved(name, before);
      if (path !== undefined) before.push(path);
      return path === undefined ? [name] : [];
    });
  });
  expect(missing).toEqual([]);
});

test.each(documents)('every folder that %s names exists', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const names = [...text.matchAll(folders)].map(([, name = '']) => name.replace(/\/$/, ''));
  const missing = names.filter(
    (name) => !files.some((file) => `/${file}`.includes(`/${name}/`) || /\.\w+$/.test(name)),
  );
  expect(missing.filter((name) => !files.some((file) => file.startsWith(name)))).toEqual([]);
});
