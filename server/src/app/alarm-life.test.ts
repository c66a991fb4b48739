import { expect, it } from 'vitest';
import { play, stepsOf } from './testing/alarm-life.ts';
import { MemoryLife } from './testing/alarm-life-memory.ts';

const sequences = 250;

// For 10,000 sequences, and 100 on PostgreSQL with kills: npm run proof -- alarm-life.
// meets: isa-18.2 5 states
it('an alarm lives as the reference model says, whatever happens in whatever order', async () => {
  for (let seed = 1; seed <= sequences; seed++) {
    const rig = await MemoryLife.start();
    const expected = await play(rig, stepsOf(seed));
    expect({ seed, ...(await rig.outcome()) }).toEqual({ seed, ...expected });
  }
}, 120_000);
