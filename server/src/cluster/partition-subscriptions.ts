import type { Bus } from '../platform/bus.ts';
import type { Ownership } from './ownership.ts';

/** Bus subscriptions for our partitions, each under its current epoch. */
export class PartitionSubscriptions {
  readonly #bus: Bus;
  readonly #ownership: Pick<Ownership, 'epochOf'>;
  readonly #subjectOf: (partition: number, epoch: number) => string;
  readonly #stops = new Map<number, () => void>();

  constructor(
    bus: Bus,
    ownership: Pick<Ownership, 'epochOf'>,
    subjectOf: (partition: number, epoch: number) => string,
  ) {
    this.#bus = bus;
    this.#ownership = ownership;
    this.#subjectOf = subjectOf;
  }

  /** Reopens an existing subscription, because its epoch may have changed. */
  open(
    partitions: readonly number[],
    heard: (partition: number, epoch: number) => Parameters<Bus['subscribe']>[1],
  ): void {
    for (const partition of partitions) {
      const epoch = this.#ownership.epochOf(partition);
      if (epoch === undefined) continue;
      this.#stops.get(partition)?.();
      this.#stops.set(partition, this.#bus.subscribe(this.#subjectOf(partition, epoch), heard(partition, epoch)));
    }
  }

  close(partitions: Iterable<number>): void {
    for (const partition of [...partitions]) {
      this.#stops.get(partition)?.();
      this.#stops.delete(partition);
    }
  }

  stop(): void {
    this.close(this.#stops.keys());
  }
}
