import type { DeviceId } from '@tocsin/contract/ids';
import type { Clock } from '../../../platform/clock.ts';
import type { Intake } from '../intake.ts';

/** Silence after which a device on an external broker is offline without a death message. */
export const silenceMs = 3_600_000;
const lookEveryMs = 60_000;

/**
 * Sessions of devices on an external broker, which does not report its clients' sessions. A device that sends has a
 * session until its death message or an hour of silence; for devices that report by exception this shows that they are
 * alive.
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
    // Higher than any session number of an earlier process, because stored device states contain those.
    this.#next = clock.now() * 1_000;
  }

  /** Devices that were online when the server stopped keep the remainder of their hour. */
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

  /** Notes that a device sent something; returns its session. */
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

  /** Starts a new session at a birth. */
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
