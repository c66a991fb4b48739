import { scenarioName } from '@tocsin/simulator/scenario';
import { describe, expect, it } from 'vitest';
import { scenarios } from '../../../simulator/scenarios/all.ts';
import { ruleScenarios } from '../../../simulator/scenarios/rule-kinds.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { playScenario } from './testing/scenario-outcome.ts';

// For a table: npm run proof -- scenarios.
const all = [...scenarios, ...ruleScenarios];
describe.each(all.map((s) => [`${scenarioName(s)} ${s.title}`, s] as const))('scenario %s', (_name, scenario) => {
  const database = testDatabase();

  it('leaves exactly its expected events in the database, and publishes those that are live', async () => {
    expect((await playScenario(scenario, database)).problems).toEqual([]);
  });
});
