import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { ShutdownHooks } from './shutdown-hooks.ts';

const everyMs = 60_000;
const answerWithinMs = 10_000;

/**
 * Requests an external address once a minute while frames are being stored. The monitor behind that address notices
 * when the requests stop: a server that is down, cut off or not storing cannot report that itself.
 */
export class Heartbeat {
  readonly #url: string;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #isReady: () => Promise<boolean>;
  readonly #heard: (date: string | null, askedAt: number) => void;
  #cancel: () => void = () => {};
  #stopped = false;
  #trouble = false;

  constructor(dependencies: {
    readonly url: string;
    readonly clock: Clock;
    readonly log: Log;
    readonly isReady: () => Promise<boolean>;
    /** Called with the Date header of an answer. */
    readonly heard?: (date: string | null, askedAt: number) => void;
  }) {
    this.#url = dependencies.url;
    this.#clock = dependencies.clock;
    this.#log = dependencies.log;
    this.#isReady = dependencies.isReady;
    this.#heard = dependencies.heard ?? (() => undefined);
  }

  /** Sends a heartbeat now and then every minute. */
  start(): void {
    this.#cancel = this.#clock.after(everyMs, () => this.start());
    this.#ask().catch((error) => this.#log.error('The heartbeat failed', { error }));
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  async #ask(): Promise<void> {
    // No heartbeat while frames are not being stored.
    if (!(await this.#isReady()) || this.#stopped) return;
    const askedAt = this.#clock.now();
    const why = await fetch(this.#url, { signal: AbortSignal.timeout(answerWithinMs), redirect: 'follow' }).then(
      async (answer) => {
        await answer.body?.cancel();
        this.#heard(answer.headers.get('date'), askedAt);
        return answer.ok ? null : `answered ${answer.status}`;
      },
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    // The path of such an address is secret: only the host is logged, and only on a change.
    const { host } = new URL(this.#url);
    if (why !== null && !this.#trouble)
      this.#log.warn('The heartbeat address does not accept the heartbeat', { host, why });
    if (why === null && this.#trouble) this.#log.info('The heartbeat address accepts the heartbeat again', { host });
    this.#trouble = why !== null;
  }
}

/** Starts the heartbeat when DEADMAN_URL is set. */
export function startHeartbeat(
  dependencies: {
    readonly url: string | null;
    readonly clock: Clock;
    readonly log: Log;
    readonly isReady: () => Promise<boolean>;
    readonly heard?: (date: string | null, askedAt: number) => void;
  },
  shutdownHooks: ShutdownHooks,
): void {
  const { url } = dependencies;
  if (url === null) return;
  const heartbeat = new Heartbeat({ ...dependencies, url, log: dependencies.log.with({ part: 'heartbeat' }) });
  heartbeat.start();
  shutdownHooks.add('heartbeat', () => heartbeat.stop());
}
