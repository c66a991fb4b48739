import { createNoise, type Random } from './random.ts';

const minutesMs = 60_000;

/** Ambient temperature: it depends on the season and the time of day only. */
export function ambientAt(nowMs: number): number {
  const dayMs = 86_400_000;
  const yearPart = (nowMs % (365.25 * dayMs)) / (365.25 * dayMs);
  // Coldest in mid January, warmest in mid July; coldest at 04:00, warmest at 16:00.
  const season = -Math.cos(2 * Math.PI * (yearPart - 0.04));
  const day = -Math.cos(2 * Math.PI * ((nowMs % dayMs) / dayMs - 1 / 6));
  return 15 + 10 * season + 6 * day;
}

/** A body that a running machine warms: T' = (ambient + rise * run - T) / tau, solved exactly for any step. */
export class WarmBody {
  #riseC: number;
  readonly #heatMs: number;
  readonly #coolMs: number;
  readonly #noise: () => number;
  #celsius: number;
  #noiseC = 0;

  constructor(
    random: Random,
    options: {
      readonly startC: number;
      readonly riseC: number;
      readonly heatMin?: number;
      readonly coolMin?: number;
      readonly noiseC?: number;
    },
  ) {
    this.#riseC = options.riseC;
    this.#heatMs = (options.heatMin ?? 40) * minutesMs;
    this.#coolMs = (options.coolMin ?? 75) * minutesMs;
    this.#noise = createNoise(random, options.noiseC ?? 0.15, 0.4);
    this.#celsius = options.startC;
  }

  get celsius(): number {
    return this.#celsius;
  }

  /** The probe's reading: the body's temperature with the noise of the last `sample`. */
  get shownC(): number {
    return this.#celsius + this.#noiseC;
  }

  /** New noise, once per frame and not per tick. */
  sample(): void {
    this.#noiseC = this.#noise();
  }

  /** A driven body has the driven temperature; afterwards it continues from there. */
  set(celsius: number): void {
    this.#celsius = celsius;
    this.#noiseC = 0;
  }

  /** Runs hotter from now on, and is so already. */
  wear(riseC: number): void {
    this.#riseC += riseC;
    this.#celsius += riseC;
  }

  step(dtMs: number, ambientC: number, run: number): void {
    const target = ambientC + this.#riseC * run;
    const tau = target > this.#celsius ? this.#heatMs : this.#coolMs;
    this.#celsius = target + (this.#celsius - target) * Math.exp(-dtMs / tau);
  }
}
