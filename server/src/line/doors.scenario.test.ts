import { compareEvents } from '@tocsin/simulator/compare-events';
import { scenarioName } from '@tocsin/simulator/scenario';
import { afterAll, describe, expect, it } from 'vitest';
import { scenarios } from '../../../simulator/scenarios/all.ts';
import { testDatabase } from '../base/testing/database.ts';
import { jsonDoor, type MakeDoor, modbusDoor, sparkplugDoor } from './testing/scenario-doors.ts';
import { ScenarioRig } from './testing/scenario-rig.ts';

const start = Date.UTC(2026, 9, 1, 12);

/** Through HTTP all of them go in scenarios.scenario.test.ts; here the other doors, and why one can't carry a scenario. */
const wanted = [5, 6, 7, 8, 10, 11];
const doors: Readonly<Record<string, MakeDoor>> = {
  'MQTT JSON': jsonDoor(1),
  Sparkplug: sparkplugDoor,
  Modbus: modbusDoor,
};
const notPolled = 'a WDC4 is not polled';
const why: Readonly<Record<string, string>> = {
  'Sparkplug 8': 'it carries neither boot counter nor uptime; bdSeq counts sessions',
  ...Object.fromEntries(['6', '7', '8', '10', '10b', '10c', '11'].map((name) => [`Modbus ${name}`, notPolled])),
};

const table: string[] = [];
afterAll(() => console.info(['door, scenario: events expected, got', ...table].join('\n')));

const cases = Object.keys(doors).flatMap((door) =>
  scenarios
    .filter(({ number }) => wanted.includes(number))
    .flatMap((scenario) => {
      const name = `${door} ${scenarioName(scenario)}`;
      if (!why[name]) return [[name, doors[door] ?? jsonDoor(null), scenario] as const];
      table.push(`${name}: n/a, ${why[name]}`);
      return [];
    }),
);

describe.each(cases)('%s', (name, door, scenario) => {
  const database = testDatabase();

  it('leaves the same events as any other door', async () => {
    const rig = new ScenarioRig(scenario, database, start, door);
    await rig.run();
    const got = await rig.events();
    table.push(`${name} ${scenario.title}: ${scenario.expected.length}, ${got.length}`);
    expect(compareEvents(scenario.expected, got)).toEqual({ missing: [], unexpected: [] });
    expect(got.filter((event) => event.told).length).toBe(scenario.told);
  });
});
