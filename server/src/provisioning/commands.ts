import { readFileSync } from 'node:fs';
import { ApiError, createApiClient } from './api-client.ts';
import { applySteps, KeyEnded, leftLines, outcomeLine, whereOf } from './apply.ts';
import { formProblems } from './check-form.ts';
import { describe } from './describe.ts';
import { dumpOf } from './dump.ts';
import { FileProblems, nameOf } from './entity.ts';
import { load } from './load.ts';
import { isDifference, lineOf, notNamed, planOf } from './plan.ts';
import { readPlantFile } from './read-file.ts';

/** Where `plan`, `apply` and `dump` work, and with which key. */
export interface Target {
  readonly url: string;
  readonly key: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
  readonly allowRemoval?: boolean;
}

const mostProblems = 100;

/** Prints every problem of a file with its line, at most a hundred; throws what is none. */
const printProblems = (error: unknown, file: string, print: Target['print']): void => {
  if (!(error instanceof FileProblems)) throw error;
  for (const { line, text } of error.problems.slice(0, mostProblems)) print(`${file}:${line}: ${text}`);
  const more = error.problems.length - mostProblems;
  if (more > 0) print(`... and ${more} more problems.`);
};

const compare = async (file: string, { url, key }: Target) => {
  const read = readPlantFile(readFileSync(file, 'utf8'));
  const api = createApiClient(url, key);
  const clients = new Set(read.wanted.flatMap((one) => (one.kind === 'client' ? [one.path[0], one.was] : [])));
  // Rotations and policies name people, so they are read where any of these is stated.
  const withPeople = new Set(
    read.wanted.flatMap((one) => (['person', 'rotation', 'policy'].includes(one.kind) ? [one.path[0]] : [])),
  );
  for (const section of read.sections) {
    const [kind, client] = section.split('\u0000');
    if (kind === 'person' || kind === 'rotation' || kind === 'policy') withPeople.add(client);
  }
  const renamed = new Map(
    read.wanted.flatMap((one) => (one.kind === 'client' && one.was ? [[one.was, one.path[0]] as const] : [])),
  );
  const plant = await load(
    api,
    (company) => clients.has(company),
    (company) => withPeople.has(renamed.get(company) ?? company),
  );
  const present = describe(plant, read.wanted);
  const steps = planOf(read, present);
  const problems = formProblems(steps, plant, present);
  if (problems.length > 0) throw new FileProblems(problems);
  return { api, plant, present, steps };
};

/** Prints the difference between a file and an installation. Returns 0 without one, 2 with one, 1 on a problem. */
export const runPlan = async (file: string, target: Target): Promise<number> => {
  try {
    const { steps } = await compare(file, target);
    const { allowRemoval = false } = target;
    for (const step of steps)
      target.print(step.kind === 'remove' && !allowRemoval ? `${nameOf(step.present)}: ${notNamed}` : lineOf(step));
    const left = steps.filter((step) => isDifference(step, allowRemoval)).length;
    target.print(left === 0 ? 'No difference.' : `${left} ${left === 1 ? 'difference' : 'differences'}.`);
    return left === 0 ? 0 : 2;
  } catch (error) {
    printProblems(error, file, target.print);
    return 1;
  }
};

/** Makes an installation what a file says. Returns 0 when everything named was done or waits for an approval, else 1. */
export const runApply = async (file: string, target: Target): Promise<number> => {
  const { print, env, allowRemoval = false } = target;
  try {
    const { api, plant, present, steps } = await compare(file, target);
    const report = (outcome: Parameters<typeof outcomeLine>[0]) => {
      if (!outcome.because) print(outcomeLine(outcome, file));
    };
    const outcomes = await applySteps(steps, { api, plant, present, env, allowRemoval, report });
    for (const line of leftLines(outcomes, file)) print(line);
    const count = (result: string): number => outcomes.filter((one) => one.result === result).length;
    print(
      `${count('done')} done, ${count('waits')} waiting for approval, ${count('refused')} refused, ${count('left')} left.`,
    );
    return count('refused') === 0 ? 0 : 1;
  } catch (error) {
    if (error instanceof KeyEnded) {
      print(`stopped  ${whereOf(error.step, file)}: ${error.message}.`);
      print('What was applied stays: run it again with a key that is in force, and it goes on.');
      return 1;
    }
    if (error instanceof ApiError) {
      print(`${error.message} What was applied stays: run it again.`);
      return 1;
    }
    printProblems(error, file, print);
    return 1;
  }
};

/** The file of what the key sees. */
export const runDump = async ({ url, key, print }: Target): Promise<number> => {
  const plant = await load(
    createApiClient(url, key),
    () => true,
    () => true,
  );
  print(dumpOf(describe(plant)));
  return 0;
};
