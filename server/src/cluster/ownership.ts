import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { SettingError } from '../platform/config.ts';
import { PacedClient } from '../platform/connect-pace.ts';
import { connectionOf, type Database } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { partitionCount } from './partition.ts';
import * as store from './store.ts';

/** The known owner of a partition. */
export interface Owner {
  /** '' without an owner. */
  readonly owner: string;
  readonly epoch: number;
}
/** Partitions that changed owners together, as processes announce it. */
export interface Moved {
  readonly owner: string;
  readonly partitions: readonly (readonly [partition: number, epoch: number])[];
}

export interface OwnershipDependencies {
  readonly address: Database['address'];
  readonly log: Log;
  /** Unique for each start of a process. */
  readonly me: string;
  readonly roles: readonly string[];
  /** No other process is expected. */
  readonly alone: boolean;
  /** No other process can run: this one holds the lock on the data folder. */
  readonly certain: boolean;
  /** How long a single process waits for the previous owner to end, milliseconds. */
  readonly patienceMs?: number;
  /** Called synchronously when partitions are gained or lost. */
  gained(partitions: readonly number[]): void;
  lost(partitions: readonly number[]): void;
  /** Resolves when this process has no more queued entries of these partitions. */
  drain(partitions: readonly number[]): Promise<void>;
  publish(moved: Moved): void;
  /** Called when the owners of partitions changed; `taken`: those that the former owner did not release. */
  changed(partitions: readonly number[], taken: readonly number[]): void;
}

const renewMs = 2_000;
/** After this time without a renewal another process may have taken over: the lease minus the duration of a renewal. */
const sureMs = (store.leaseS - 0.5) * 1_000;
const answerWithinMs = 3_000;

/** Takes, renews and releases this process's partitions, using only the database's clock. */
export class Ownership {
  readonly #dependencies: OwnershipDependencies;
  readonly #held = new Map<number, number>();
  readonly #owners: Owner[] = Array.from({ length: partitionCount }, () => ({ owner: '', epoch: 0 }));
  /** Being released: no new work is accepted, queued entries are written. */
  readonly #leaving = new Set<number>();
  #client: pg.Client | null = null;
  #sureUntil = 0;
  #trouble = false;
  #stopping = false;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();
  #again = false;
  #processes: store.Round['processes'] = [];

  constructor(dependencies: OwnershipDependencies) {
    this.#dependencies = dependencies;
  }

  get held(): number {
    return this.#held.size;
  }

  get processes(): store.Round['processes'] {
    return this.#processes;
  }

  ownerOf(partition: number): Owner {
    return this.#owners[partition] ?? { owner: '', epoch: 0 };
  }

  /** The epoch for storing current evaluations; undefined when this process is not the owner. */
  epochOf(partition: number): number | undefined {
    return this.#held.get(partition);
  }

  /** Owned, and verified since this process was last suspended. */
  holds(partition: number): boolean {
    return this.#held.has(partition) && !this.#leaving.has(partition) && !this.#isUnsure();
  }

  /** An unavailable database renews no lease, but gives none to others either, so live data continues. */
  #isUnsure(): boolean {
    return !this.#dependencies.alone && !this.#trouble && performance.now() > this.#sureUntil;
  }

  /**
   * A single process: resolves when it owns everything. Otherwise resolves after the first check; partitions follow.
   */
  async start(): Promise<void> {
    if (this.#dependencies.alone) await this.#startAlone();
    else await this.#round();
    this.#next();
  }

  /** Checks and takes partitions immediately, after a release or a refused batch. */
  wake(): void {
    if (this.#stopping) return;
    this.#again = true;
    if (this.#timer) {
      clearTimeout(this.#timer);
      this.#timer = null;
      this.#run();
    }
  }

  /** Handles another process's announcement of changed partitions. */
  heard({ owner, partitions }: Moved): void {
    if (owner === this.#dependencies.me) return;
    const changed = partitions.filter(([partition, epoch]) => {
      const known = this.ownerOf(partition);
      return epoch > known.epoch || (epoch === known.epoch && owner !== known.owner);
    });
    this.#lose(changed.flatMap(([partition]) => (this.#held.has(partition) ? [partition] : [])));
    const taken = changed.flatMap(([partition, epoch]) => (this.#isTaken(partition, epoch) ? [partition] : []));
    for (const [partition, epoch] of changed) this.#owners[partition] = { owner, epoch };
    if (changed.length > 0)
      this.#dependencies.changed(
        changed.map(([partition]) => partition),
        taken,
      );
    if (owner === '') this.wake();
  }

  /** Writes queued entries, releases all partitions and announces it. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
    try {
      const client = await this.#connected();
      await store.leave(client, this.#dependencies.me);
      await this.#giveBack(client, [...this.#held.keys()]);
    } catch (error) {
      this.#dependencies.log.warn('Could not release partitions; other processes take them when the lease ends', {
        error,
      });
    }
    await this.#client?.end().catch(() => {});
  }

  #next(): void {
    if (this.#stopping) return;
    const wait = this.#again ? 0 : renewMs;
    this.#again = false;
    this.#timer = setTimeout(() => this.#run(), wait);
    this.#timer.unref();
  }

  #run(): void {
    this.#timer = null;
    this.#running = this.#round()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => this.#next());
  }

  #fail(error: unknown): void {
    if (!this.#trouble) this.#dependencies.log.warn('Could not renew leases', { error });
    this.#trouble = true;
    this.#leaving.clear();
    const broken = this.#client;
    this.#client = null;
    broken?.end().catch(() => {});
  }

  async #round(): Promise<void> {
    const began = performance.now();
    const { me, roles, alone } = this.#dependencies;
    const client = await this.#connected();
    const { rows, processes } = await store.renew(client, me, roles);
    const wasTrouble = this.#trouble;
    this.#see(rows, began);
    this.#processes = processes;
    // After a database outage all leases have ended: the other processes get one interval to renew theirs.
    if (this.#stopping || wasTrouble || !roles.includes('ingest')) return;
    const workers = processes.filter((one) => one.roles.includes('ingest')).length;
    const share = alone ? partitionCount : Math.ceil(partitionCount / workers);
    const surplus = this.#held.size - share;
    if (surplus > 0) await this.#giveBack(client, [...this.#held.keys()].slice(0, surplus));
    else if (surplus < 0 && rows.some((row) => row.free)) await this.#take(client, -surplus, false);
  }

  /** Applies the database's state as of the time of the query. */
  #see(rows: readonly store.PartitionRow[], began: number): void {
    const { me } = this.#dependencies;
    const changed: number[] = [];
    const lost: number[] = [];
    const taken: number[] = [];
    for (const { partition, owner, epoch } of rows) {
      const known = this.ownerOf(partition);
      if (epoch < known.epoch) continue;
      if (this.#held.has(partition) && (owner !== me || epoch !== this.#held.get(partition))) lost.push(partition);
      if (owner !== known.owner || epoch !== known.epoch) changed.push(partition);
      if (this.#isTaken(partition, epoch)) taken.push(partition);
      this.#owners[partition] = { owner, epoch };
    }
    this.#lose(lost);
    const wasUnsure = this.#isUnsure();
    this.#sureUntil = began + sureMs;
    this.#trouble = false;
    if (changed.length > 0 || wasUnsure)
      this.#dependencies.changed(wasUnsure ? rows.map((row) => row.partition) : changed, taken);
  }

  async #take(client: pg.ClientBase, most: number, all: boolean): Promise<void> {
    const { me, log } = this.#dependencies;
    const taken = await store.take(client, me, most, all);
    if (taken.length === 0) return;
    const left = taken.flatMap(({ partition, epoch }) => (this.#isTaken(partition, epoch) ? [partition] : []));
    for (const { partition, epoch } of taken) {
      this.#held.set(partition, epoch);
      this.#owners[partition] = { owner: me, epoch };
    }
    const partitions = taken.map(({ partition }) => partition);
    log.debug('took partitions', { partitions: partitions.length });
    this.#dependencies.gained(partitions);
    this.#dependencies.changed(partitions, left);
    this.#dependencies.publish({ owner: me, partitions: taken.map(({ partition, epoch }) => [partition, epoch]) });
  }

  async #giveBack(client: pg.ClientBase, partitions: readonly number[]): Promise<void> {
    if (partitions.length === 0) return;
    for (const partition of partitions) this.#leaving.add(partition);
    await this.#dependencies.drain(partitions);
    const moved = partitions.flatMap((partition) => {
      const epoch = this.#held.get(partition);
      return epoch === undefined ? [] : [[partition, epoch] as const];
    });
    await store.release(client, this.#dependencies.me, partitions);
    this.#lose(partitions);
    for (const [partition, epoch] of moved) this.#owners[partition] = { owner: '', epoch };
    this.#dependencies.changed(partitions, []);
    this.#dependencies.publish({ owner: '', partitions: moved });
  }

  /** The former owner did not release it, or is unknown to us: its last changes were not announced. */
  #isTaken(partition: number, epoch: number): boolean {
    const known = this.ownerOf(partition);
    return known.epoch > 0 && epoch > known.epoch + (known.owner === '' ? 1 : 0);
  }

  #lose(partitions: readonly number[]): void {
    if (partitions.length === 0) return;
    for (const partition of partitions) {
      this.#held.delete(partition);
      this.#leaving.delete(partition);
    }
    this.#dependencies.lost(partitions);
  }

  /** Waits for the previous owner to end, or refuses to start: two processes must not evaluate the same frames. */
  async #startAlone(): Promise<void> {
    const { me, roles, certain, patienceMs = (store.leaseS + 3) * 1_000 } = this.#dependencies;
    const until = Date.now() + patienceMs;
    const client = await this.#connected();
    for (;;) {
      const { rows } = await store.renew(client, me, roles);
      this.#see(rows, performance.now());
      const owners = new Set(rows.map((row) => row.owner).filter((owner) => owner !== '' && owner !== me));
      const dead = await store.deadOwners(client);
      const all = certain || [...owners].every((owner) => dead.includes(owner));
      await this.#take(client, partitionCount, all);
      if (this.#held.size === partitionCount) return;
      if (Date.now() > until)
        throw new SettingError(
          'Another Tocsin process uses this database. To run several, set NATS_URL; otherwise wait until the other one has stopped.',
        );
      await pause(250);
    }
  }

  async #connected(): Promise<pg.Client> {
    if (this.#client) return this.#client;
    const client = new PacedClient({
      ...connectionOf(this.#dependencies.address),
      application_name: `tocsin owner ${this.#dependencies.me}`,
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
      keepAlive: true,
    });
    const forget = () => {
      if (this.#client === client) this.#client = null;
    };
    client.on('error', forget);
    client.on('end', forget);
    try {
      await client.connect();
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    this.#client = client;
    return client;
  }
}
