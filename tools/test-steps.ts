// Used by `npm test` and `npm run ci`: steps whose results are counted, run one after the other or in parallel.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { type Counted, failedFiles, failuresIn, type PlaywrightReport, vitestCount } from './failures.ts';

/** Folder of the last run's reports; `npm test` writes its counts to summary.json. */
export const out = '.cache/test';

/** A CI run tries the failed files of a Vitest step again, as Playwright does with a journey, unless more of them failed. */
const maxRetriedFiles = 5;

export interface StepOptions {
  /** Reads the numbers of tests from the step's report; without it the step is one test. */
  readonly count?: () => Counted;
  /** The report that names the tests that failed. */
  readonly report?: string;
  /** The report of the second try of files that failed. */
  readonly retryReport?: string;
  /** Runs beside other steps: its output is printed in one piece at its end. */
  readonly isBeside?: boolean;
  readonly run?: typeof run;
}

/** Counts the results of steps and collects the failures. */
export class Steps {
  passed = 0;
  failed = 0;
  skipped = 0;
  /** Repeated at the end, because only the end of a long output may be kept. */
  readonly failures: string[] = [];
  readonly #startedAt = Date.now();

  /**
   * Runs a program and counts it as one test, or by `count` from its report. The output of a parallel step is printed
   * in one piece at its end.
   */
  async step(name: string, args: readonly string[], options: StepOptions = {}): Promise<number> {
    const { count, report, isBeside = false } = options;
    const from = Date.now();
    const { code, text } = await (options.run ?? run)(args, isBeside);
    const counted: Counted = count?.() ?? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
    this.passed += counted.passed;
    this.failed += counted.failed;
    this.skipped += counted.skipped ?? 0;
    if (code !== 0 && counted.failed === 0) this.failed += 1;
    if (report) this.failures.push(...failuresIn(report, options.retryReport));
    else if (code !== 0) this.failures.push(`${name} failed`);
    const seconds = ((Date.now() - from) / 1000).toFixed(1);
    process.stdout.write(`${text}-- ${name}: ${code === 0 ? 'ok' : 'FAILED'} in ${seconds} s\n`);
    return code;
  }

  /**
   * Runs several Vitest projects at once. In CI the files of failed tests are tried once more, alone; what passes then
   * is counted as passed and named at the end.
   */
  vitest(name: string, projects: readonly string[], options: Pick<StepOptions, 'isBeside'> = {}): Promise<number> {
    const report = `${out}/${projects[0]}.json`;
    const retryReport = `${out}/${projects[0]}-retry.json`;
    const withReport = (file: string, args: readonly string[]): readonly string[] => [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...args,
    ];
    const runAndRetry: typeof run = async (args, isBeside) => {
      const first = await run(args, isBeside);
      const files = failedFiles(report);
      if (!process.env.CI || files.length === 0 || files.length > maxRetriedFiles) return first;
      const second = await run(withReport(retryReport, [...files, '--maxWorkers=1']), isBeside);
      return { code: second.code, text: first.text + second.text };
    };
    return this.step(name, withReport(report, []), {
      count: () => vitestCount(report, retryReport),
      report,
      retryReport,
      run: runAndRetry,
      ...options,
    });
  }

  /** Prints failures, the time and 'N passed, N failed' as the last line; returns the exit code. */
  end(): number {
    for (const line of this.failures) console.log(`-- ${line}`);
    console.log(`-- all in ${((Date.now() - this.#startedAt) / 1000).toFixed(0)} s`);
    const skipped = this.skipped ? `, ${this.skipped} skipped` : '';
    console.log(`${this.passed} passed, ${this.failed} failed${skipped}`);
    return this.failed === 0 ? 0 : 1;
  }
}

function run(args: readonly string[], isBeside: boolean): Promise<{ readonly code: number; readonly text: string }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const child = spawn(process.execPath, args, { stdio: isBeside ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => resolve({ code: 1, text: `${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, text: Buffer.concat(chunks).toString() }));
  });
}

/** Counts of Playwright's report. */
export function playwrightCount(file: string): Counted {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { stats }: PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'));
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + stats.skipped };
}
