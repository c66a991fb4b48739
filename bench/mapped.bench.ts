import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Bench, Row } from './bench.ts';

const program = fileURLToPath(new URL('../tools/bench-mapped.ts', import.meta.url));

/** What a mapped message costs the pipeline's thread, against the same values in the native form. */
export const bench: Bench = {
  name: 'mapped',
  async run() {
    const { stdout } = await promisify(execFile)(process.execPath, [program]);
    return JSON.parse(stdout) as Row[];
  },
};
