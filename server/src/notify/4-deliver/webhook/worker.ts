import { attempt, claim, type DeliveryDependencies } from './delivery-worker.ts';
import { queuePending } from './queue-events.ts';

const lookMs = 1_000;
/** Attempts at the same time: of this process, of one webhook, of one host and of one client. */
const most = { all: 64, webhook: 4, host: 8, client: 16 } as const;

interface InFlight {
  readonly webhookId: number;
  readonly clientId: number;
  readonly host: string;
}

const hostOf = (url: string): string => new URL(url).host;

/** Queues and sends deliveries when notified, and looks every second: a notification can be lost with its connection. */
export class WebhookWorker {
  readonly #dependencies: DeliveryDependencies;
  readonly #sending = new Map<Promise<void>, InFlight>();
  #running: Promise<void> | null = null;
  #again = false;
  #failing = false;
  #stopped = false;
  #cancel: () => void = () => {};

  constructor(dependencies: DeliveryDependencies) {
    this.#dependencies = dependencies;
  }

  wake(): void {
    if (this.#stopped) return;
    this.#again = true;
    if (this.#running) return;
    this.#cancel();
    this.#running = this.#run().finally(() => {
      this.#running = null;
      if (!this.#stopped) this.#cancel = this.#dependencies.clock.after(lookMs, () => this.wake());
    });
  }

  /** Waits for attempts under way, at most as long as a receiver has for its answer. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.#running;
    await Promise.all(this.#sending.keys());
  }

  async #run(): Promise<void> {
    try {
      while (this.#again && !this.#stopped) {
        this.#again = await queuePending(this.#dependencies);
        await this.#start();
      }
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) this.#dependencies.log.warn('could not run the webhooks; retrying', { error });
      this.#failing = true;
    }
  }

  async #start(): Promise<void> {
    const room = most.all - this.#sending.size;
    if (room <= 0) return;
    const flights = [...this.#sending.values()];
    const count = (key: (one: InFlight) => number | string) =>
      [...Map.groupBy(flights, key)].map(([value, group]) => ({ key: String(value), count: group.length }));
    const due = await claim(
      this.#dependencies,
      { ...most, all: room },
      {
        webhook: count((one) => one.webhookId),
        host: count((one) => one.host),
        client: count((one) => one.clientId),
      },
    );
    for (const one of due) {
      const sent = attempt(this.#dependencies, one, this.#dependencies.timeout())
        .catch((error: unknown) => this.#dependencies.log.error('a webhook delivery failed', { error }))
        .finally(() => {
          this.#sending.delete(sent);
          this.wake();
        });
      this.#sending.set(sent, { webhookId: one.webhook_id, clientId: one.client_id, host: hostOf(one.url) });
    }
  }
}
