import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What a program of its own answers, each question with what it takes and gives. */
export type Questions = Readonly<Record<string, (input: never) => unknown>>;
export type AskOf<Q extends Questions> = <K extends keyof Q & string>(
  name: K,
  input: Parameters<Q[K]>[0],
) => Promise<Awaited<ReturnType<Q[K]>>>;

interface Question {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
}
interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

export interface Child<Q extends Questions> {
  readonly pid: number;
  readonly ask: AskOf<Q>;
  stop(): void;
}

/** Starts a file of this folder as a process: clients must not take the time of who measures them. */
export function startChild<Q extends Questions>(file: string): Child<Q> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { serialization: 'advanced' });
  const waiting = new Map<number, { done: (value: never) => void; fail: (error: Error) => void }>();
  let next = 1;
  child.on('message', (answer: Answer) => {
    const request = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (answer.error === undefined) request?.done(answer.value as never);
    else request?.fail(new Error(answer.error));
  });
  child.once('exit', (code) => {
    for (const { fail } of waiting.values()) fail(new Error(`${file} ended with ${code}`));
    waiting.clear();
  });
  return {
    pid: child.pid ?? 0,
    ask: (name, input) =>
      new Promise((done, fail) => {
        const id = next++;
        waiting.set(id, { done, fail });
        child.send({ id, name, input } satisfies Question);
      }),
    stop: () => child.kill(),
  };
}

/** In the program: answers until its parent is gone. */
export function serveParent(questions: Questions): void {
  process.on('message', async ({ id, name, input }: Question) => {
    const answer = (rest: Omit<Answer, 'id'>): void => {
      process.send?.({ id, ...rest } satisfies Answer);
    };
    try {
      const handler = questions[name];
      if (!handler) throw new Error(`nobody answers ${name}`);
      answer({ value: await handler(input as never) });
    } catch (error) {
      answer({ error: String(error) });
    }
  });
  process.once('disconnect', () => process.exit(0));
}
