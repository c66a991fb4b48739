import type { DeviceId } from '@tocsin/contract/ids';
import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import type { RunningDatabase } from '../base/db.ts';
import { idBlock } from '../base/ids.ts';
import { reachOf } from '../base/kill-at.ts';
import type { Log } from '../base/log.ts';
import { Keep } from '../flow/4-keep/keep.ts';
import { idBlocks, takeIds } from '../flow/4-keep/load.ts';
import type { FindInChunks } from '../flow/4-keep/write.ts';
import { barrier } from '../line/entry.ts';
import { Line } from '../line.ts';
import { Feed } from '../processes/feed.ts';
import type { Ownership } from '../processes/ownership.ts';
import { partitionCount, partitionOf } from '../processes/partition.ts';
import type { HistoryThread } from '../rooms/telemetry/history/history.ts';
import type { KnownDevices } from './devices.ts';
import { oweRuleMails } from './mail.ts';
import { createOwnership, joinOthers, type Others, openOthers, processName, standsOnOf } from './processes.ts';
import type { Stoppers } from './stoppers.ts';

export interface RunningLine {
  readonly line: Line;
  readonly keep: Keep;
  readonly ownership: Ownership;
  /** null: this process does everything. */
  readonly others: Others | null;
}

const dayMs = 86_400_000;

/** Joins the line and its keep; every board is restored when it resolves. */
export async function startLine(
  parts: {
    readonly config: Config;
    readonly database: RunningDatabase;
    readonly devices: KnownDevices;
    readonly history: HistoryThread;
    readonly clock: Clock;
    readonly log: Log;
    readonly secret: string;
  },
  stoppers: Stoppers,
): Promise<RunningLine> {
  const { config, database, history, clock } = parts;
  const { catalog } = parts.devices;
  const log = parts.log.with({ part: 'line' });
  const { address } = database;
  const findInChunks: FindInChunks = (rows) => history.twins(rows);
  const reach = reachOf(process.env.TOCSIN_KILL_AT);
  const me = processName();
  const net = await openOthers({ ...parts, me }, stoppers);
  let line: Line | null = null;
  let others: Others | null = null;
  const ownership: Ownership = createOwnership(
    { ...parts, me },
    {
      gained(partitions) {
        line?.places.own(within(partitions));
        others?.gained(partitions);
      },
      lost(partitions) {
        others?.lost(partitions);
        line?.places.disown(within(partitions));
        keep.drop(within(partitions));
      },
      drain: () => drained(keep),
      tell: (moved) => net?.hearsay.tell('moved', moved),
      changed: (partitions, taken) => others?.moved(partitions, taken),
    },
  );
  const keep: Keep = new Keep({
    ...{ reach, address, log, clock, catalog, findInChunks, name: me, owe: oweRuleMails },
    standsOn: standsOnOf(ownership, config),
    onFenced: () => ownership.wake(),
  });
  const block = (kind: keyof typeof idBlocks) => idBlock(idBlocks[kind], () => takeIds(database.pool, kind));
  const ids = { event: block('event'), layout: block('layout') };
  const feed: Feed | null = net && new Feed({ bus: net.bus, ownership, line: () => built });
  const built: Line = new Line({
    ...{ reach, catalog, keep, ids, clock, log, retentionMs: config.retentionFullDays * dayMs },
    isOurs: (id) => ownership.epochOf(partitionOf(id)) !== undefined,
    isSurelyOurs: (id) => ownership.holds(partitionOf(id)),
    ...(net && feed
      ? {
          elsewhere: feed,
          changed: (id) => feed.changed(id),
          committed: (batch) => net.hearsay.tell('committed', batch),
        }
      : {}),
  });
  await keep.start(built.asks);
  // Doors stop first, then the line, then what waits is written and the partitions are given back.
  stoppers.add('keep', () => keep.stop());
  stoppers.add('partitions', () => ownership.stop());
  await ownership.start();
  // What is gained from now on is restored by itself, the rest at the start.
  line = built;
  await built.start();
  if (net && feed) {
    others = joinOthers({ ...parts, ...net, me, keep, line: built, feed, ownership, catalog, log }, stoppers);
    const all = Array.from({ length: partitionCount }, (_, partition) => partition);
    others.gained(all.filter((partition) => ownership.epochOf(partition) !== undefined));
    others.moved(all, []);
  }
  const unlisten = catalog.listen((changes) => {
    for (const { before, after } of changes) built.catalogChanged(before, after);
  });
  stoppers.add('line', () => {
    unlisten();
    built.stop();
  });
  return { line: built, keep, ownership, others };
}

const within =
  (partitions: readonly number[]) =>
  (id: DeviceId): boolean =>
    partitions.includes(partitionOf(id));

const drainWithinMs = 3_000;
/** Below 0 stands no device: it marks a place in the queue. */
const mark = -1 as DeviceId;

/** Resolves when all that was put so far is stored, or when the database takes too long for that. */
function drained(keep: Keep): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, drainWithinMs);
    keep.put(
      barrier(mark, () => {
        clearTimeout(timer);
        resolve();
      }),
    );
  });
}
