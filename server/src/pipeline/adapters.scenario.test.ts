import { scenarioName } from '@tocsin/simulator/scenario';
import { describe, expect, it } from 'vitest';
import { scenarios } from '../../../simulator/scenarios/all.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { adapterScenarios, adapters, whyNot } from './testing/scenario-adapters.ts';
import { playScenario } from './testing/scenario-outcome.ts';

// HTTP is covered by scenarios.scenario.test.ts. For a table of all with reasons: npm run proof -- adapters.
const cases = Object.entries(adapters).flatMap(([adapter, make]) =>
  scenarios
    .filter(({ number }) => adapter !== 'HTTP JSON' && adapterScenarios.includes(number) && !whyNot(adapter, number))
    .map((scenario) => [`${adapter}, ${scenarioName(scenario)} ${scenario.title}`, make, scenario] as const),
);

describe.each(cases)('%s', (_name, adapter, scenario) => {
  const database = testDatabase();

  it('leaves the same events as through any other adapter', async () => {
    expect((await playScenario(scenario, database, adapter)).problems).toEqual([]);
  });
});
