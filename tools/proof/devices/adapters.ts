// Simulator scenarios 5, 6, 7, 8, 10 and 11 through each adapter that supports them. The expected events are in
// simulator/scenarios, fixed before the first run; the checker reads the database only.

import { adapterScenarios, adapters, whyNot } from '../../../server/src/pipeline/testing/scenario-adapters.ts';
import { playScenario } from '../../../server/src/pipeline/testing/scenario-outcome.ts';
import {
  createScratchDatabase,
  dropScratchDatabase,
  startScratchPostgres,
} from '../../../server/src/platform/testing/scratch-postgres.ts';
import { scenarios } from '../../../simulator/scenarios/all.ts';
import { scenarioName } from '../../../simulator/src/scenario.ts';

export const hasShort = false;

const row = (name: string, ...figures: readonly (string | number)[]): string =>
  `${name.padEnd(40)}${figures.map((one) => String(one).padStart(10)).join('')}`;

export async function run(): Promise<boolean> {
  const postgres = await startScratchPostgres();
  let holds = true;
  try {
    console.log(row('scenario, door', 'expected', 'got', 'notified', 'problems'));
    for (const scenario of scenarios.filter(({ number }) => adapterScenarios.includes(number))) {
      for (const [adapter, make] of Object.entries(adapters)) {
        const name = `${scenarioName(scenario)} ${scenario.title}, ${adapter}`;
        const why = whyNot(adapter, scenario.number);
        if (why) {
          console.log(`${name.padEnd(40)} n/a: ${why}`);
          continue;
        }
        const database = await createScratchDatabase(postgres.address);
        const { expected, got, notified, problems } = await playScenario(scenario, database, make);
        await dropScratchDatabase(postgres.address, database);
        console.log(row(name, expected, got, notified, problems.length));
        for (const problem of problems) console.log(`  ${problem}`);
        holds &&= problems.length === 0;
      }
    }
  } finally {
    await postgres.stop();
  }
  return holds;
}
