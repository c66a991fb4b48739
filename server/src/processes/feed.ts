import type { DeviceId } from '@tocsin/contract/ids';
import type { Bus } from '../base/bus.ts';
import type { Elsewhere, Standing } from '../line/ports.ts';
import type { Line } from '../line.ts';
import type { Ownership } from './ownership.ts';
import { partitionCount, partitionOf } from './partition.ts';
import { pack, unpack } from './wire.ts';

export interface FeedPorts {
  readonly bus: Bus;
  readonly ownership: Pick<Ownership, 'holds' | 'epochOf'>;
  /** What this process itself knows of its devices. */
  readonly line: () => Pick<Line, 'live' | 'document' | 'standings'>;
}

/** A process's pages show these devices; `first`: it has no document of them yet. */
interface Wanted {
  readonly devices: readonly DeviceId[];
  readonly first: boolean;
}
type StandingRow = readonly [DeviceId, Standing];

const wantAgainMs = 2_000;
/** Whoever has not said so again shows it no more. */
const wantedForMs = 3 * wantAgainMs;
const standingMs = 1_000;

/**
 * The present of devices across processes: documents go over the bus for devices that some process's pages show, one
 * subject each; how every device stands, in few bytes, goes to all for their lists.
 */
export class Feed implements Elsewhere {
  readonly #ports: FeedPorts;
  /** Devices of others that our pages show, with how to stop listening. */
  readonly #watched = new Map<DeviceId, () => void>();
  readonly #documents = new Map<DeviceId, string>();
  readonly #standings = new Map<DeviceId, Standing>();
  /** Devices of ours that others' pages show, and until when. */
  readonly #wanted = new Map<DeviceId, number>();
  readonly #restless = new Set<DeviceId>();
  readonly #stops: (() => void)[] = [];
  #timers: NodeJS.Timeout[] = [];

  constructor(ports: FeedPorts) {
    this.#ports = ports;
  }

  start(): void {
    const { bus } = this.#ports;
    this.#stops.push(
      bus.subscribe('want.*', (bytes) => this.#want(unpack<Wanted>(bytes))),
      bus.subscribe('standing', (bytes) => {
        for (const [id, standing] of unpack<readonly StandingRow[]>(bytes)) this.#standings.set(id, standing);
      }),
      bus.subscribe('standing-ask', () => this.#allStand()),
    );
    bus.onBack(() => this.ask());
    this.#timers = [
      setInterval(() => this.#say([...this.#watched.keys()], false), wantAgainMs),
      setInterval(() => this.#tellStandings(), standingMs),
    ];
    for (const timer of this.#timers) timer.unref();
    this.ask();
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const stop of [...this.#stops, ...this.#watched.values()]) stop();
    this.#watched.clear();
  }

  /** What every device does now, and what our pages show. */
  ask(): void {
    this.#ports.bus.publish('standing-ask', new Uint8Array());
    this.#say([...this.#watched.keys()], true);
  }

  document(id: DeviceId): string | null {
    return this.#documents.get(id) ?? null;
  }

  standing(id: DeviceId): Standing | undefined {
    return this.#standings.get(id);
  }

  /** The first page shows this device, or the last one has left it. */
  interest(id: DeviceId, on: boolean): void {
    this.#watched.get(id)?.();
    this.#watched.delete(id);
    this.#documents.delete(id);
    if (!on) return;
    const stop = this.#ports.bus.subscribe(`live.${id}`, (bytes) => {
      if (this.#isOurs(id)) return;
      this.#documents.set(id, bytes.toString('utf8'));
      this.#ports.line().live.changed(id);
    });
    this.#watched.set(id, stop);
    this.#say([id], true);
  }

  /** A device of ours has another present. */
  changed(id: DeviceId): void {
    this.#restless.add(id);
    const until = this.#wanted.get(id);
    if (until === undefined) return;
    if (until < performance.now()) this.#wanted.delete(id);
    else this.#tell(id);
  }

  /** These partitions have another owner: it learns what we show, and all learn how its devices stand. */
  moved(partitions: readonly number[]): void {
    const which = new Set(partitions);
    this.#say(
      [...this.#watched.keys()].filter((id) => which.has(partitionOf(id))),
      true,
    );
    if (partitions.some((partition) => this.#ports.ownership.holds(partition))) this.#allStand();
  }

  #isOurs(id: DeviceId): boolean {
    return this.#ports.ownership.epochOf(partitionOf(id)) !== undefined;
  }

  #want({ devices, first }: Wanted): void {
    for (const id of devices) {
      if (!this.#ports.ownership.holds(partitionOf(id))) continue;
      const isNew = (this.#wanted.get(id) ?? 0) < performance.now();
      this.#wanted.set(id, performance.now() + wantedForMs);
      if (first || isNew) this.#tell(id);
    }
  }

  #say(devices: readonly DeviceId[], first: boolean): void {
    const others = devices.filter((id) => !this.#isOurs(id));
    for (let partition = 0; partition < partitionCount && others.length > 0; partition++) {
      const its = others.filter((id) => partitionOf(id) === partition);
      if (its.length > 0) this.#ports.bus.publish(`want.${partition}`, pack({ devices: its, first } satisfies Wanted));
    }
  }

  #tell(id: DeviceId): void {
    const text = this.#ports.line().document(id);
    if (text !== null) this.#ports.bus.publish(`live.${id}`, Buffer.from(text, 'utf8'));
  }

  #allStand(): void {
    for (const [id] of this.#ports.line().standings('all')) this.#restless.add(id);
  }

  #tellStandings(): void {
    if (this.#restless.size === 0) return;
    const rows = this.#ports.line().standings(this.#restless);
    this.#restless.clear();
    if (rows.length > 0) this.#ports.bus.publish('standing', pack(rows));
  }
}
