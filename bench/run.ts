import { readdirSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Bench, Row } from './bench.ts';

/** `npm run bench [-- name ...]` prints one table and exits with code 1 when a required ratio does not hold. */
const wanted = process.argv.slice(2);
const files = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .filter((file) => wanted.length === 0 || wanted.includes(file.slice(0, -'.bench.ts'.length)));
const rows: (Row & { readonly bench: string })[] = [];
let broken = 0;

/** Load average of the last minute, which includes other work of the machine. */
function loadNow(): string {
  return (loadavg()[0] ?? 0).toFixed(2);
}

console.info(
  `${cpus().length} x ${cpus()[0]?.model}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.version}`,
);
for (const file of files) {
  const { bench } = (await import(join(import.meta.dirname, file))) as { bench: Bench };
  const from = Date.now();
  const before = loadNow();
  try {
    for (const row of await bench.run()) rows.push({ bench: bench.name, ...row });
  } catch (error) {
    broken += 1;
    rows.push({ bench: bench.name, what: 'did not run', value: String(error).slice(0, 200), aim: '', passed: false });
    console.error(error);
  }
  const seconds = ((Date.now() - from) / 1000).toFixed(0);
  console.info(`${bench.name}: measured in ${seconds} s, load average ${before} before and ${loadNow()} after`);
}

const columns = rows.map((r) => [r.bench, r.what, r.value, r.aim, verdict(r)]);
function verdict({ passed, met }: Row): string {
  if (passed !== undefined) return passed ? 'ok' : 'NOT KEPT';
  return met === undefined ? '' : met ? 'reached' : 'not reached';
}
const head = ['bench', 'what', 'measured', 'aim', ''];
const widths = head.map((title, i) => Math.max(title.length, ...columns.map((row) => row[i]?.length ?? 0)));
const print = (row: readonly string[]) => console.info(row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  '));
console.info('');
print(head);
for (const row of columns) print(row);
process.exit(broken > 0 || rows.some((row) => row.passed === false) ? 1 : 0);
