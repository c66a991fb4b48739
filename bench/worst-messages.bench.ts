import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Bench, Row } from './bench.ts';

const program = fileURLToPath(new URL('../tools/bench-messages.ts', import.meta.url));

/** The worst cost of 1 kB and of the largest message for each decoder. */
export const bench: Bench = {
  name: 'worst-messages',
  async run() {
    const { stdout } = await promisify(execFile)(process.execPath, [program]);
    return JSON.parse(stdout) as Row[];
  },
};
