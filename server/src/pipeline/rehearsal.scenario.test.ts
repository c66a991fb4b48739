import { scenarioName } from '@tocsin/simulator/scenario';
import { describe, expect, it } from 'vitest';
import { scenarios } from '../../../simulator/scenarios/all.ts';
import { ruleScenarios } from '../../../simulator/scenarios/rule-kinds.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { RandomPlant } from './testing/random-plant.ts';
import { identityOf } from './testing/rehearsal-identity.ts';
import { ScenarioRig } from './testing/scenario-rig.ts';

/** A moment far from any hour boundary. */
const start = Date.UTC(2026, 9, 1, 12);

// For a table: npm run proof -- rehearsal.
describe.each([1, 2, 6])('random plant %i', (seed) => {
  const database = testDatabase();

  it('is reproduced exactly, with rules of every kind', async () => {
    const plant = new RandomPlant(seed, database, start);
    await plant.run();
    const { bornMs: from, endMs: now } = plant.play;
    const identity = await identityOf(database, plant.devices().values(), { from, to: now, now });
    expect(identity.problems).toEqual([]);
    expect(identity.reproduced).toBeGreaterThan(0);
  });
});

const withRules = [...scenarios, ...ruleScenarios].filter((one) => one.rules.length > 0);
describe.each(withRules.map((s) => [`${scenarioName(s)} ${s.title}`, s] as const))('scenario %s', (_name, scenario) => {
  const database = testDatabase();

  it('is reproduced exactly by rehearsing its rules, outside of the excluded spans', async () => {
    const rig = new ScenarioRig(scenario, database, start);
    await rig.run();
    const { bornMs: from, endMs: now } = rig.play;
    const identity = await identityOf(database, rig.devices().values(), { from, to: now, now });
    expect(identity.problems).toEqual([]);
  });
});
