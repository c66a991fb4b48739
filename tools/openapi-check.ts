// Validates the API's description with Spectral, Redocly and openapi-typescript, whose client is compiled. `node
// tools/openapi-check.ts [FILE]`; without a file the description is generated from the server's routes.
import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '..');
const tools = join(root, 'tools', 'openapi');
// These tools are not among the product's dependencies or in its lock file.
const work = join(root, '.cache', 'openapi');
mkdirSync(work, { recursive: true });
const document = resolve(process.argv[2] ?? join(work, 'openapi.json'));

const run = (title: string, command: string, args: readonly string[], options: SpawnSyncOptions = {}): void => {
  const { status } = spawnSync(command, args, { stdio: 'inherit', cwd: work, ...options });
  if (status === 0) return;
  console.error(`openapi-check: ${title} failed`);
  process.exit(1);
};
const tool = (name: string): string => join(work, 'node_modules', '.bin', name);

if (process.argv[2] === undefined)
  run(
    'the description',
    'npx',
    ['vitest', 'run', '--project', 'db', 'server/src/testing/role-walk/openapi.db.test.ts'],
    {
      cwd: root,
      env: { ...process.env, OPENAPI_FILE: document },
    },
  );
for (const file of ['package.json', 'package-lock.json', '.spectral.yaml', 'client.ts'])
  if (existsSync(join(tools, file))) copyFileSync(join(tools, file), join(work, file));
if (!existsSync(tool('redocly')))
  run('the installation of the tools', 'npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts']);

run('spectral', tool('spectral'), ['lint', document, '--ruleset', '.spectral.yaml', '--fail-severity', 'warn']);
run('redocly', tool('redocly'), ['lint', document, '--max-problems', '50']);
// Its exit code counts errors only.
const counted = spawnSync(tool('redocly'), ['lint', document, '--format', 'json'], { cwd: work, encoding: 'utf8' });
const { totals }: { readonly totals: { readonly errors: number; readonly warnings: number } } = JSON.parse(
  counted.stdout,
);
if (totals.errors + totals.warnings > 0) {
  console.error(`openapi-check: redocly found ${totals.errors} errors and ${totals.warnings} warnings`);
  process.exit(1);
}
run('openapi-typescript', tool('openapi-typescript'), [document, '--output', 'api.d.ts']);
run('the generated client', tool('tsc'), [
  '--noEmit',
  '--strict',
  '--skipLibCheck',
  'false',
  '--allowImportingTsExtensions',
  '--module',
  'nodenext',
  // Otherwise every type package of the product would be compiled too.
  '--types',
  'node',
  'client.ts',
]);
console.info('openapi-check: spectral, redocly and the generated client accept the description');
