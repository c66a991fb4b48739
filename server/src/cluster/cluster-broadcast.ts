import type { Notification } from '@tocsin/contract/live';
import type { Committed } from '../pipeline/types.ts';
import type { Bus } from '../platform/bus.ts';
import { pack, unpack } from './messages.ts';
import type { Moved } from './ownership.ts';

/** The catalog change of features/devices, which this folder must not import. */
type CatalogScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'devices'; readonly ids: readonly number[] }
  | { readonly kind: 'site' | 'client'; readonly id: number };

/** A message that every process receives from every other. */
export interface ClusterNews {
  /** Events of a commit. */
  readonly committed: Committed;
  readonly acknowledged: readonly Notification[];
  /** Devices, sites or settings have changed, with their ids. */
  readonly catalog: CatalogScope;
  /** Partitions have new owners. */
  readonly moved: Moved;
}
interface Broadcast {
  readonly from: string;
  readonly news: unknown;
}

/** Publishes to all other processes, in order; a process does not receive its own messages. */
export class ClusterBroadcast {
  readonly #bus: Bus;
  readonly #me: string;
  readonly #stops: (() => void)[] = [];

  constructor(bus: Bus, me: string) {
    this.#bus = bus;
    this.#me = me;
  }

  publish<Kind extends keyof ClusterNews>(kind: Kind, news: ClusterNews[Kind]): void {
    this.#bus.publish(`news.${kind}`, pack({ from: this.#me, news } satisfies Broadcast));
  }

  on<Kind extends keyof ClusterNews>(kind: Kind, fn: (news: ClusterNews[Kind]) => void): void {
    this.#stops.push(
      this.#bus.subscribe(`news.${kind}`, (bytes) => {
        const { from, news } = unpack<Broadcast>(bytes);
        // Published with the same kind, which determines the type of the news.
        if (from !== this.#me) fn(news as ClusterNews[Kind]);
      }),
    );
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }
}
