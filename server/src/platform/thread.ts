import { basename, parse } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { collectGarbageOnce } from './collect-once.ts';
import { Refusal, type RefusalMore } from './errors.ts';
import type { Log } from './log.ts';
import { overloaded, overloadOf } from './overload.ts';
import { yieldToOtherThreads } from './thread-priority.ts';

/** Calls that one side answers, each with its input and output. */
export type Calls = Readonly<Record<string, { readonly takes: unknown; readonly gives: unknown }>>;
export type Answers<C extends Calls> = {
  readonly [K in keyof C]: (input: C[K]['takes']) => C[K]['gives'] | Promise<C[K]['gives']>;
};
export type Ask<C extends Calls> = <K extends keyof C & string>(
  kind: K,
  input: C[K]['takes'],
) => Promise<C[K]['gives']>;

interface Question {
  readonly kind: 'ask';
  readonly id: number;
  readonly call: string;
  readonly input: unknown;
}
interface Answer {
  readonly kind: 'answer';
  readonly id: number;
  readonly value?: unknown;
  /** `overload`: refused, with seconds after which the call may be repeated. */
  readonly error?: {
    readonly message: string;
    readonly stack: string | undefined;
    readonly overload: RefusalMore | undefined;
  };
}
type Message = Question | Answer;

interface Wire {
  postMessage(message: Message, transfer?: readonly ArrayBuffer[]): void;
}

/** One side of the connection. */
class Talk {
  readonly #answers: Record<string, (input: never) => unknown>;
  readonly #wire: Wire;
  readonly #waiting = new Map<number, { done: (value: never) => void; fail: (error: Error) => void }>();
  #next = 1;

  constructor(wire: Wire, answers: object) {
    this.#wire = wire;
    this.#answers = { ...answers };
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  ask<T>(call: string, input: unknown): Promise<T> {
    return new Promise((done, fail) => {
      const id = this.#next++;
      this.#waiting.set(id, { done, fail });
      this.#wire.postMessage({ kind: 'ask', id, call, input });
    });
  }

  hear(message: Message): void {
    if (message.kind === 'ask') {
      this.#answer(message).catch(() => {});
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (!waiting) return;
    if (message.error?.overload)
      waiting.fail(new Refusal('unavailable', message.error.message, message.error.overload));
    else if (message.error) {
      const error = new Error(message.error.message);
      error.stack = message.error.stack;
      waiting.fail(error);
    } else waiting.done(message.value as never);
  }

  /** The other side has ended: pending calls fail. */
  end(error: Error): void {
    for (const { fail } of this.#waiting.values()) fail(error);
    this.#waiting.clear();
  }

  async #answer({ id, call, input }: Question): Promise<void> {
    try {
      const answer = this.#answers[call];
      if (!answer) throw new Error(`no answer is defined for ${call}`);
      const value = await answer(input as never);
      this.#wire.postMessage({ kind: 'answer', id, value }, buffersOf(value));
    } catch (error) {
      const overload = overloadOf(error);
      const { message, stack } = overload ?? (error instanceof Error ? error : new Error(String(error)));
      this.#wire.postMessage({ kind: 'answer', id, error: { message, stack, overload: overload?.more } });
    }
  }
}

/** Typed arrays of an answer are transferred instead of copied; the answering side must not keep them. */
function buffersOf(value: unknown, buffers: Set<ArrayBuffer> = new Set(), depth = 0): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    // A view of a shared pool (a small Buffer) must not be transferred with its neighbours.
    if (value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength) buffers.add(value.buffer);
  } else if (typeof value === 'object' && value !== null && depth < 5) {
    const items = value instanceof Map ? value.values() : Object.values(value);
    for (const part of items) buffersOf(part, buffers, depth + 1);
  }
  return depth === 0 ? [...buffers] : [];
}

export interface ThreadOptions<Ours extends Calls> {
  readonly file: URL;
  /** Plain data for the thread's start. */
  readonly data: unknown;
  readonly log: Log;
  /** Calls that the thread may make. */
  readonly answers: Answers<Ours>;
  /** Maximum number of pending calls; further ones are refused. */
  readonly maxWaiting?: number;
}

const restartMs = { least: 200, most: 10_000 };

/** Workers that run now, by the directory and name of their file. */
const running = new Map<Worker, string>();

/** Memory that V8 holds for the heap of each thread: bytes by thread, `line` for this one; alike threads are one. */
export async function threadHeaps(): Promise<Readonly<Record<string, number>>> {
  const bytes: Record<string, number> = { line: getHeapStatistics().total_physical_size };
  // A worker that ends meanwhile has none.
  const heaps = Array.from(running, async ([worker, name]) => ({
    name,
    heap: await worker.getHeapStatistics().catch(() => null),
  }));
  for (const { name, heap } of await Promise.all(heaps)) {
    if (heap) bytes[name] = (bytes[name] ?? 0) + heap.total_physical_size;
  }
  return bytes;
}

function startWorker(file: URL, data: unknown): Worker {
  const worker = new Worker(file, { workerData: data });
  const { dir, name } = parse(file.pathname);
  running.set(worker, `${basename(dir)}/${name}`);
  return worker.on('exit', () => running.delete(worker));
}

/** A worker thread that answers calls and is restarted when it dies. */
export class Thread<Theirs extends Calls, Ours extends Calls> {
  readonly #options: ThreadOptions<Ours>;
  #worker: Worker | null = null;
  #talk: Talk | null = null;
  #stopping = false;
  #waitMs = restartMs.least;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: ThreadOptions<Ours>) {
    this.#options = options;
  }

  start(): void {
    const { file, data, log, answers } = this.#options;
    const worker = startWorker(file, data);
    const talk = new Talk(
      { postMessage: (message, transfer) => worker.postMessage(message, [...(transfer ?? [])]) },
      answers,
    );
    this.#worker = worker;
    this.#talk = talk;
    worker.on('message', (message: Message) => talk.hear(message));
    worker.on('error', (error) => log.error('A thread failed', { error }));
    worker.on('exit', (code) => {
      talk.end(overloaded());
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#talk = null;
      if (this.#stopping) return;
      log.error('A thread ended; restarting it', { code, inMs: this.#waitMs });
      this.#timer = setTimeout(() => this.start(), this.#waitMs);
      this.#waitMs = Math.min(this.#waitMs * 2, restartMs.most);
    });
  }

  /** Fails as overloaded when too many calls are pending, or the thread is not running. */
  readonly ask: Ask<Theirs> = (call, input) => {
    if (this.waiting >= (this.#options.maxWaiting ?? 1_000)) return Promise.reject(overloaded());
    return this.carryOn(call, input);
  };

  /** The same for the next part of an answer in progress: not subject to the limit. */
  readonly carryOn: Ask<Theirs> = (call, input) =>
    this.#talk ? this.#talk.ask(call, input) : Promise.reject(overloaded());

  /** Number of pending calls. */
  get waiting(): number {
    return this.#talk?.waiting ?? 0;
  }

  /** Lets the thread finish its work (`stop` among its answers), then ends it. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#talk?.ask('stop', null).catch(() => {});
    await this.#worker?.terminate();
  }
}

/** A thread that starts with the first call and ends after a time without one, since it needs memory of its own. */
export class OccasionalThread<Theirs extends Calls, Ours extends Calls> {
  readonly #options: ThreadOptions<Ours>;
  readonly #idleMs: number;
  #thread: Thread<Theirs, Ours> | null = null;
  #calls = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: ThreadOptions<Ours>, idleMs: number) {
    this.#options = options;
    this.#idleMs = idleMs;
  }

  get isRunning(): boolean {
    return this.#thread !== null;
  }

  /** Starts the thread if it does not run. Fails as that of a Thread. */
  readonly ask: Ask<Theirs> = async (call, input) => {
    clearTimeout(this.#idle);
    if (!this.#thread) {
      this.#thread = new Thread(this.#options);
      this.#thread.start();
    }
    this.#calls++;
    try {
      return await this.#thread.ask(call, input);
    } finally {
      this.#calls--;
      if (this.#calls === 0) this.#idle = setTimeout(() => void this.stop(), this.#idleMs).unref();
    }
  };

  /** A further call about one in progress; fails as overloaded while the thread does not run. */
  readonly carryOn: Ask<Theirs> = (call, input) =>
    this.#thread ? this.#thread.carryOn(call, input) : Promise.reject(overloaded());

  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = null;
    await thread?.stop();
  }
}

/** Runs a file in a thread of its own, which posts one message and ends. A failure of the thread is thrown. */
export const runThread = (file: URL, data: unknown): Promise<unknown> =>
  new Promise((done, failed) => {
    const worker = startWorker(file, data);
    worker.once('message', done);
    worker.once('error', failed);
    worker.once('exit', (code) => failed(new Error(`${file.pathname} ended with code ${code} and no result`)));
  });

/** Inside such a thread: posts its result. */
export const postResult = (result: Uint8Array): void => parentPort?.postMessage(result);

/** Inside the thread: answers calls, and returns the function to call back. */
export function serveThread<Theirs extends Calls, Ours extends Calls>(
  answers: (ask: Ask<Ours>) => Answers<Theirs> & { readonly stop: () => Promise<void> | void },
): void {
  const port = parentPort;
  if (isMainThread || !port) throw new Error('not in a thread');
  yieldToOtherThreads();
  const wire: Wire = { postMessage: (message, transfer) => port.postMessage(message, [...(transfer ?? [])]) };
  const ask: Ask<Ours> = (call, input) => talk.ask(call, input);
  const talk: Talk = new Talk(wire, answers(ask));
  port.on('message', (message: Message) => talk.hear(message));
  collectGarbageOnce();
}

/** The data that the thread was started with. */
export const threadData = (): unknown => workerData;
