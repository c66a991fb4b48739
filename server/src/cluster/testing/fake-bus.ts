import type { Bus } from '../../platform/bus.ts';

type Listener = (bytes: Buffer, answer: (bytes: Uint8Array) => void) => void;

/** An in-memory bus between processes of one test; like NATS it stores nothing. */
export class FakeBus implements Bus {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #backs: (() => void)[] = [];
  up = true;
  readonly refused = { unsigned: 0, time: 0, replay: 0 };

  publish(subject: string, bytes: Uint8Array): void {
    for (const fn of this.#listeners.get(subject) ?? []) fn(Buffer.from(bytes), () => {});
  }

  subscribe(subject: string, fn: Listener): () => void {
    const all = this.#listeners.get(subject) ?? new Set();
    this.#listeners.set(subject, all.add(fn));
    return () => all.delete(fn);
  }

  async request(subject: string, bytes: Uint8Array, withinMs = 30_000): Promise<Buffer> {
    const [fn] = this.#listeners.get(subject) ?? [];
    if (!this.up || !fn) throw new Error('no responders');
    return await new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('timeout')), withinMs);
      fn(Buffer.from(bytes), (answer) => {
        clearTimeout(late);
        resolve(Buffer.from(answer));
      });
    });
  }

  onBack(fn: () => void): void {
    this.#backs.push(fn);
  }

  /** The connection was lost and is back. */
  back(): void {
    for (const fn of this.#backs) fn();
  }

  isUp(): boolean {
    return this.up;
  }

  async close(): Promise<void> {}
}
