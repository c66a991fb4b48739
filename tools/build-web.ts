// Builds web/dist when its sources, the contract or the lock file changed since the last build, and logs it, since it
// takes seconds.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const inputs = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/still.ts',
  'web/chunk-cycles.ts',
  'web/package.json',
  'contract/src',
  'machines/src',
  'docs/users',
  'package-lock.json',
];

function* files(path: string): Generator<string> {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  const entries = readdirSync(path, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) yield* files(inner);
    else if (!/\.test\.tsx?$/.test(entry.name)) yield inner;
  }
}

/** Hash of everything that the page is built from; also the build's id. */
function sourceHash(root: string): string {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const file of files(join(root, input))) {
      // Relative, because the root may end with a slash.
      hash.update(relative(root, file));
      hash.update(readFileSync(file));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/** Smaller files fit into a packet or two as they are. */
const minCompressedBytes = 1_400;
const inBrotli = promisify(brotliCompress);
const inGzip = promisify(gzip);
// The highest quality, 11, saves 7 % more bytes and takes 16 times as long.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Writes a `.br` and a `.gz` beside every text of the page, so that the server compresses none at a request. */
export async function compressTexts(folder: string): Promise<void> {
  const texts = [...files(folder)].filter(
    (file) => /\.(js|css|html|svg|json|txt)$/.test(file) && statSync(file).size >= minCompressedBytes,
  );
  await Promise.all(
    texts.map(async (file) => {
      const bytes = await readFile(file);
      await Promise.all([
        inBrotli(bytes, brotliOptions).then((compressed) => writeFile(`${file}.br`, compressed)),
        inGzip(bytes, { level: 9 }).then((compressed) => writeFile(`${file}.gz`, compressed)),
      ]);
    }),
  );
}

/** Resolves when web/dist is up to date; rejects with the build's own output when it fails. */
export async function buildWeb(root: string, say: (text: string) => void = console.log): Promise<string> {
  const stamp = join(root, 'web/dist/.built-from');
  const hash = sourceHash(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return hash;
  say('Building the page (once, about 20 seconds) ...');
  await new Promise<void>((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
      {
        cwd: join(root, 'web'),
        stdio: 'inherit',
        env: { ...process.env, TOCSIN_BUILD: hash },
      },
    );
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`vite build ended with ${code}`))));
  });
  mkdirSync(join(root, 'web/dist'), { recursive: true });
  await compressTexts(join(root, 'web/dist'));
  writeFileSync(stamp, hash);
  return hash;
}
