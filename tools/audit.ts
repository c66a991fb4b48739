#!/usr/bin/env node
// `npm run audit`: known vulnerabilities in production dependencies. High or critical ones fail; a registry that does not
// support the query (a package-only mirror, no network) is reported and does not fail.
import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** What `npm audit --json` prints, or an error of the registry; every field may be absent. */
interface AuditReport {
  readonly metadata?: { readonly vulnerabilities?: Readonly<Record<string, number>> };
  readonly vulnerabilities?: Readonly<Record<string, Vulnerability>>;
  readonly message?: string;
  readonly error?: { readonly summary?: string };
}
interface Vulnerability {
  readonly name: string;
  readonly severity: string;
  readonly range: string;
}
interface Verdict {
  readonly answered: boolean;
  readonly why: string;
  /** High and critical ones, a line each. */
  readonly bad: readonly string[];
  readonly others: number;
}

/** Interprets a report of `npm audit --json`: whether the registry answered, and the packages with vulnerabilities. */
export function interpret(text: string): Verdict {
  let report: AuditReport | null;
  try {
    report = JSON.parse(text);
  } catch {
    return { answered: false, why: 'no report', bad: [], others: 0 };
  }
  const counts = report?.metadata?.vulnerabilities;
  if (!counts)
    return { answered: false, why: report?.message ?? report?.error?.summary ?? 'no report', bad: [], others: 0 };
  const all = Object.values(report?.vulnerabilities ?? {});
  const isBad = ({ severity }: Vulnerability) => severity === 'high' || severity === 'critical';
  const bad = all.filter(isBad).map(({ name, severity, range }) => `${name} ${range}: ${severity}`);
  return { answered: true, why: '', bad, others: all.length - bad.length };
}

function main(): void {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { stdout, error } = spawnSync(npm, ['audit', '--json', '--omit=dev'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 50_000_000,
  });
  const { answered, why, bad, others } = interpret(error ? '' : stdout);
  if (!answered)
    console.log(`npm audit: the registry did not answer (${error?.message ?? why}); the result is unknown`);
  else if (bad.length === 0) console.log(`npm audit: no high or critical vulnerability, ${others} lesser`);
  else console.error(`npm audit:\n${bad.join('\n')}`);
  process.exitCode = bad.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
