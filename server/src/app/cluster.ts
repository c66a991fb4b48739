import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { DeviceId } from '@tocsin/contract/ids';
import { ClusterBroadcast } from '../cluster/cluster-broadcast.ts';
import type { ClusterLiveFeed } from '../cluster/live-feed.ts';
import { Ownership, type OwnershipDependencies } from '../cluster/ownership.ts';
import { partitionOf } from '../cluster/partition.ts';
import { PartitionInbox } from '../cluster/partition-inbox.ts';
import { PartitionOutbox } from '../cluster/partition-outbox.ts';
import { type Answers, RemoteCommands } from '../cluster/remote-commands.ts';
import { Router } from '../cluster/router.ts';
import type { LiveCatalog } from '../features/devices/index.ts';
import type { Intake } from '../pipeline/1-receive/intake.ts';
import type { PartitionEpochOf } from '../pipeline/4-persist/fence.ts';
import type { FrameWriter } from '../pipeline/4-persist/frame-writer.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { type Bus, openBus } from '../platform/bus.ts';
import { type Config, SettingError } from '../platform/config.ts';
import type { RunningDatabase } from '../platform/db.ts';
import { createEncryption } from '../platform/encryption.ts';
import type { Log } from '../platform/log.ts';
import { ActiveEvents } from './active-events.ts';
import type { ShutdownHooks } from './shutdown-hooks.ts';

/** A short, unique name of this process run, for partitions and database sessions. */
export const processName = (): string => `${hostname().slice(0, 20)}-${process.pid}-${randomBytes(4).toString('hex')}`;

/** Tracks which partitions this process owns. The change callbacks are set once the pipeline exists. */
export function createOwnership(
  dependencies: { readonly config: Config; readonly database: RunningDatabase; readonly log: Log; readonly me: string },
  reactions: Pick<OwnershipDependencies, 'gained' | 'lost' | 'drain' | 'publish' | 'changed'>,
): Ownership {
  const { config, database, me } = dependencies;
  return new Ownership({
    me,
    address: database.address,
    log: dependencies.log.with({ part: 'partitions' }),
    roles: [...config.roles],
    alone: config.natsUrl === null,
    certain: config.databaseUrl === null,
    ...reactions,
  });
}

/**
 * Returns the epoch that persistence checks for each device of a batch. A lone process owns all partitions or none, and
 * a successor starts only with all of them, so one row fences every device.
 */
export function partitionEpochReader(
  ownership: Pick<Ownership, 'epochOf'>,
  config: Pick<Config, 'natsUrl'>,
): PartitionEpochOf {
  const isAlone = config.natsUrl === null;
  return (device: DeviceId) => {
    const partition = isAlone ? 0 : partitionOf(device);
    const epoch = ownership.epochOf(partition);
    return epoch === undefined ? null : { partition, epoch };
  };
}

/** A process's connections to the others of its cluster. */
export interface ClusterConnections {
  readonly bus: Bus;
  readonly broadcast: ClusterBroadcast;
  readonly intake: Intake;
  readonly commands: Answers;
  gained(partitions: readonly number[]): void;
  lost(partitions: readonly number[]): void;
  /** `taken`: those of them that their former owner did not release. */
  moved(partitions: readonly number[], unreleased: readonly number[]): void;
  /** Calls the listener on each change of owners; returns a function that stops listening. */
  onMoved(fn: (partitions: readonly number[]) => void): void;
}

/** Connects to the other processes of this installation; null for a lone process. */
export async function openCluster(
  dependencies: { readonly config: Config; readonly secret: string; readonly log: Log; readonly me: string },
  shutdownHooks: ShutdownHooks,
): Promise<{ readonly bus: Bus; readonly broadcast: ClusterBroadcast } | null> {
  const { config, secret, me } = dependencies;
  if (config.natsUrl === null) return null;
  // Installations that share a NATS are separated by their secret.
  const prefix = `tocsin.${createEncryption(secret, 'bus').hash('prefix').toString('hex').slice(0, 12)}`;
  const log = dependencies.log.with({ part: 'bus' });
  const bus = await openBus({ url: config.natsUrl, prefix, name: me, secret, log }).catch((error: unknown) => {
    throw new SettingError(`NATS_URL can't be reached: ${error instanceof Error ? error.message : error}`);
  });
  const broadcast = new ClusterBroadcast(bus, me);
  shutdownHooks.add('bus', async () => {
    broadcast.stop();
    await bus.close();
  });
  return { bus, broadcast };
}

/** Connects this process's pipeline with those of the others. */
export function joinCluster(
  dependencies: {
    readonly bus: Bus;
    readonly broadcast: ClusterBroadcast;
    readonly me: string;
    readonly pipeline: Pipeline;
    readonly frameWriter: Pick<FrameWriter, 'loadActive'>;
    readonly feed: ClusterLiveFeed;
    readonly ownership: Ownership;
    readonly catalog: LiveCatalog;
    readonly log: Log;
  },
  shutdownHooks: ShutdownHooks,
): ClusterConnections {
  const { bus, broadcast, me, pipeline, feed, ownership, catalog, log } = dependencies;
  const outbox = new PartitionOutbox({ bus, ownership, me, here: pipeline, log });
  const inbox = new PartitionInbox({ bus, ownership, pipeline });
  const router = new Router(pipeline, outbox, ownership);
  const commands = new RemoteCommands({ bus, ownership, here: answersOf(pipeline) });
  const listeners: ((partitions: readonly number[]) => void)[] = [];
  broadcast.on('moved', (moved) => ownership.heard(moved));
  broadcast.on('committed', (batch) => pipeline.notifications.committed(batch));
  broadcast.on('acknowledged', (notifications) => pipeline.notifications.acknowledged(notifications));
  broadcast.on('catalog', (scope) => void catalog.changed(scope));
  bus.onBack(() => {
    // Messages may have been missed meanwhile; the database has the current state.
    ownership.wake();
    void catalog.changed({ kind: 'all' });
    void readActive('all');
  });
  const active = new ActiveEvents({ pipeline, frameWriter: dependencies.frameWriter, log });
  const readActive = (which: readonly DeviceId[] | 'all') => active.read(which);
  outbox.start();
  feed.start();
  const seen = setInterval(
    () =>
      inbox.seen(
        ownership.processes.map(({ id }) => id),
        Date.now(),
      ),
    2_000,
  );
  // A process that was cut off for a while was considered dead, and its devices' sessions with it.
  const sessions = setInterval(() => router.publishSessions(), 20_000);
  for (const timer of [seen, sessions]) timer.unref();
  shutdownHooks.add('other processes', () => {
    active.stop();
    clearInterval(seen);
    clearInterval(sessions);
    outbox.stop();
    inbox.stop();
    commands.stop();
    feed.stop();
  });
  return {
    bus,
    broadcast,
    intake: router,
    commands,
    gained(partitions) {
      inbox.open(partitions);
      commands.open(partitions);
    },
    lost(partitions) {
      inbox.close(partitions);
      commands.close(partitions);
    },
    moved(partitions, unreleased) {
      if (unreleased.length > 0)
        void readActive([...catalog.all()].flatMap(({ id }) => (unreleased.includes(partitionOf(id)) ? [id] : [])));
      outbox.moved(partitions);
      router.moved(partitions);
      feed.moved(partitions);
      for (const listener of listeners) listener(partitions);
    },
    onMoved(fn) {
      listeners.push(fn);
    },
  };
}

/** Answers of this process about the devices that it owns. */
export const answersOf = (pipeline: Pipeline): Answers => ({
  test: (...args) => pipeline.commands.test(...args),
  comment: (...args) => pipeline.commands.comment(...args),
  shelve: (...args) => pipeline.commands.shelve(...args),
  walk: (...args) => pipeline.commands.walk(...args),
  fix: (...args) => pipeline.commands.fix(...args),
  administered: (...args) => pipeline.commands.administered(...args),
  document: async (id) => (pipeline.registry.get(id)?.deviceState.newest ? pipeline.document(id) : null),
});
