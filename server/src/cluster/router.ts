import type { DeviceId } from '@tocsin/contract/ids';
import type { Intake, Message, Receipt } from '../pipeline/1-receive/intake.ts';
import type { RefusalKind } from '../pipeline/types.ts';
import type { Note } from './messages.ts';
import type { Ownership } from './ownership.ts';
import { partitionOf } from './partition.ts';
import type { PartitionOutbox } from './partition-outbox.ts';

const defaultBytes = 2_048;
const noteBytes = 64;

/** The intake of a process in a cluster: the pipeline for our devices, their owner for all others. */
export class Router implements Intake {
  readonly #line: Intake;
  readonly #outbox: PartitionOutbox;
  readonly #ownership: Pick<Ownership, 'holds'>;
  /** Sessions at our adapters, for processes that take over their devices. */
  readonly #sessions = new Map<DeviceId, Set<number>>();

  constructor(pipeline: Intake, outbox: PartitionOutbox, ownership: Pick<Ownership, 'holds'>) {
    this.#line = pipeline;
    this.#outbox = outbox;
    this.#ownership = ownership;
  }

  take(message: Message, answer: (receipt: Receipt) => void): void {
    const { deviceId, bytes = defaultBytes } = message;
    if (this.#isHere(deviceId)) this.#line.take(message, answer);
    else this.#outbox.put({ kind: 'message', deviceId, message, answer, bytes, since: Date.now() });
  }

  beginSession(deviceId: DeviceId, session: number): void {
    const open = this.#sessions.get(deviceId) ?? new Set();
    this.#sessions.set(deviceId, open.add(session));
    if (this.#isHere(deviceId)) this.#line.beginSession(deviceId, session);
    else this.#note({ kind: 'begin', deviceId, session });
  }

  endSession(deviceId: DeviceId, session: number): void {
    const open = this.#sessions.get(deviceId);
    open?.delete(session);
    if (open?.size === 0) this.#sessions.delete(deviceId);
    if (this.#isHere(deviceId)) this.#line.endSession(deviceId, session);
    else this.#note({ kind: 'end', deviceId, session });
  }

  countRefused(deviceId: DeviceId, why: RefusalKind): void {
    if (this.#isHere(deviceId)) this.#line.countRefused(deviceId, why);
    else this.#note({ kind: 'count', deviceId, why });
  }

  reportsByException(device: DeviceId): boolean {
    return this.#line.reportsByException(device);
  }

  full(device?: DeviceId): boolean {
    return this.#line.full(device) || this.#outbox.full();
  }

  whenRoom(fn: () => void): void {
    if (this.#line.full()) this.#line.whenRoom(fn);
    else this.#outbox.whenRoom(fn);
  }

  /** These partitions have new owners, which do not know the sessions at our adapters yet. */
  moved(partitions: readonly number[]): void {
    const which = new Set(partitions);
    this.#publish((deviceId) => which.has(partitionOf(deviceId)));
  }

  /** Announces every session again; repeating one changes nothing. */
  publishSessions(): void {
    this.#publish((deviceId) => !this.#isHere(deviceId));
  }

  #publish(isMeant: (deviceId: DeviceId) => boolean): void {
    for (const [deviceId, open] of this.#sessions) {
      if (!isMeant(deviceId)) continue;
      for (const session of open) {
        if (this.#isHere(deviceId)) this.#line.beginSession(deviceId, session);
        else this.#note({ kind: 'begin', deviceId, session });
      }
    }
  }

  #isHere(id: DeviceId): boolean {
    const partition = partitionOf(id);
    return this.#ownership.holds(partition) && this.#outbox.isEmpty(partition);
  }

  #note(item: Note): void {
    this.#outbox.put({ kind: 'note', deviceId: item.deviceId, item, bytes: noteBytes, since: Date.now() });
  }
}
