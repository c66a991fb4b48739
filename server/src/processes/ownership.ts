import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { SettingError } from '../base/config.ts';
import { connectionOf, type Database } from '../base/db.ts';
import type { Log } from '../base/log.ts';
import { partitionCount } from './partition.ts';
import * as store from './store.ts';

/** Who has a partition, as far as we know. */
export interface Owner {
  /** '' while nobody has it. */
  readonly owner: string;
  readonly epoch: number;
}
/** Partitions that changed hands together, as processes tell each other. */
export interface Moved {
  readonly owner: string;
  readonly partitions: readonly (readonly [partition: number, epoch: number])[];
}

export interface OwnershipPorts {
  readonly address: Database['address'];
  readonly log: Log;
  /** This start of this process: no other one ever has it. */
  readonly me: string;
  readonly roles: readonly string[];
  /** No other process is meant to be there. */
  readonly alone: boolean;
  /** Nobody else can live: the data folder's lock is ours. */
  readonly certain: boolean;
  /** How long a lone process waits for whoever has the database to end. */
  readonly patienceMs?: number;
  /** Called in the same turn in which they become ours, or stop being so. */
  gained(partitions: readonly number[]): void;
  lost(partitions: readonly number[]): void;
  /** Resolves when nothing of these partitions waits in us any more. */
  drain(partitions: readonly number[]): Promise<void>;
  tell(moved: Moved): void;
  /** The picture of who has what is another one; `taken`: those of them that their former owner did not give back. */
  changed(partitions: readonly number[], taken: readonly number[]): void;
}

const renewMs = 2_000;
/** Without a renewal for so long we may have been taken over: the lease, less what a renewal takes. */
const sureMs = (store.leaseS - 0.5) * 1_000;
const answerWithinMs = 3_000;

/** The partitions of this process: taken, renewed, given back; by the database's clock alone. */
export class Ownership {
  readonly #ports: OwnershipPorts;
  readonly #held = new Map<number, number>();
  readonly #owners: Owner[] = Array.from({ length: partitionCount }, () => ({ owner: '', epoch: 0 }));
  /** Being handed over: nothing new is begun, what waits is written. */
  readonly #leaving = new Set<number>();
  #client: pg.Client | null = null;
  #sureUntil = 0;
  #trouble = false;
  #stopping = false;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();
  #again = false;
  #processes: store.Round['processes'] = [];

  constructor(ports: OwnershipPorts) {
    this.#ports = ports;
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

  /** Under which epoch what we judge now may be stored; undefined: it is not ours. */
  epochOf(partition: number): number | undefined {
    return this.#held.get(partition);
  }

  /** Ours, and not just by a memory from before we stood still. */
  holds(partition: number): boolean {
    return this.#held.has(partition) && !this.#leaving.has(partition) && !this.#isUnsure();
  }

  /** A database that is away renews nothing and gives nothing to others either: then live pictures go on. */
  #isUnsure(): boolean {
    return !this.#ports.alone && !this.#trouble && performance.now() > this.#sureUntil;
  }

  /** Alone: resolves when everything is ours. Else after a first look; partitions come by and by. */
  async start(): Promise<void> {
    if (this.#ports.alone) await this.#startAlone();
    else await this.#round();
    this.#next();
  }

  /** Looks and takes at once: somebody has given something back, or a batch was refused. */
  wake(): void {
    if (this.#stopping) return;
    this.#again = true;
    if (this.#timer) {
      clearTimeout(this.#timer);
      this.#timer = null;
      this.#run();
    }
  }

  /** Another process has told that it took or gave back. */
  heard({ owner, partitions }: Moved): void {
    if (owner === this.#ports.me) return;
    const changed = partitions.filter(([partition, epoch]) => {
      const known = this.ownerOf(partition);
      return epoch > known.epoch || (epoch === known.epoch && owner !== known.owner);
    });
    this.#lose(changed.flatMap(([partition]) => (this.#held.has(partition) ? [partition] : [])));
    const taken = changed.flatMap(([partition, epoch]) => (this.#isTaken(partition, epoch) ? [partition] : []));
    for (const [partition, epoch] of changed) this.#owners[partition] = { owner, epoch };
    if (changed.length > 0)
      this.#ports.changed(
        changed.map(([partition]) => partition),
        taken,
      );
    if (owner === '') this.wake();
  }

  /** Writes what waits, gives everything back and tells so. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
    try {
      const client = await this.#connected();
      await store.leave(client, this.#ports.me);
      await this.#giveBack(client, [...this.#held.keys()]);
    } catch (error) {
      this.#ports.log.warn('Partitions were not given back; others take them when their lease is over', { error });
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
    if (!this.#trouble) this.#ports.log.warn('Leases could not be renewed', { error });
    this.#trouble = true;
    this.#leaving.clear();
    const broken = this.#client;
    this.#client = null;
    broken?.end().catch(() => {});
  }

  async #round(): Promise<void> {
    const began = performance.now();
    const { me, roles, alone } = this.#ports;
    const client = await this.#connected();
    const { rows, processes } = await store.renew(client, me, roles);
    const wasTrouble = this.#trouble;
    this.#see(rows, began);
    this.#processes = processes;
    // After the database was away all leases are over: the others get a round to renew theirs.
    if (this.#stopping || wasTrouble || !roles.includes('ingest')) return;
    const workers = processes.filter((one) => one.roles.includes('ingest')).length;
    const share = alone ? partitionCount : Math.ceil(partitionCount / workers);
    const surplus = this.#held.size - share;
    if (surplus > 0) await this.#giveBack(client, [...this.#held.keys()].slice(0, surplus));
    else if (surplus < 0 && rows.some((row) => row.free)) await this.#take(client, -surplus, false);
  }

  /** What the database says, as of the moment we asked. */
  #see(rows: readonly store.PartitionRow[], began: number): void {
    const { me } = this.#ports;
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
      this.#ports.changed(wasUnsure ? rows.map((row) => row.partition) : changed, taken);
  }

  async #take(client: pg.ClientBase, most: number, all: boolean): Promise<void> {
    const { me, log } = this.#ports;
    const taken = await store.take(client, me, most, all);
    if (taken.length === 0) return;
    const left = taken.flatMap(({ partition, epoch }) => (this.#isTaken(partition, epoch) ? [partition] : []));
    for (const { partition, epoch } of taken) {
      this.#held.set(partition, epoch);
      this.#owners[partition] = { owner: me, epoch };
    }
    const partitions = taken.map(({ partition }) => partition);
    log.debug('took partitions', { partitions: partitions.length });
    this.#ports.gained(partitions);
    this.#ports.changed(partitions, left);
    this.#ports.tell({ owner: me, partitions: taken.map(({ partition, epoch }) => [partition, epoch]) });
  }

  async #giveBack(client: pg.ClientBase, partitions: readonly number[]): Promise<void> {
    if (partitions.length === 0) return;
    for (const partition of partitions) this.#leaving.add(partition);
    await this.#ports.drain(partitions);
    const moved = partitions.flatMap((partition) => {
      const epoch = this.#held.get(partition);
      return epoch === undefined ? [] : [[partition, epoch] as const];
    });
    await store.release(client, this.#ports.me, partitions);
    this.#lose(partitions);
    for (const [partition, epoch] of moved) this.#owners[partition] = { owner: '', epoch };
    this.#ports.changed(partitions, []);
    this.#ports.tell({ owner: '', partitions: moved });
  }

  /** Not given back by whoever had it, or somebody had it of whom we never heard: what that one did last was not told. */
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
    this.#ports.lost(partitions);
  }

  /** Whoever had this database has ended, or we don't begin: two of us would judge the same frames. */
  async #startAlone(): Promise<void> {
    const { me, roles, certain, patienceMs = (store.leaseS + 3) * 1_000 } = this.#ports;
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
          'another Tocsin works on this database: several need NATS_URL, or wait until the other has ended',
        );
      await pause(250);
    }
  }

  async #connected(): Promise<pg.Client> {
    if (this.#client) return this.#client;
    const client = new pg.Client({
      ...connectionOf(this.#ports.address),
      application_name: `tocsin owner ${this.#ports.me}`,
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
      keepAlive: true,
    });
    const forget = () => {
      if (this.#client === client) this.#client = null;
    };
    client.on('error', forget);
    client.on('end', forget);
    await client.connect();
    this.#client = client;
    return client;
  }
}
