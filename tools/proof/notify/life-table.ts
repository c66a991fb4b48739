// What log, tabs, bell and mails hold in each scenario: the twelve of the simulator and five of the life of an alarm, in
// simulated time through pipeline, API and a real SMTP server. The expected numbers are in simulator/scenarios/alarm-life*.ts
// and were committed before the first run. `npm run proof -- life-table [titles or numbers]`.

import { scenarioName } from '@tocsin/simulator/scenario';
import { playFlatSensor } from '../../../server/src/app/testing/life-flat-sensor.ts';
import { playLife } from '../../../server/src/app/testing/life-table.ts';
import {
  createScratchDatabase,
  dropScratchDatabase,
  startScratchPostgres,
} from '../../../server/src/platform/testing/scratch-postgres.ts';
import { startSmtp } from '../../../server/src/platform/testing/smtp.ts';
import { flatSensor } from '../../../simulator/scenarios/alarm-life.ts';
import { lifeScenarios } from '../../../simulator/scenarios/alarm-life-table.ts';
import type { ProofOptions } from '../support/_proof.ts';

export const hasShort = false;

const columns = ['log', 'active', 'unacknowledged', 'cleared', 'shelved', 'incidents', 'mails', 'suspected'] as const;
type Found = Partial<Readonly<Record<(typeof columns)[number], number>>>;

export async function run({ args }: ProofOptions): Promise<boolean> {
  const postgres = await startScratchPostgres();
  const smtp = await startSmtp();
  let holds = true;
  const print = (name: string, what: string, expected: Found, found: Found): void => {
    const isSame = columns.every((column) => expected[column] === found[column]);
    holds &&= isSame;
    const cells = columns.map((column) => {
      const [wanted, got] = [expected[column] ?? '-', found[column] ?? '-'];
      return wanted === got ? String(got) : `**${got}**, not ${wanted}`;
    });
    console.log(`| ${[name, what, ...cells, isSame ? 'kept' : 'BROKEN'].join(' | ')} |`);
  };
  const isWanted = (name: string): boolean => args.length === 0 || args.some((word) => name.includes(word));
  try {
    console.log(`| ${['scenario', 'when', ...columns, ''].join(' | ')} |`);
    console.log(`|${'---|'.repeat(columns.length + 3)}`);
    for (const life of lifeScenarios) {
      const number = scenarioName(life.scenario);
      const name = number === '0' ? life.scenario.title : `${number} ${life.scenario.title}`;
      if (!isWanted(name)) continue;
      const database = await createScratchDatabase(postgres.address);
      for (const { what, expected, found } of await playLife(life, database, smtp)) print(name, what, expected, found);
      await dropScratchDatabase(postgres.address, database);
    }
    if (isWanted('Flat sensor')) {
      const database = await createScratchDatabase(postgres.address);
      for (const { what, expected, found } of await playFlatSensor(flatSensor, database))
        print('Flat sensor', what, expected, found);
      await dropScratchDatabase(postgres.address, database);
    }
  } finally {
    await smtp.close();
    await postgres.stop();
  }
  return holds;
}
