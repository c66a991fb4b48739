import { setTimeout as pause } from 'node:timers/promises';
import type { DeviceId } from '@tocsin/contract/ids';
import { GoneError, type PipelineCommands } from '../pipeline/commands.ts';
import { siteItself } from '../pipeline/types.ts';
import type { Bus } from '../platform/bus.ts';
import { Refusal } from '../platform/errors.ts';
import { pack, unpack } from './messages.ts';
import type { Ownership } from './ownership.ts';
import { partitionOf } from './partition.ts';
import { PartitionSubscriptions } from './partition-subscriptions.ts';

/** Commands that features send to the pipeline, whichever process owns the device. */
type Commands = Pick<PipelineCommands, 'test' | 'comment' | 'fix' | 'administered' | 'shelve' | 'walk'>;
/** Commands, and queries that only the owner can answer, in one form that can be sent. */
type CommandRequest = {
  readonly [Verb in keyof Answers]: { readonly verb: Verb; readonly args: Parameters<Answers[Verb]> };
}[keyof Answers];
export interface Answers extends Commands {
  /** The live document of a device; null when it has never sent anything. */
  document(id: DeviceId): Promise<string | null>;
}
type Reply =
  | { readonly kind: 'done'; readonly answer: unknown }
  | { readonly kind: 'moved' }
  | { readonly kind: 'failed'; readonly text: string };

export interface CommandDependencies {
  /** Maximum wait for an owner and for its answer, milliseconds. */
  readonly patienceMs?: number;
  readonly bus: Bus;
  readonly ownership: Pick<Ownership, 'holds' | 'ownerOf' | 'epochOf'>;
  readonly here: Answers;
}

const subjectOf = (partition: number, epoch: number): string => `do.${partition}.${epoch}`;
/** A partition lacks an owner for a few seconds at most; users do not wait longer. */
const patienceMs = 12_000;
const tryAgainMs = 200;
const retryAfterSeconds = 5;
const notNow = 'The device is with no process just now. Please try again in a moment.';
const unanswered = 'No answer came in time: it may have been done or not. Please look before you try again.';

/** Sends users' commands to the owner of their device and answers after its commit. */
export class RemoteCommands implements Answers {
  readonly #dependencies: CommandDependencies;
  readonly #subscriptions: PartitionSubscriptions;
  readonly #patienceMs: number;

  constructor(dependencies: CommandDependencies) {
    this.#dependencies = dependencies;
    this.#patienceMs = dependencies.patienceMs ?? patienceMs;
    this.#subscriptions = new PartitionSubscriptions(dependencies.bus, dependencies.ownership, subjectOf);
  }

  test: Answers['test'] = (...args) => this.#ask(args[0], { verb: 'test', args });
  comment: Answers['comment'] = (...args) => this.#ask(args[0].deviceId, { verb: 'comment', args });
  shelve: Answers['shelve'] = (...args) => this.#ask(args[0], { verb: 'shelve', args });
  walk: Answers['walk'] = (...args) => this.#ask(args[0], { verb: 'walk', args });
  fix: Answers['fix'] = (...args) => this.#ask(args[0], { verb: 'fix', args });
  administered: Answers['administered'] = (...args) =>
    this.#ask(args[0].deviceId ?? siteItself, { verb: 'administered', args });
  document: Answers['document'] = (...args) => this.#ask(args[0], { verb: 'document', args });

  open(partitions: readonly number[]): void {
    this.#subscriptions.open(partitions, (partition) => (bytes, answer) => {
      void this.#answer(partition, unpack<CommandRequest>(bytes)).then((reply) => answer(pack(reply)));
    });
  }

  close(partitions: Iterable<number>): void {
    this.#subscriptions.close(partitions);
  }

  stop(): void {
    this.#subscriptions.stop();
  }

  async #answer(partition: number, request: CommandRequest): Promise<Reply> {
    if (!this.#dependencies.ownership.holds(partition)) return { kind: 'moved' };
    try {
      return { kind: 'done', answer: await this.#here(request) };
    } catch (error) {
      if (error instanceof GoneError) return { kind: 'moved' };
      return { kind: 'failed', text: error instanceof Error ? error.message : String(error) };
    }
  }

  #here(request: CommandRequest): Promise<unknown> {
    const { here } = this.#dependencies;
    switch (request.verb) {
      case 'test':
        return here.test(...request.args);
      case 'comment':
        return here.comment(...request.args);
      case 'shelve':
        return here.shelve(...request.args);
      case 'walk':
        return here.walk(...request.args);
      case 'fix':
        return here.fix(...request.args);
      case 'administered':
        return here.administered(...request.args);
      case 'document':
        return here.document(...request.args);
      default:
        return request satisfies never;
    }
  }

  /** Retries until the device has an owner; throws a Refusal (503) without one. */
  async #ask<T>(id: DeviceId, request: CommandRequest): Promise<T> {
    const partition = partitionOf(id);
    const until = Date.now() + this.#patienceMs;
    for (;;) {
      const reply = await this.#once(partition, request);
      // The verb determines the type of the answer.
      if (reply?.kind === 'done') return reply.answer as T;
      if (reply?.kind === 'failed') throw new Error(reply.text);
      if (Date.now() > until) throw new Refusal('unavailable', notNow, { retryAfterSeconds });
      await pause(tryAgainMs);
    }
  }

  /** Returns null when no process was subscribed. */
  async #once(partition: number, request: CommandRequest): Promise<Reply | null> {
    const { bus, ownership } = this.#dependencies;
    if (ownership.holds(partition)) return this.#answer(partition, request);
    const { owner, epoch } = ownership.ownerOf(partition);
    if (owner === '' || !bus.isUp()) return null;
    try {
      return unpack<Reply>(await bus.request(subjectOf(partition, epoch), pack(request), this.#patienceMs));
    } catch (error) {
      if (isUnheard(error)) return null;
      // A command that may have been executed is not repeated.
      throw new Refusal('unavailable', unanswered, { retryAfterSeconds });
    }
  }
}

/** The subject has no subscriber, so nothing was executed. */
const isUnheard = (error: unknown): boolean =>
  error instanceof Error && (/no responders/i.test(error.message) || error.name === 'NoRespondersError');
