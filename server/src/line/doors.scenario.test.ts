import { scenarioName } from '@tocsin/simulator/scenario';
import { describe, expect, it } from 'vitest';
import { scenarios } from '../../../simulator/scenarios/all.ts';
import { testDatabase } from '../base/testing/database.ts';
import { doorScenarios, doors, whyNot } from './testing/scenario-doors.ts';
import { playScenario } from './testing/scenario-outcome.ts';

// HTTP's are those of scenarios.scenario.test.ts. All as a table, with why not: npm run proof -- doors.
const cases = Object.entries(doors).flatMap(([door, make]) =>
  scenarios
    .filter(({ number }) => door !== 'HTTP JSON' && doorScenarios.includes(number) && !whyNot(door, number))
    .map((scenario) => [`${door}, ${scenarioName(scenario)} ${scenario.title}`, make, scenario] as const),
);

describe.each(cases)('%s', (_name, door, scenario) => {
  const database = testDatabase();

  it('leaves the same events as through any other door', async () => {
    expect((await playScenario(scenario, database, door)).problems).toEqual([]);
  });
});
