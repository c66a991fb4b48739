import type { Clock } from '../../../platform/clock.ts';

/** A turn held longer than this belongs to a slow host. */
const slowAfterMs = 5_000;

/** A turn in use, and since when. */
interface Turn {
  readonly since: number;
}
interface Host {
  readonly taken: Set<Turn>;
  readonly waiting: ((turn: Turn | null) => void)[];
  cancel: () => void;
}

/**
 * Limits concurrent deliveries per host. While the host is fast, further ones wait for a turn; when all its turns are
 * slow, waiting and new ones are turned away, so that a hanging host delays no others.
 */
export class HostLimits {
  readonly #clock: Clock;
  readonly #perHost: number;
  readonly #hosts = new Map<string, Host>();

  constructor(clock: Clock, perHost: number) {
    this.#clock = clock;
    this.#perHost = perHost;
  }

  /** Resolves with a function that releases the turn, or with null when the host is slow. */
  async take(name: string): Promise<(() => void) | null> {
    const host = this.#hosts.get(name) ?? { taken: new Set(), waiting: [], cancel: () => {} };
    this.#hosts.set(name, host);
    if (host.taken.size < this.#perHost) return this.#giverOf(name, host, this.#begin(host));
    if (this.#isSlow(host)) return null;
    const turn = await new Promise<Turn | null>((resolve) => {
      host.waiting.push(resolve);
      if (host.waiting.length === 1) host.cancel = this.#clock.after(slowAfterMs, () => this.#look(host));
    });
    return turn && this.#giverOf(name, host, turn);
  }

  #begin(host: Host): Turn {
    const turn = { since: this.#clock.now() };
    host.taken.add(turn);
    return turn;
  }

  #giverOf(name: string, host: Host, turn: Turn): () => void {
    return () => {
      if (!host.taken.delete(turn)) return;
      const next = host.waiting.shift();
      next?.(this.#begin(host));
      if (host.waiting.length === 0) host.cancel();
      if (host.taken.size === 0) this.#hosts.delete(name);
    };
  }

  #isSlow({ taken }: Host): boolean {
    return [...taken].every(({ since }) => this.#clock.now() - since >= slowAfterMs);
  }

  #look(host: Host): void {
    if (this.#isSlow(host)) for (const away of host.waiting.splice(0)) away(null);
    else if (host.waiting.length > 0) host.cancel = this.#clock.after(slowAfterMs, () => this.#look(host));
  }
}
