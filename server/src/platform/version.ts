import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The repository's root. */
const root = join(import.meta.dirname, '..', '..', '..');

/** The version of this installation, as in package.json. */
export const { version }: { readonly version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
