import type { DeviceId } from '@tocsin/contract/ids';
import type { RemoteDeviceStatus, RemoteDevices } from '../pipeline/dependencies.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { Bus } from '../platform/bus.ts';
import { pack, unpack } from './messages.ts';
import type { Ownership } from './ownership.ts';
import { partitionCount, partitionOf } from './partition.ts';

export interface FeedDependencies {
  readonly bus: Bus;
  readonly ownership: Pick<Ownership, 'holds' | 'epochOf'>;
  /** The state of this process's own devices. */
  readonly pipeline: () => Pick<Pipeline, 'live' | 'document' | 'deviceStatuses'>;
}

/** The devices that a process's pages show; `first`: it has no document of them yet. */
interface Wanted {
  readonly devices: readonly DeviceId[];
  readonly first: boolean;
}
type RemoteStatusRow = readonly [DeviceId, RemoteDeviceStatus];

const wantAgainMs = 2_000;
/** A process that does not repeat its interest within this time no longer shows the device. */
const wantedForMs = 3 * wantAgainMs;
const statusMs = 1_000;

/**
 * Current device state across processes. Documents go over the bus only for devices that another process's pages show,
 * one subject each; a small summary of every device goes to all processes for their lists.
 */
export class ClusterLiveFeed implements RemoteDevices {
  readonly #dependencies: FeedDependencies;
  /** Devices of other processes that our pages show, with their unsubscribe functions. */
  readonly #watched = new Map<DeviceId, () => void>();
  readonly #documents = new Map<DeviceId, string>();
  readonly #statuses = new Map<DeviceId, RemoteDeviceStatus>();
  /** Our devices that other processes' pages show, and until when. */
  readonly #wanted = new Map<DeviceId, number>();
  readonly #restless = new Set<DeviceId>();
  readonly #stops: (() => void)[] = [];
  #timers: NodeJS.Timeout[] = [];

  constructor(dependencies: FeedDependencies) {
    this.#dependencies = dependencies;
  }

  start(): void {
    const { bus } = this.#dependencies;
    this.#stops.push(
      bus.subscribe('want.*', (bytes) => this.#want(unpack<Wanted>(bytes))),
      bus.subscribe('standing', (bytes) => {
        for (const [id, status] of unpack<readonly RemoteStatusRow[]>(bytes)) this.#statuses.set(id, status);
      }),
      bus.subscribe('standing-ask', () => this.#allStand()),
    );
    bus.onBack(() => this.ask());
    this.#timers = [
      setInterval(() => this.#say([...this.#watched.keys()], false), wantAgainMs),
      setInterval(() => this.#publishStatuses(), statusMs),
    ];
    for (const timer of this.#timers) timer.unref();
    this.ask();
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const stop of [...this.#stops, ...this.#watched.values()]) stop();
    this.#watched.clear();
  }

  /** Publishes the status of every device of ours, and the interests of our pages. */
  ask(): void {
    this.#dependencies.bus.publish('standing-ask', new Uint8Array());
    this.#say([...this.#watched.keys()], true);
  }

  document(id: DeviceId): string | null {
    return this.#documents.get(id) ?? null;
  }

  status(id: DeviceId): RemoteDeviceStatus | undefined {
    return this.#statuses.get(id);
  }

  /** Called when the first page starts to show this device, or the last one stops. */
  interest(id: DeviceId, on: boolean): void {
    this.#watched.get(id)?.();
    this.#watched.delete(id);
    this.#documents.delete(id);
    if (!on) return;
    const stop = this.#dependencies.bus.subscribe(`live.${id}`, (bytes) => {
      if (this.#isOurs(id)) return;
      this.#documents.set(id, bytes.toString('utf8'));
      this.#dependencies.pipeline().live.changed(id);
    });
    this.#watched.set(id, stop);
    this.#say([id], true);
  }

  /** Publishes a changed state of one of our devices. */
  changed(id: DeviceId): void {
    this.#restless.add(id);
    const until = this.#wanted.get(id);
    if (until === undefined) return;
    if (until < performance.now()) this.#wanted.delete(id);
    else this.#publish(id);
  }

  /**
   * These partitions have another owner: it receives our interests, and all processes receive the status of its
   * devices.
   */
  moved(partitions: readonly number[]): void {
    const which = new Set(partitions);
    this.#say(
      [...this.#watched.keys()].filter((id) => which.has(partitionOf(id))),
      true,
    );
    if (partitions.some((partition) => this.#dependencies.ownership.holds(partition))) this.#allStand();
  }

  #isOurs(id: DeviceId): boolean {
    return this.#dependencies.ownership.epochOf(partitionOf(id)) !== undefined;
  }

  #want({ devices, first }: Wanted): void {
    for (const id of devices) {
      if (!this.#dependencies.ownership.holds(partitionOf(id))) continue;
      const isNew = (this.#wanted.get(id) ?? 0) < performance.now();
      this.#wanted.set(id, performance.now() + wantedForMs);
      if (first || isNew) this.#publish(id);
    }
  }

  #say(devices: readonly DeviceId[], first: boolean): void {
    const others = devices.filter((id) => !this.#isOurs(id));
    for (let partition = 0; partition < partitionCount && others.length > 0; partition++) {
      const its = others.filter((id) => partitionOf(id) === partition);
      if (its.length > 0)
        this.#dependencies.bus.publish(`want.${partition}`, pack({ devices: its, first } satisfies Wanted));
    }
  }

  #publish(id: DeviceId): void {
    const text = this.#dependencies.pipeline().document(id);
    if (text !== null) this.#dependencies.bus.publish(`live.${id}`, Buffer.from(text, 'utf8'));
  }

  #allStand(): void {
    for (const [id] of this.#dependencies.pipeline().deviceStatuses('all')) this.#restless.add(id);
  }

  #publishStatuses(): void {
    if (this.#restless.size === 0) return;
    const rows = this.#dependencies.pipeline().deviceStatuses(this.#restless);
    this.#restless.clear();
    if (rows.length > 0) this.#dependencies.bus.publish('standing', pack(rows));
  }
}
