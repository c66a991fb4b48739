import { compareEvents } from '@tocsin/simulator/compare-events';
import { type Scenario, scenarioName } from '@tocsin/simulator/scenario';
import { afterAll, describe, expect, it } from 'vitest';
import { scenarios } from '../../../simulator/scenarios/all.ts';
import { testDatabase } from '../base/testing/database.ts';
import { ScenarioRig } from './testing/scenario-rig.ts';

const database = testDatabase();
const start = Date.UTC(2026, 9, 1, 12);

/** What the line finds by itself, frame by frame; persons and late hours have tests of their own. */
const byTheLineAlone = (s: Scenario) => !s.persons && s.expected.every((e) => !e.late);

const table: string[] = [];
afterAll(() => console.info(['scenario: events expected, got, told', ...table].join('\n')));

describe.each(scenarios.filter(byTheLineAlone).map((s) => [`${scenarioName(s)} ${s.title}`, s] as const))(
  'scenario %s',
  (name, scenario) => {
    it('leaves exactly its expected events in the database, and tells those that are live', async () => {
      const rig = new ScenarioRig(scenario, database, start);
      await rig.run();
      const got = await rig.events();
      const told = got.filter((event) => event.told).length;
      table.push(`${name}: ${scenario.expected.length}, ${got.length}, ${told}`);
      expect(compareEvents(scenario.expected, got)).toEqual({ missing: [], unexpected: [] });
      expect(told).toBe(scenario.told);
    });
  },
);
