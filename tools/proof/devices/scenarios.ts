// The simulator scenarios through the whole pipeline in simulated time. The expected events are in simulator/scenarios,
// fixed before the first run; the checker reads the database only.

import { playScenario } from '../../../server/src/pipeline/testing/scenario-outcome.ts';
import {
  createScratchDatabase,
  dropScratchDatabase,
  startScratchPostgres,
} from '../../../server/src/platform/testing/scratch-postgres.ts';
import { scenarios } from '../../../simulator/scenarios/all.ts';
import { ruleScenarios } from '../../../simulator/scenarios/rule-kinds.ts';
import { scenarioName } from '../../../simulator/src/scenario.ts';

export const hasShort = false;

const row = (name: string, ...figures: readonly (string | number)[]): string =>
  `${name.padEnd(34)}${figures.map((one) => String(one).padStart(10)).join('')}`;

export async function run(): Promise<boolean> {
  const postgres = await startScratchPostgres();
  let holds = true;
  try {
    console.log(row('scenario', 'expected', 'got', 'notified', 'problems'));
    for (const scenario of [...scenarios, ...ruleScenarios]) {
      const database = await createScratchDatabase(postgres.address);
      const { expected, got, notified, problems } = await playScenario(scenario, database);
      await dropScratchDatabase(postgres.address, database);
      console.log(row(`${scenarioName(scenario)} ${scenario.title}`, expected, got, notified, problems.length));
      for (const problem of problems) console.log(`  ${problem}`);
      holds &&= problems.length === 0;
    }
  } finally {
    await postgres.stop();
  }
  return holds;
}
