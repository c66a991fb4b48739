import type { DeviceId } from '@tocsin/contract/ids';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { toleratedMs, wrongFromMs } from './2-track/device-clock.ts';
import type { DeviceState } from './2-track/device-state.ts';

/**
 * The server's clock, verified against the devices' clocks. A clock that goes back, or jumps forward by minutes, has
 * either been corrected or become wrong: the devices whose clocks were right before decide, since they agree with each
 * other. While the server's clock is wrong, time continues as if it had not stepped, so that correct frames are neither
 * refused nor moved.
 */
export class ServerClock implements Clock {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #deviceStates: () => Iterable<DeviceState>;
  /** Newest time of the system's clock, and of this one. */
  #system: number;
  #newest: number;
  #correctionMs = 0;
  /** How far the system's clock jumped forward, until the devices confirm or contradict the jump. */
  #jumpMs = 0;
  /**
   * Set when the system's clock was behind at the start: the minimum deviation. The first trusted device gives the
   * exact one.
   */
  #isLeast = false;
  /** Devices that confirm the system's clock (true) or the time before its step (false). */
  readonly #votes = new Map<DeviceId, boolean>();
  /** Devices that could vote when the clock stepped. */
  #voters = 0;

  constructor(clock: Clock, log: Log, deviceStates: () => Iterable<DeviceState>) {
    this.#clock = clock;
    this.#log = log;
    this.#deviceStates = deviceStates;
    this.#system = clock.now();
    this.#newest = this.#system;
  }

  /** Milliseconds added to the system's clock; 0 while it is right. */
  get correctionMs(): number {
    return this.#correctionMs;
  }

  now(): number {
    const system = this.#clock.now();
    const step = system - this.#system;
    this.#system = system;
    if (step < -toleratedMs) this.#back(-step);
    else if (step > wrongFromMs) this.#forward(step);
    const now = system + this.#correctionMs;
    if (now > this.#newest) this.#newest = now;
    return now;
  }

  after(delayMs: number, fn: () => void): () => void {
    return this.#clock.after(delayMs, fn);
  }

  /** After device states are restored: the system's clock cannot be earlier than frames already received. */
  restored(): void {
    const system = this.now();
    let latest = Number.NEGATIVE_INFINITY;
    for (const deviceState of this.#deviceStates())
      if (isRight(deviceState)) latest = Math.max(latest, deviceState.newest?.receivedAt ?? latest);
    if (latest <= system + toleratedMs || !this.#wereRight()) return;
    this.#beginVote();
    this.#correct(latest - system);
    this.#isLeast = true;
  }

  /** Compares a live frame's time with the server's while a step is in doubt. */
  witness(deviceState: DeviceState, ts: number): void {
    if ((this.#correctionMs === 0 && this.#jumpMs === 0) || !isRight(deviceState)) return;
    const system = this.#clock.now();
    const least = system + this.#correctionMs;
    if (this.#isLeast && ts > least - toleratedMs) {
      this.#correct(Math.max(ts, least) - system);
      this.#isLeast = false;
    }
    const before = this.#jumpMs === 0 ? this.#correctionMs : -this.#jumpMs;
    const confirmsSystem = Math.abs(ts - system) <= toleratedMs;
    if (!confirmsSystem && Math.abs(ts - system - before) > toleratedMs) return;
    this.#votes.set(deviceState.deviceId, confirmsSystem);
    const forSystem = [...this.#votes.values()].filter((vote) => vote).length;
    if (forSystem * 2 > this.#voters) this.#correct(0);
    else if (forSystem * 2 < this.#votes.size) this.#correct(before);
  }

  #beginVote(): void {
    this.#votes.clear();
    this.#voters = 0;
    for (const deviceState of this.#deviceStates()) if (deviceState.online && isRight(deviceState)) this.#voters++;
  }

  #back(byMs: number): void {
    this.#beginVote();
    this.#jumpMs = 0;
    // A system clock that returns to the time before its jump is right again.
    if (Math.abs(this.#correctionMs + byMs) <= toleratedMs) this.#correct(0);
    else if (this.#wereRight()) this.#correct(this.#newest - this.#system);
  }

  #forward(byMs: number): void {
    this.#beginVote();
    if (this.#correctionMs !== 0 && this.#system >= this.#newest - toleratedMs) this.#correct(0);
    else if (this.#correctionMs === 0) this.#jumpMs = byMs;
  }

  #correct(correctionMs: number): void {
    if (this.#correctionMs === correctionMs) return;
    const values = { correctionMs };
    if (correctionMs === 0) this.#log.info('The server clock agrees with the devices again', values);
    else this.#log.error('The server clock is wrong: the devices agree with the time before its step', values);
    this.#correctionMs = correctionMs;
    this.#newest = this.#system + correctionMs;
  }

  /** Whether most devices agreed with the time before the step. */
  #wereRight(): boolean {
    let balance = 0;
    for (const deviceState of this.#deviceStates()) if (deviceState.newest) balance += isRight(deviceState) ? 1 : -1;
    return balance > 0;
  }
}

/** The device's clock agreed with the server's at the last comparison. */
function isRight({ clock, newest }: DeviceState): boolean {
  const offset = clock.measuredMs ?? (newest ? newest.receivedAt - newest.deviceTs : null);
  return offset !== null && clock.appliedMs === 0 && Math.abs(offset) <= toleratedMs;
}
