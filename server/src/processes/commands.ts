import { setTimeout as pause } from 'node:timers/promises';
import type { DeviceId } from '@tocsin/contract/ids';
import type { Bus } from '../base/bus.ts';
import { Refusal } from '../base/errors.ts';
import { siteItself } from '../flow/passing.ts';
import { GoneError, type LineCommands } from '../line/commands.ts';
import type { Ownership } from './ownership.ts';
import { partitionOf } from './partition.ts';
import { PartitionDoors } from './partition-doors.ts';
import { pack, unpack } from './wire.ts';

/** What rooms may ask of the line, wherever the device's owner is. */
export type Commands = Pick<LineCommands, 'test' | 'comment' | 'fix' | 'administered'>;
/** The same, and questions that only the owner can answer, as one thing that can be sent. */
type Asked = {
  readonly [Verb in keyof Answers]: { readonly verb: Verb; readonly args: Parameters<Answers[Verb]> };
}[keyof Answers];
export interface Answers extends Commands {
  /** The live document of a device; null while nothing was heard of it. */
  document(id: DeviceId): Promise<string | null>;
}
type Reply =
  | { readonly kind: 'done'; readonly answer: unknown }
  | { readonly kind: 'moved' }
  | { readonly kind: 'failed'; readonly text: string };

export interface CommandPorts {
  /** How long somebody waits for an owner, and for its answer. */
  readonly patienceMs?: number;
  readonly bus: Bus;
  readonly ownership: Pick<Ownership, 'holds' | 'ownerOf' | 'epochOf'>;
  readonly here: Answers;
}

const subjectOf = (partition: number, epoch: number): string => `do.${partition}.${epoch}`;
/** A partition is without an owner for seconds at most; a person does not wait longer. */
const patienceMs = 12_000;
const tryAgainMs = 200;
const retryAfterSeconds = 5;
const notNow = 'The device is with no process just now. Please try again in a moment.';
const unanswered = 'No answer came in time: it may have been done or not. Please look before you try again.';

/** Persons' commands go to the owner of their device and are answered after its commit. */
export class RemoteCommands implements Answers {
  readonly #ports: CommandPorts;
  readonly #doors: PartitionDoors;
  readonly #patienceMs: number;

  constructor(ports: CommandPorts) {
    this.#ports = ports;
    this.#patienceMs = ports.patienceMs ?? patienceMs;
    this.#doors = new PartitionDoors(ports.bus, ports.ownership, subjectOf);
  }

  test: Answers['test'] = (...args) => this.#ask(args[0], { verb: 'test', args });
  comment: Answers['comment'] = (...args) => this.#ask(args[0].deviceId, { verb: 'comment', args });
  fix: Answers['fix'] = (...args) => this.#ask(args[0], { verb: 'fix', args });
  administered: Answers['administered'] = (...args) =>
    this.#ask(args[0].deviceId ?? siteItself, { verb: 'administered', args });
  document: Answers['document'] = (...args) => this.#ask(args[0], { verb: 'document', args });

  open(partitions: readonly number[]): void {
    this.#doors.open(partitions, (partition) => (bytes, answer) => {
      void this.#answer(partition, unpack<Asked>(bytes)).then((reply) => answer(pack(reply)));
    });
  }

  close(partitions: Iterable<number>): void {
    this.#doors.close(partitions);
  }

  stop(): void {
    this.#doors.stop();
  }

  async #answer(partition: number, asked: Asked): Promise<Reply> {
    if (!this.#ports.ownership.holds(partition)) return { kind: 'moved' };
    try {
      return { kind: 'done', answer: await this.#here(asked) };
    } catch (error) {
      if (error instanceof GoneError) return { kind: 'moved' };
      return { kind: 'failed', text: error instanceof Error ? error.message : String(error) };
    }
  }

  #here(asked: Asked): Promise<unknown> {
    const { here } = this.#ports;
    switch (asked.verb) {
      case 'test':
        return here.test(...asked.args);
      case 'comment':
        return here.comment(...asked.args);
      case 'fix':
        return here.fix(...asked.args);
      case 'administered':
        return here.administered(...asked.args);
      case 'document':
        return here.document(...asked.args);
      default:
        return asked satisfies never;
    }
  }

  /** Again until somebody has the device; 503 when nobody does. */
  async #ask<T>(id: DeviceId, asked: Asked): Promise<T> {
    const partition = partitionOf(id);
    const until = Date.now() + this.#patienceMs;
    for (;;) {
      const reply = await this.#once(partition, asked);
      // The verb says which answer it is.
      if (reply?.kind === 'done') return reply.answer as T;
      if (reply?.kind === 'failed') throw new Error(reply.text);
      if (Date.now() > until) throw new Refusal('unavailable', notNow, { retryAfterSeconds });
      await pause(tryAgainMs);
    }
  }

  /** null: nobody was there to hear it. */
  async #once(partition: number, asked: Asked): Promise<Reply | null> {
    const { bus, ownership } = this.#ports;
    if (ownership.holds(partition)) return this.#answer(partition, asked);
    const { owner, epoch } = ownership.ownerOf(partition);
    if (owner === '' || !bus.isUp()) return null;
    try {
      return unpack<Reply>(await bus.request(subjectOf(partition, epoch), pack(asked), this.#patienceMs));
    } catch (error) {
      if (isUnheard(error)) return null;
      // A command that may have been done is not sent twice.
      throw new Refusal('unavailable', unanswered, { retryAfterSeconds });
    }
  }
}

/** Nobody listens at this subject: surely nothing was done. */
const isUnheard = (error: unknown): boolean =>
  error instanceof Error && (/no responders/i.test(error.message) || error.name === 'NoRespondersError');
