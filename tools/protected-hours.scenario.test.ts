import { expect, it } from 'vitest';
import { testDatabase } from '../server/src/platform/testing/database.ts';
import { randomPlant } from './proof/evaluation/_protected-hours-plant.ts';

const database = testDatabase();

it('agrees with a second implementation in SQL to the minute, in 30 random plants', async () => {
  const client = await database.pool.connect();
  try {
    for (let seed = 1; seed <= 30; seed++)
      expect([seed, await randomPlant(database, client, seed)]).toEqual([seed, []]);
  } finally {
    client.release();
  }
}, 300_000);
