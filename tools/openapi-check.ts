// Validates the API's description with Spectral, Redocly and openapi-typescript, whose client is compiled, and runs the
// examples of docs/examples against a server: each twice, and only one device may come of it. `node
// tools/openapi-check.ts [FILE]`; without a file the description is generated from the server's routes.
import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Api } from '@tocsin/e2e/api';
import { makePlant } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';

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
const examples = join(root, 'docs', 'examples');
for (const file of readdirSync(examples)) copyFileSync(join(examples, file), join(work, file));
if (!existsSync(join(work, 'node_modules', 'openapi-fetch')))
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
  '--target',
  'es2022',
  'client.ts',
  'set-up.ts',
]);

const server = await TocsinServer.start();
try {
  const api = await Api.signIn(server.url, admin.email, admin.password);
  const plant = await makePlant(api, []);
  const account = { client: plant.clientId, name: 'Examples', scopes: ['plant', 'read'], password: admin.password };
  const { id } = await api.post<{ id: number }>('service-accounts/', account);
  const key = { days: 1, password: admin.password };
  const { token } = await api.post<{ token: string }>(`service-accounts/${id}/keys/`, key);
  const env = { ...process.env, TOCSIN_URL: server.url, TOCSIN_KEY: token, TOCSIN_CLIENT: String(plant.clientId) };
  const programs = [
    ['sh', 'set-up.sh'],
    ['python3', 'set-up.py'],
    [process.execPath, 'set-up.ts'],
  ] as const;
  for (const [program, file] of programs) {
    if (spawnSync(program, ['-c', 'exit']).error) {
      console.info(`openapi-check: ${file} NOT CHECKED, ${program} is missing`);
      continue;
    }
    const printed = [0, 1].map(() => spawnSync(program, [file], { cwd: work, env, encoding: 'utf8' }));
    const [first, second] = printed.map(({ stdout, stderr }) => stdout + stderr);
    console.info(`openapi-check: ${file} twice: ${first?.trim()}`);
    if (!/^device \w+\s*$/.test(first ?? '') || first !== second) throw new Error(`${file}: ${first} ${second}`);
  }
} finally {
  await server.remove();
}
console.info('openapi-check: spectral, redocly and the generated client accept the description');
