import { randomInt } from 'node:crypto';

/** A random whole number from 0 to below `below`. */
export type Random = (below: number) => number;

/** mulberry32: the same numbers for the same seed. */
export function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

/** The seed of a run: `SEED`, else a new one, which is printed with the name of the test. */
export function printedSeed(test: string): number {
  const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
  console.info(`${test}: SEED=${seed}`);
  return seed;
}
