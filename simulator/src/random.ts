/** Seeded random numbers: the same seed gives the same plant, so that every test can be repeated. */
export interface Random {
  /** 0 <= x < 1 */
  next(): number;
  between(low: number, high: number): number;
  /** Mean 0, standard deviation 1. */
  normal(): number;
}

/** FNV-1a, so that a name can be a seed. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Mulberry32: small, fast, and with a period long enough for years of frames of one device. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}

/** Autocorrelated noise (AR(1)), as real sensors have. */
export function createNoise(random: Random, deviation: number, memory: number): () => number {
  const step = deviation * Math.sqrt(1 - memory * memory);
  let value = 0;
  return () => {
    value = memory * value + step * random.normal();
    return value;
  };
}
