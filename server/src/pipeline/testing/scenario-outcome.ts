import type { Scenario } from '@tocsin/simulator/scenario';
import { compareEvents } from '@tocsin/simulator/testing/compare-events';
import type { ScratchDatabase } from '../../platform/testing/scratch-postgres.ts';
import type { MakeAdapter } from './scenario-adapters.ts';
import { ScenarioRig } from './scenario-rig.ts';

/** A moment far from any hour boundary. */
const start = Date.UTC(2026, 9, 1, 12);

export interface ScenarioOutcome {
  readonly expected: number;
  /** Events in the database, and how many of them notify people. */
  readonly got: number;
  readonly notified: number;
  /** Missing, unexpected and different events in words; empty when the scenario gave its expected result. */
  readonly problems: readonly string[];
}

/** Runs a scenario through the pipeline into `database`, then evaluates the database content only. */
export async function playScenario(
  scenario: Scenario,
  database: ScratchDatabase,
  adapter?: MakeAdapter,
): Promise<ScenarioOutcome> {
  const rig = new ScenarioRig(scenario, database, start, adapter);
  await rig.run();
  const got = await rig.events();
  const notified = got.filter((event) => event.notified).length;
  const { missing, unexpected } = compareEvents(scenario.expected, got);
  const problems = [
    ...missing.map((event) => `missing: ${JSON.stringify(event)}`),
    ...unexpected.map((event) => `unexpected: ${JSON.stringify(event)}`),
  ];
  if (notified !== scenario.notified) problems.push(`${notified} events are notified, not ${scenario.notified}`);
  problems.push(...testProblems(scenario, await rig.tests()));
  const refusals = (scenario.persons ?? []).filter((step) => step.does !== 'comment').map((step) => !!step.refused);
  if (rig.refusals.join() !== refusals.join()) problems.push(`persons were refused: ${rig.refusals}, not ${refusals}`);
  return { expected: scenario.expected.length, got: got.length, notified, problems };
}

function testProblems(scenario: Scenario, ended: Awaited<ReturnType<ScenarioRig['tests']>>): string[] {
  const expected = scenario.tests ?? [];
  if (ended.length !== expected.length) return [`${ended.length} maintenance tests ended, not ${expected.length}`];
  return expected.flatMap((test, i) => {
    const got = ended[i];
    const fits =
      got?.device === test.device &&
      got.sensor === test.sensor &&
      got.outcome === test.outcome &&
      Math.abs(got.atS - test.atS) <= test.withinS;
    return fits ? [] : [`a maintenance test ended as ${JSON.stringify(got)}, not ${JSON.stringify(test)}`];
  });
}
