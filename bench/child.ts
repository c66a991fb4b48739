import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The calls that a child process answers, with their arguments and results. */
export type Questions = Readonly<Record<string, (input: never) => unknown>>;
type AskOf<Q extends Questions> = <K extends keyof Q & string>(
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

/** Starts a file of this folder as a child process, so that clients do not use the measured process's time. */
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

/** In the child: answers calls until the parent exits. */
export function serveParent(questions: Questions): void {
  process.on('message', async ({ id, name, input }: Question) => {
    const answer = (rest: Omit<Answer, 'id'>): void => {
      process.send?.({ id, ...rest } satisfies Answer);
    };
    try {
      const handler = questions[name];
      if (!handler) throw new Error(`there is no handler for ${name}`);
      answer({ value: await handler(input as never) });
    } catch (error) {
      answer({ error: String(error) });
    }
  });
  process.once('disconnect', () => process.exit(0));
}
