// Chromium's headless shell for the journeys: the same engine without a window, at two thirds of the processor time. It
// is packed in @sparticuz/chromium, so every machine has it.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runs } from '@tocsin/e2e/find-chromium';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Unpacks it (about two seconds, 200 MB) into the folder for temporary files, as the package does. */
async function unpackInto(folder: string): Promise<void> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    const packed = (await import('@sparticuz/chromium')).default;
    await packed.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** The version that a package.json gives. */
function versionIn(file: string): string {
  const { version }: { readonly version: string } = JSON.parse(readFileSync(file, 'utf8'));
  return version;
}

/** Path of a headless shell that starts, or undefined: the system's, else the packed one, unpacked once into .cache. */
export async function findHeadlessShell(): Promise<string | undefined> {
  const ofSystem = '/usr/bin/chromium-headless-shell';
  if (runs(ofSystem)) return ofSystem;
  const about = join(root, 'node_modules/@sparticuz/chromium/package.json');
  if (!existsSync(about)) return undefined;
  const folder = join(root, '.cache', `headless-shell-${versionIn(about)}`);
  const program = join(folder, 'chromium');
  if (!existsSync(program)) {
    mkdirSync(join(root, '.cache'), { recursive: true });
    // Unpacked beside its final path first, so that an interruption leaves no incomplete one.
    const begun = mkdtempSync(join(root, '.cache', 'headless-shell-begun-'));
    try {
      await unpackInto(begun);
      renameSync(begun, folder);
    } catch {
      rmSync(begun, { recursive: true, force: true });
    }
  }
  return runs(program) ? program : undefined;
}
