import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Stoppers } from './stoppers.ts';

const everyMs = 60_000;
const answerWithinMs = 10_000;

/**
 * Asks an outside address once a minute while what comes in is being stored. Whoever keeps that address notices when the
 * asking stops: a server that is dead, cut off or not recording can't say so itself.
 */
export class DeadMan {
  readonly #url: string;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #isReady: () => Promise<boolean>;
  #cancel: () => void = () => {};
  #stopped = false;
  #trouble = false;

  constructor(parts: {
    readonly url: string;
    readonly clock: Clock;
    readonly log: Log;
    readonly isReady: () => Promise<boolean>;
  }) {
    this.#url = parts.url;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#isReady = parts.isReady;
  }

  /** Asks now and then each minute. */
  start(): void {
    this.#cancel = this.#clock.after(everyMs, () => this.start());
    this.#ask().catch((error) => this.#log.error('The dead-man signal failed', { error }));
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  async #ask(): Promise<void> {
    // Silence is the signal: a server that does not record says nothing.
    if (!(await this.#isReady()) || this.#stopped) return;
    const why = await fetch(this.#url, { signal: AbortSignal.timeout(answerWithinMs), redirect: 'follow' }).then(
      async (answer) => {
        await answer.body?.cancel();
        return answer.ok ? null : `answered ${answer.status}`;
      },
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    // The path of such an address is its secret: only the host is written down, and only when something changes.
    const { host } = new URL(this.#url);
    if (why !== null && !this.#trouble) this.#log.warn('The dead-man address does not take the signal', { host, why });
    if (why === null && this.#trouble) this.#log.info('The dead-man address takes the signal again', { host });
    this.#trouble = why !== null;
  }
}

/** Begins the signal where DEADMAN_URL is set. */
export function startDeadMan(
  parts: {
    readonly url: string | null;
    readonly clock: Clock;
    readonly log: Log;
    readonly isReady: () => Promise<boolean>;
  },
  stoppers: Stoppers,
): void {
  const { url } = parts;
  if (url === null) return;
  const deadMan = new DeadMan({ ...parts, url, log: parts.log.with({ part: 'dead man' }) });
  deadMan.start();
  stoppers.add('dead man', () => deadMan.stop());
}
