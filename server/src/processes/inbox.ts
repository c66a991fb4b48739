import type { DeviceId } from '@tocsin/contract/ids';
import type { Bus } from '../base/bus.ts';
import type { Intake } from '../flow/1-receive/intake.ts';
import { subjectOf } from './outbox.ts';
import type { Ownership } from './ownership.ts';
import { PartitionDoors } from './partition-doors.ts';
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
} from './wire.ts';

export interface InboxPorts {
  readonly bus: Bus;
  readonly ownership: Pick<Ownership, 'holds' | 'epochOf'>;
  readonly line: Intake;
}

interface OpenSession {
  readonly device: DeviceId;
  readonly session: number;
}

/** Lists of sensors in one answer; more are asked for again. */
const mostLayoutSensors = 4_000;
/** A process that has not been seen for so long is gone, and with it its devices' sessions. */
const goneAfterMs = 10_000;

/** What other processes' doors bring for our partitions, each under the epoch in which it is ours. */
export class Inbox {
  readonly #ports: InboxPorts;
  readonly #doors: PartitionDoors;
  /** Sessions that each process's doors have open with our devices. */
  readonly #sessions = new Map<string, { seenAt: number; readonly open: Map<string, OpenSession> }>();

  constructor(ports: InboxPorts) {
    this.#ports = ports;
    this.#doors = new PartitionDoors(ports.bus, ports.ownership, subjectOf);
  }

  open(partitions: readonly number[]): void {
    this.#doors.open(
      partitions,
      (partition, epoch) => (bytes, answer) =>
        this.#deliver(partition, epoch, unpack<Delivery>(bytes), (delivered) => answer(pack(delivered))),
    );
  }

  close(partitions: Iterable<number>): void {
    this.#doors.close(partitions);
  }

  stop(): void {
    this.#doors.stop();
  }

  /** Sessions of a process that died have ended. */
  seen(processes: readonly string[], now: number): void {
    for (const [process, sessions] of this.#sessions) {
      if (processes.includes(process)) sessions.seenAt = now;
      else if (now - sessions.seenAt > goneAfterMs) {
        this.#sessions.delete(process);
        for (const { device, session } of sessions.open.values()) this.#ports.line.endSession(device, session);
      }
    }
  }

  #deliver(partition: number, epoch: number, delivery: Delivery, reply: (delivered: Delivered) => void): void {
    const { ownership, line } = this.#ports;
    // Handed over, or we have stood still and must not speak before we know.
    if (!ownership.holds(partition) || ownership.epochOf(partition) !== epoch) reply(null);
    else if (line.full()) line.whenRoom(() => this.#deliver(partition, epoch, delivery, reply));
    else this.#take(delivery, reply);
  }

  #take({ from, items }: Delivery, reply: (delivered: Delivered) => void): void {
    const answers: Answer[] = new Array(items.length);
    let left = items.length;
    let sensors = 0;
    items.forEach((item, index) => {
      const settle = (answer: Answer): void => {
        // A list of sensors that was sent along stands.
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
          isFirst || sensors <= mostLayoutSensors ? { kind: 'layout', layout: plainLayout(layout) } : { kind: 'later' };
      });
      this.#ports.line.take(message, settle);
    });
    if (items.length === 0) reply([]);
  }

  #note(from: string, item: Note): void {
    const { line } = this.#ports;
    if (item.kind === 'count') {
      line.countRefused(item.deviceId, item.why);
      return;
    }
    const sessions = this.#sessions.get(from) ?? { seenAt: Date.now(), open: new Map() };
    this.#sessions.set(from, sessions);
    // A gateway's session is that of many devices.
    const key = `${item.deviceId} ${item.session}`;
    if (item.kind === 'begin') {
      sessions.open.set(key, { device: item.deviceId, session: item.session });
      line.beginSession(item.deviceId, item.session);
    } else {
      sessions.open.delete(key);
      line.endSession(item.deviceId, item.session);
    }
  }
}
