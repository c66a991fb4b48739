import { createNoise, type Random } from './random.ts';

export type Phase = 'stopped' | 'starting' | 'running' | 'stopping';

/** The driven belt: run command, phases and speed in percent of the calibrated speed. */
export class Machine {
  /** General alarms are suppressed for this long after a start. */
  static readonly startDelayMs = 5_000;
  readonly #droop: number;
  readonly #noise: () => number;
  #phase: Phase = 'stopped';
  #sinceMs: number;
  #percent = 0;
  #noisePercent = 0;
  #load = 0;
  #startTauMs = 1_500;

  /** `running`: starts warm, as after long running. */
  constructor(random: Random, nowMs: number, running = false) {
    this.#droop = random.between(1, 3);
    this.#noise = createNoise(random, 0.4, 0.8);
    this.#sinceMs = nowMs;
    if (!running) return;
    this.#phase = 'running';
    this.#load = 1;
    this.#percent = 100 - this.#droop;
  }

  get phase(): Phase {
    return this.#phase;
  }

  get sinceMs(): number {
    return this.#sinceMs;
  }

  /** True while the speed protections are active: run is on and the start delay is over. */
  get watched(): boolean {
    return this.#phase === 'running';
  }

  /** 0 to 1: how much the running machine warms its bearings. */
  get run(): number {
    return Math.min(1, this.#percent / 100);
  }

  /** Speed in percent of the calibrated speed. */
  get percent(): number {
    return this.#phase === 'running' ? Math.max(0, this.#percent + this.#noisePercent) : this.#percent;
  }

  sample(): void {
    this.#noisePercent = this.#noise();
  }

  start(nowMs: number, tauMs = 1_500): void {
    if (this.#phase === 'starting' || this.#phase === 'running') return;
    this.#startTauMs = tauMs;
    this.#enter('starting', nowMs);
  }

  stop(nowMs: number): void {
    if (this.#phase === 'starting' || this.#phase === 'running') this.#enter('stopping', nowMs);
  }

  /** `drivenPercent` replaces the speed in a scenario; null leaves it to the physics. */
  step(nowMs: number, dtMs: number, drivenPercent: number | null): void {
    const on = this.#phase === 'starting' || this.#phase === 'running';
    this.#load += ((this.#phase === 'running' ? 1 : 0) - this.#load) * (1 - Math.exp(-dtMs / 60_000));
    const tau = on ? this.#startTauMs : 2_500;
    const target = on ? 100 - this.#droop * this.#load : 0;
    this.#percent = target + (this.#percent - target) * Math.exp(-dtMs / tau);
    if (drivenPercent !== null && on) {
      this.#percent = drivenPercent;
      this.#noisePercent = 0;
    }
    if (this.#phase === 'starting' && nowMs - this.#sinceMs >= Machine.startDelayMs) this.#enter('running', nowMs);
    else if (this.#phase === 'stopping' && this.#percent < 0.5) {
      this.#percent = 0;
      this.#enter('stopped', nowMs);
    }
  }

  #enter(phase: Phase, nowMs: number): void {
    this.#phase = phase;
    this.#sinceMs = nowMs;
    this.#noisePercent = 0;
  }
}
