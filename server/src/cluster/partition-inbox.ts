import type { DeviceId } from '@tocsin/contract/ids';
import type { Intake } from '../pipeline/1-receive/intake.ts';
import type { Bus } from '../platform/bus.ts';
import {
  type Answer,
  type Delivered,
  type Delivery,
  isNote,
  messageOf,
  type Note,
  pack,
  plainLayout,
  unpack,
} from './messages.ts';
import type { Ownership } from './ownership.ts';
import { subjectOf } from './partition-outbox.ts';
import { PartitionSubscriptions } from './partition-subscriptions.ts';

export interface InboxDependencies {
  readonly bus: Bus;
  readonly ownership: Pick<Ownership, 'holds' | 'epochOf'>;
  readonly pipeline: Intake;
}

interface OpenSession {
  readonly device: DeviceId;
  readonly session: number;
}

/** Maximum layouts in one answer; others are requested again. */
const maxLayoutSensors = 4_000;
/** A process not seen for this long is gone, and the sessions of its devices have ended. */
const goneAfterMs = 10_000;

/** Receives what other processes' adapters send for our partitions, each under its current epoch. */
export class PartitionInbox {
  readonly #dependencies: InboxDependencies;
  readonly #subscriptions: PartitionSubscriptions;
  /** Open sessions of our devices at each process's adapters. */
  readonly #sessions = new Map<string, { seenAt: number; readonly open: Map<string, OpenSession> }>();

  constructor(dependencies: InboxDependencies) {
    this.#dependencies = dependencies;
    this.#subscriptions = new PartitionSubscriptions(dependencies.bus, dependencies.ownership, subjectOf);
  }

  open(partitions: readonly number[]): void {
    this.#subscriptions.open(
      partitions,
      (partition, epoch) => (bytes, answer) =>
        this.#deliver(partition, epoch, unpack<Delivery>(bytes), (delivered) => answer(pack(delivered))),
    );
  }

  close(partitions: Iterable<number>): void {
    this.#subscriptions.close(partitions);
  }

  stop(): void {
    this.#subscriptions.stop();
  }

  /** Ends the sessions of a process that died. */
  seen(processes: readonly string[], now: number): void {
    for (const [process, sessions] of this.#sessions) {
      if (processes.includes(process)) sessions.seenAt = now;
      else if (now - sessions.seenAt > goneAfterMs) {
        this.#sessions.delete(process);
        for (const { device, session } of sessions.open.values())
          this.#dependencies.pipeline.endSession(device, session);
      }
    }
  }

  #deliver(partition: number, epoch: number, delivery: Delivery, reply: (delivered: Delivered) => void): void {
    const { ownership, pipeline } = this.#dependencies;
    // Released, or this process was suspended and must first verify its ownership.
    if (!ownership.holds(partition) || ownership.epochOf(partition) !== epoch) reply(null);
    else if (pipeline.full()) pipeline.whenRoom(() => this.#deliver(partition, epoch, delivery, reply));
    else this.#take(delivery, reply);
  }

  #take({ from, items }: Delivery, reply: (delivered: Delivered) => void): void {
    const answers: Answer[] = new Array(items.length);
    let left = items.length;
    let sensors = 0;
    items.forEach((item, index) => {
      const settle = (answer: Answer): void => {
        // The layout sent with an item is the current one.
        answers[index] ??= answer;
        if (--left === 0) reply(answers);
      };
      if (isNote(item)) {
        this.#note(from, item);
        settle({ kind: 'again' });
        return;
      }
      const message = messageOf(item, (layout) => {
        sensors += layout.sensors.length;
        const isFirst = sensors === layout.sensors.length;
        answers[index] =
          isFirst || sensors <= maxLayoutSensors ? { kind: 'layout', layout: plainLayout(layout) } : { kind: 'later' };
      });
      this.#dependencies.pipeline.take(message, settle);
    });
    if (items.length === 0) reply([]);
  }

  #note(from: string, item: Note): void {
    const { pipeline } = this.#dependencies;
    if (item.kind === 'count') {
      pipeline.countRefused(item.deviceId, item.why);
      return;
    }
    const sessions = this.#sessions.get(from) ?? { seenAt: Date.now(), open: new Map() };
    this.#sessions.set(from, sessions);
    // A gateway's session serves many devices.
    const key = `${item.deviceId} ${item.session}`;
    if (item.kind === 'begin') {
      sessions.open.set(key, { device: item.deviceId, session: item.session });
      pipeline.beginSession(item.deviceId, item.session);
    } else {
      sessions.open.delete(key);
      pipeline.endSession(item.deviceId, item.session);
    }
  }
}
