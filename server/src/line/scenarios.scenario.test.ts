import { compareEvents } from '@tocsin/simulator/compare-events';
import { scenarioName } from '@tocsin/simulator/scenario';
import { afterAll, describe, expect, it } from 'vitest';
import { scenarios } from '../../../simulator/scenarios/all.ts';
import { testDatabase } from '../base/testing/database.ts';
import { ScenarioRig } from './testing/scenario-rig.ts';

const start = Date.UTC(2026, 9, 1, 12);
const table: string[] = [];
afterAll(() => console.info(['scenario: events expected, got, told', ...table].join('\n')));

describe.each(scenarios.map((s) => [`${scenarioName(s)} ${s.title}`, s] as const))('scenario %s', (name, scenario) => {
  const database = testDatabase();

  it('leaves exactly its expected events in the database, and tells those that are live', async () => {
    const rig = new ScenarioRig(scenario, database, start);
    await rig.run();
    const got = await rig.events();
    const told = got.filter((event) => event.told).length;
    table.push(`${name}: ${scenario.expected.length}, ${got.length}, ${told}`);
    expect(compareEvents(scenario.expected, got)).toEqual({ missing: [], unexpected: [] });
    expect(told).toBe(scenario.told);
    const ended = await rig.tests();
    expect(ended.map(({ device, sensor, outcome }) => ({ device, sensor, outcome }))).toEqual(
      (scenario.tests ?? []).map(({ device, sensor, outcome }) => ({ device, sensor, outcome })),
    );
    for (const [i, { atS, withinS }] of (scenario.tests ?? []).entries())
      expect(Math.abs((ended[i]?.atS ?? Number.NaN) - atS)).toBeLessThanOrEqual(withinS);
    const steps = (scenario.persons ?? []).filter((step) => step.does !== 'comment');
    expect(rig.refusals).toEqual(steps.map((step) => step.refused ?? false));
  });
});
