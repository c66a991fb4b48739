import type { EdgeHealth, SignedConfiguration } from '@tocsin/contract/edge-exchange';
import { BackOff } from '../../platform/back-off.ts';
import type { Log } from '../../platform/log.ts';
import type { EdgeClock } from '../edge-clock.ts';
import type { Outbox, Parcel } from './outbox.ts';
import { type Identity, PortalError, type PortalLink } from './portal-link.ts';

export interface ForwarderDependencies {
  readonly identity: Identity;
  readonly link: PortalLink;
  readonly outbox: Outbox;
  readonly clock: EdgeClock;
  /** Milliseconds that nobody can set. */
  readonly steady: () => number;
  /** Without anything to send, the portal hears from the edge this often. */
  readonly heartbeatMs: number;
  readonly log: Log;
  readonly health: () => EdgeHealth;
  readonly sessions: () => readonly (readonly [number, number])[];
  /** The number of the configuration in force. */
  readonly configuration: () => number;
  readonly configured: (signed: SignedConfiguration) => void;
}

/** Between two live exchanges, so that frames travel together. */
const pauseMs = 100;
const backfillIdleMs = 500;

/** Whether the portal answers. */
export interface LineState {
  /** Steady ms since when it has not answered; null: it answers. */
  downSince: number | null;
  /** Edge's time of its last answer; null: none since the start. */
  lastAnswerAt: number | null;
  /** What went wrong last. */
  trouble: string;
}

/** Sends what the outbox chooses, on two lanes with one request each. */
export class Forwarder {
  readonly #dependencies: ForwarderDependencies;
  readonly line: LineState;
  #wake: () => void = () => {};
  #isStopped = false;
  #lanes: Promise<void>[] = [];
  readonly #pauses = new Set<() => void>();

  constructor(dependencies: ForwarderDependencies) {
    this.#dependencies = dependencies;
    this.line = { downSince: dependencies.steady(), lastAnswerAt: null, trouble: '' };
  }

  start(): void {
    this.#lanes = [this.#live(), this.#backfill()];
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#dependencies.link.stop();
    this.#wake();
    for (const end of this.#pauses) end();
    await Promise.all(this.#lanes);
  }

  /** There is something new to send. */
  wake(): void {
    this.#wake();
  }

  async #live(): Promise<void> {
    const { outbox, steady, heartbeatMs } = this.#dependencies;
    const backOff = new BackOff({ firstMs: 500, longestMs: 15_000 });
    let spokeAt = Number.NEGATIVE_INFINITY;
    while (!this.#isStopped) {
      const parcel = outbox.live(steady());
      const rest = spokeAt + heartbeatMs - steady();
      if (parcel.items.length === 0 && rest > 0) {
        await this.#sleep(rest);
        continue;
      }
      spokeAt = steady();
      const wait = await this.#send('live', parcel);
      if (wait === 0) backOff.reset();
      await this.#pause(wait === 0 ? pauseMs : Math.max(wait ?? 0, backOff.next()));
    }
  }

  async #backfill(): Promise<void> {
    const { outbox, steady } = this.#dependencies;
    const backOff = new BackOff({ firstMs: 500, longestMs: 15_000 });
    while (!this.#isStopped) {
      // The live lane finds out whether the portal is there.
      const parcel = this.line.downSince === null ? outbox.backfill(steady()) : null;
      if (!parcel || parcel.items.length === 0) {
        await this.#pause(backfillIdleMs);
        continue;
      }
      const wait = await this.#send('backfill', parcel);
      if (wait === 0) backOff.reset();
      else await this.#pause(Math.max(wait ?? 0, backOff.next()));
    }
  }

  /** Returns 0 when all went well, the time to wait that the portal asked for, or null. */
  async #send(lane: 'live' | 'backfill', parcel: Parcel): Promise<number | null> {
    const { identity, link, clock, log, health, sessions, configuration, configured } = this.#dependencies;
    const sentAt = clock.now();
    const extra = lane === 'live' ? { sessions: sessions(), health: health() } : {};
    try {
      const said = { time: sentAt, lane, configuration: configuration(), ...extra };
      const answer = await link.exchange(identity, said, parcel.items);
      parcel.settle(answer.results);
      this.#answered();
      if (lane === 'live') clock.learn(answer.time, sentAt);
      if (answer.configuration) configured(answer.configuration);
      return answer.results.includes('again') ? 1_000 : 0;
    } catch (error) {
      parcel.settle(null);
      if (this.#isStopped) return null;
      if (!(error instanceof PortalError)) log.error('An exchange failed', { error });
      const text = error instanceof Error ? error.message : String(error);
      if (text !== this.line.trouble) log.warn('The portal did not accept what was sent', { reason: text });
      this.line.trouble = text;
      const retryAfterMs = error instanceof PortalError ? error.retryAfterMs : null;
      // A portal that asks to wait can be reached.
      if (retryAfterMs === null && lane === 'live') this.line.downSince ??= this.#dependencies.steady();
      return retryAfterMs;
    }
  }

  #answered(): void {
    const { log, clock } = this.#dependencies;
    if (this.line.downSince !== null) log.info('The portal is responding');
    this.line.downSince = null;
    this.line.trouble = '';
    this.line.lastAnswerAt = clock.now();
  }

  /** Waits, or until something is to be sent. */
  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #pause(ms: number): Promise<void> {
    return this.#isStopped
      ? Promise.resolve()
      : new Promise((resolve) => {
          const timer = setTimeout(() => {
            this.#pauses.delete(end);
            resolve();
          }, ms);
          const end = (): void => {
            clearTimeout(timer);
            resolve();
          };
          this.#pauses.add(end);
        });
  }
}
