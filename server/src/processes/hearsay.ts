import type { Notification } from '@tocsin/contract/live';
import type { Bus } from '../base/bus.ts';
import type { Committed } from '../flow/passing.ts';
import type { Moved } from './ownership.ts';
import { pack, unpack } from './wire.ts';

/** As the devices' room says it, which this folder does not know. */
type CatalogScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'devices'; readonly ids: readonly number[] }
  | { readonly kind: 'site' | 'client'; readonly id: number };

/** What every process hears of every other. */
export interface News {
  /** Events of a commit. */
  readonly committed: Committed;
  readonly acknowledged: Notification;
  /** Devices, sites or settings were changed: which, in the catalog's words. */
  readonly catalog: CatalogScope;
  /** Partitions have changed hands. */
  readonly moved: Moved;
}
interface Told {
  readonly from: string;
  readonly news: unknown;
}

/** Tells all other processes, in the order of telling; one's own words are not heard. */
export class Hearsay {
  readonly #bus: Bus;
  readonly #me: string;
  readonly #stops: (() => void)[] = [];

  constructor(bus: Bus, me: string) {
    this.#bus = bus;
    this.#me = me;
  }

  tell<Kind extends keyof News>(kind: Kind, news: News[Kind]): void {
    this.#bus.publish(`news.${kind}`, pack({ from: this.#me, news } satisfies Told));
  }

  on<Kind extends keyof News>(kind: Kind, fn: (news: News[Kind]) => void): void {
    this.#stops.push(
      this.#bus.subscribe(`news.${kind}`, (bytes) => {
        const { from, news } = unpack<Told>(bytes);
        // Who told it had this kind's news in hand.
        if (from !== this.#me) fn(news as News[Kind]);
      }),
    );
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }
}
