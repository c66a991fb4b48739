import type { DeviceId } from '@tocsin/contract/ids';
import { ClusterLiveFeed } from '../cluster/live-feed.ts';
import type { Ownership } from '../cluster/ownership.ts';
import { partitionCount, partitionOf } from '../cluster/partition.ts';
import { requireNewAcknowledgement } from '../features/notifications/index.ts';
import type { DuplicateLookup } from '../history/dedupe/duplicate-lookup.ts';
import { readVersions } from '../history/read/store.ts';
import { enqueueForEvents } from '../notify/index.ts';
import { FrameWriter } from '../pipeline/4-persist/frame-writer.ts';
import { allocateIds, idBlocks } from '../pipeline/4-persist/load-device-states.ts';
import { Pipeline } from '../pipeline/pipeline.ts';
import type { Committed } from '../pipeline/types.ts';
import { barrier } from '../pipeline/write-entry.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { RunningDatabase } from '../platform/db.ts';
import { faultInjectionOf } from '../platform/fault-injection.ts';
import { idBlock } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import {
  type ClusterConnections,
  createOwnership,
  joinCluster,
  openCluster,
  partitionEpochReader,
  processName,
} from './cluster.ts';
import type { KnownDevices } from './devices.ts';
import type { ShutdownHooks } from './shutdown-hooks.ts';

export interface RunningPipeline {
  readonly pipeline: Pipeline;
  readonly frameWriter: FrameWriter;
  readonly ownership: Ownership;
  /** null: this process does everything. */
  readonly others: ClusterConnections | null;
  /** Calls back after each batch that this process commits. */
  readonly onCommitted: (listener: (batch: Committed) => void) => void;
}

const dayMs = 86_400_000;

/** Starts the pipeline and its persistence. All device states are restored when it resolves. */
export async function startPipeline(
  dependencies: {
    readonly config: Config;
    readonly database: RunningDatabase;
    readonly devices: KnownDevices;
    readonly duplicates: DuplicateLookup;
    readonly clock: Clock;
    readonly log: Log;
    readonly secret: string;
  },
  shutdownHooks: ShutdownHooks,
): Promise<RunningPipeline> {
  const { config, database, duplicates, clock } = dependencies;
  const { catalog } = dependencies.devices;
  const log = dependencies.log.with({ part: 'line' });
  const { address } = database;
  const injectFault = faultInjectionOf(process.env.TOCSIN_KILL_AT);
  const me = processName();
  const net = await openCluster({ ...dependencies, me }, shutdownHooks);
  let pipeline: Pipeline | null = null;
  let others: ClusterConnections | null = null;
  const ownership: Ownership = createOwnership(
    { ...dependencies, me },
    {
      gained(partitions) {
        pipeline?.registry.own(within(partitions));
        others?.gained(partitions);
      },
      lost(partitions) {
        others?.lost(partitions);
        pipeline?.registry.disown(within(partitions));
        frameWriter.drop(within(partitions));
      },
      drain: () => drained(frameWriter),
      publish: (moved) => net?.broadcast.publish('moved', moved),
      changed: (partitions, unreleased) => others?.moved(partitions, unreleased),
    },
  );
  const frameWriter: FrameWriter = new FrameWriter({
    injectFault,
    address,
    log,
    clock,
    catalog,
    name: me,
    enqueue: async (transaction, stored) => {
      await requireNewAcknowledgement(transaction, stored.changes);
      await enqueueForEvents(transaction, stored);
    },
    finishedHours: { find: (rows) => duplicates.find(rows), versions: readVersions },
    partitionEpochOf: partitionEpochReader(ownership, config),
    onFenced: () => ownership.wake(),
  });
  const block = (kind: keyof typeof idBlocks) => idBlock(idBlocks[kind], () => allocateIds(database.pool, kind));
  const ids = { event: block('event'), layout: block('layout') };
  const feed: ClusterLiveFeed | null = net && new ClusterLiveFeed({ bus: net.bus, ownership, pipeline: () => built });
  const listeners: ((batch: Committed) => void)[] = [];
  const built: Pipeline = new Pipeline({
    injectFault,
    catalog,
    frameWriter,
    ids,
    clock,
    log,
    retentionMs: config.retentionFullDays * dayMs,
    isOurs: (id) => ownership.epochOf(partitionOf(id)) !== undefined,
    isSurelyOurs: (id) => ownership.holds(partitionOf(id)),
    committed: (batch) => {
      net?.broadcast.publish('committed', batch);
      for (const listener of listeners) listener(batch);
    },
    ...(feed ? { remote: feed, changed: (id) => feed.changed(id) } : {}),
  });
  await frameWriter.start(built.callbacks);
  // Adapters stop first, then the pipeline; then queued frames are written and partitions released.
  shutdownHooks.add('keep', () => frameWriter.stop());
  shutdownHooks.add('partitions', () => ownership.stop());
  await ownership.start();
  // Partitions gained from now on are restored on arrival; those of the start here.
  pipeline = built;
  await built.start();
  if (net && feed) {
    others = joinCluster(
      { ...dependencies, ...net, me, frameWriter, pipeline: built, feed, ownership, catalog, log },
      shutdownHooks,
    );
    const all = Array.from({ length: partitionCount }, (_, partition) => partition);
    others.gained(all.filter((partition) => ownership.epochOf(partition) !== undefined));
    others.moved(all, []);
  }
  const unlisten = catalog.listen((changes) => {
    for (const { before, after } of changes) built.catalogChanged(before, after);
  });
  shutdownHooks.add('line', () => {
    unlisten();
    built.stop();
  });
  return { pipeline: built, frameWriter, ownership, others, onCommitted: (listener) => void listeners.push(listener) };
}

const within =
  (partitions: readonly number[]) =>
  (id: DeviceId): boolean =>
    partitions.includes(partitionOf(id));

const drainWithinMs = 3_000;
/** A negative id belongs to no device and marks a position in the queue. */
const mark = -1 as DeviceId;

/** Resolves when everything queued so far is stored, or after a limit when the database is too slow. */
function drained(frameWriter: FrameWriter): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, drainWithinMs);
    frameWriter.put(
      barrier(mark, () => {
        clearTimeout(timer);
        resolve();
      }),
    );
  });
}
