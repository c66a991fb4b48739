import { describe, expect, it } from 'vitest';
import { faultPoints } from '../platform/fault-injection.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { playWithDeath } from './testing/kill-sequence.ts';

const database = testDatabase();

// For a table with more kill times: npm run proof -- awaits.
describe('a server that is killed', () => {
  it.each(faultPoints)('at "%s" leaves exactly the state after its last commit', async (point) => {
    const uninterrupted = await playWithDeath(database, null);
    const { events, tests, shelves, walks } = uninterrupted;
    expect([events.length, tests.length, shelves.length, walks.length]).toEqual([18, 4, 1, 1]);
    for (const times of [2, 9, 11, 20]) {
      const { died, ...broken } = await playWithDeath(database, point, times);
      expect(died).toBe(true);
      expect({ ...broken, died: false }).toEqual(uninterrupted);
    }
  });
});
