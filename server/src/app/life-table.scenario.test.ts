import { scenarioName } from '@tocsin/simulator/scenario';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flatSensor } from '../../../simulator/scenarios/alarm-life.ts';
import { lifeScenarios } from '../../../simulator/scenarios/alarm-life-table.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { type SmtpReceiver, startSmtp } from '../platform/testing/smtp.ts';
import { playFlatSensor } from './testing/life-flat-sensor.ts';
import { playLife } from './testing/life-table.ts';

let smtp: SmtpReceiver;
beforeAll(async () => {
  smtp = await startSmtp();
});
afterAll(() => smtp.close());

/** The longest ones, which the proof plays too. */
const isShort = ({ scenario }: (typeof lifeScenarios)[number]): boolean => scenario.durationS <= 2 * 3_600;

// For a table of all: npm run proof -- life-table.
describe.each(
  lifeScenarios.filter(isShort).map((life) => [`${scenarioName(life.scenario)} ${life.scenario.title}`, life] as const),
)('scenario %s', (_name, life) => {
  const database = testDatabase();

  it('leaves in log, tabs, bell and mailbox what was expected before its first run', async () => {
    const rows = await playLife(life, database, smtp);
    expect(rows.map(({ what, found }) => ({ what, found }))).toEqual(
      rows.map(({ what, expected }) => ({ what, found: expected })),
    );
  });
});

describe('a sensor that keeps its value', () => {
  const database = testDatabase();

  it('is suspected within two nights and in the weekly mail, and raises nothing', async () => {
    for (const { found, expected } of await playFlatSensor(flatSensor, database)) expect(found).toEqual(expected);
  });
});
