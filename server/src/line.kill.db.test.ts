import { describe, expect, it } from 'vitest';
import { killPoints } from './base/kill-at.ts';
import { testDatabase } from './base/testing/database.ts';
import { playWithDeath } from './line/testing/kill-play.ts';

const database = testDatabase();

// The same as a table, at more times: npm run proof -- awaits.
describe('a server that dies', () => {
  it.each(killPoints)('at "%s" leaves exactly the state after its last commit', async (point) => {
    const whole = await playWithDeath(database, null);
    expect([whole.events.length, whole.tests.length]).toEqual([12, 3]);
    for (const times of [2, 10, 18]) {
      const { died, ...broken } = await playWithDeath(database, point, times);
      expect(died).toBe(true);
      expect({ ...broken, died: false }).toEqual(whole);
    }
  });
});
