import type { DeviceId } from '@tocsin/contract/ids';
import type { Clock } from '../../base/clock.ts';
import type { Intake } from './intake.ts';

/** On an external broker a device without a death message is offline after so long a silence. */
export const silenceMs = 3_600_000;
const lookEveryMs = 60_000;

/**
 * An external broker tells nobody's sessions. A device that sends has one here until its death message, or until it has
 * been silent for an hour; for devices that report by exception that is the sign of life.
 */
export class ExternalSessions {
  readonly #intake: Intake;
  readonly #clock: Clock;
  readonly #open = new Map<DeviceId, { session: number; heardAt: number }>();
  #cancel: () => void = () => {};
  #next: number;

  constructor(intake: Intake, clock: Clock) {
    this.#intake = intake;
    this.#clock = clock;
    // Above any number of a process before this one, whose sessions the boards remember.
    this.#next = clock.now() * 1_000;
  }

  /** Devices that were online when the server stopped have what is left of their hour. */
  start(devices: Iterable<DeviceId>): void {
    for (const id of devices) if (this.#intake.reportsByException(id)) this.heard(id);
    this.#look();
  }

  stop(): void {
    this.#cancel();
    this.#open.clear();
  }

  next(): number {
    return this.#next++;
  }

  /** It has sent something; returns its session. */
  heard(id: DeviceId): number {
    const known = this.#open.get(id);
    if (known) {
      known.heardAt = this.#clock.now();
      return known.session;
    }
    const session = this.next();
    this.#open.set(id, { session, heardAt: this.#clock.now() });
    this.#intake.beginSession(id, session);
    return session;
  }

  /** A birth begins another one. */
  born(id: DeviceId): number {
    this.#end(id);
    return this.heard(id);
  }

  died(id: DeviceId): void {
    this.#end(id);
  }

  #end(id: DeviceId): void {
    const known = this.#open.get(id);
    if (!known) return;
    this.#open.delete(id);
    this.#intake.endSession(id, known.session);
  }

  #look(): void {
    const now = this.#clock.now();
    for (const [id, { heardAt }] of this.#open) if (now - heardAt >= silenceMs) this.#end(id);
    this.#cancel = this.#clock.after(lookEveryMs, () => this.#look());
  }
}
