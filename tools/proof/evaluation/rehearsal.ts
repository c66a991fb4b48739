// Rehearsing the rules in force gives exactly the stored warnings, outside of the listed spans: on all scenarios that
// have rules, on the demo (35 days of its history and two hours live; `--short`: one day and 20 minutes), and on random
// plants (200; `--short`: 10). Then what rules report on a real machine's temperature, if
// NAB_DATA names a folder with it: the numbers of docs/users/rehearsal.md. `demo`: the demo's rows only.
import { findNab, nabMissing } from '../../../bench/nab.ts';
import { demoHistory, demoRounds } from '../../../server/src/pipeline/testing/demo-rig.ts';
import { RandomPlant } from '../../../server/src/pipeline/testing/random-plant.ts';
import { type Identity, identityOf } from '../../../server/src/pipeline/testing/rehearsal-identity.ts';
import { ScenarioRig } from '../../../server/src/pipeline/testing/scenario-rig.ts';
import {
  createScratchDatabase,
  dropScratchDatabase,
  type ScratchDatabase,
  startScratchPostgres,
} from '../../../server/src/platform/testing/scratch-postgres.ts';
import { scenarios } from '../../../simulator/scenarios/all.ts';
import { ruleScenarios } from '../../../simulator/scenarios/rule-kinds.ts';
import { scenarioName } from '../../../simulator/src/scenario.ts';
import type { ProofOptions } from '../support/_proof.ts';
import { nabReport } from './_rehearsal-nab.ts';

export const hasShort = true;

/** A moment far from any hour boundary. */
const start = Date.UTC(2026, 9, 1, 12);
const plants = { short: 10, whole: 200 };
const midnight = Date.UTC(2026, 9, 1);
const demo = { short: { days: 1, minutes: 20 }, whole: { days: 35, minutes: 120 } };

const row = (name: string, ...figures: readonly (string | number)[]): string =>
  `${name.padEnd(34)}${figures.map((one) => String(one).padStart(11)).join('')}`;

export async function run({ short, args }: ProofOptions): Promise<boolean> {
  const length = short ? 'short' : 'whole';
  const isDemoOnly = args[0] === 'demo';
  const postgres = await startScratchPostgres();
  let holds = true;
  const sum = { rules: 0, frames: 0, stored: 0, reproduced: 0, inExcluded: 0, problems: 0 };
  const play = async (name: string, makeRig: (database: ScratchDatabase) => ScenarioRig): Promise<void> => {
    const database = await createScratchDatabase(postgres.address);
    const rig = makeRig(database);
    await rig.run();
    const { bornMs: from, endMs: now } = rig.play;
    const identity = await identityOf(database, rig.devices().values(), { from, to: now, now });
    await dropScratchDatabase(postgres.address, database);
    print(name, identity);
    for (const key of ['rules', 'frames', 'stored', 'reproduced', 'inExcluded'] as const) sum[key] += identity[key];
    sum.problems += identity.problems.length;
    holds &&= identity.problems.length === 0;
  };
  try {
    console.log(row('plant', 'rules', 'frames', 'stored', 'reproduced', 'excluded', 'differing'));
    for (const scenario of [...scenarios, ...ruleScenarios].filter((one) => !isDemoOnly && one.rules.length > 0))
      await play(
        `${scenarioName(scenario)} ${scenario.title}`,
        (database) => new ScenarioRig(scenario, database, start),
      );
    const { days, minutes } = demo[length];
    await play(`demo, ${days} days`, (database) => demoHistory(days, database, midnight));
    await play(`demo, ${minutes} min live`, (database) => demoRounds(minutes, database, start));
    for (let seed = 1; !isDemoOnly && seed <= plants[length]; seed++)
      await play(`random ${seed}`, (database) => new RandomPlant(seed, database, start));
    console.log(row('all', sum.rules, sum.frames, sum.stored, sum.reproduced, sum.inExcluded, sum.problems));
  } finally {
    await postgres.stop();
  }
  if (isDemoOnly) return holds;
  const nab = findNab(args[0]);
  if (nab === null) console.log(nabMissing);
  else holds = nabReport(nab) && holds;
  return holds;
}

function print(name: string, identity: Identity): void {
  const { rules, frames, stored, reproduced, inExcluded, problems, reasons } = identity;
  console.log(`${row(name, rules, frames, stored, reproduced, inExcluded, problems.length)}  ${reasons.join(', ')}`);
  for (const problem of problems.slice(0, 5)) console.log(`  ${problem}`);
}
