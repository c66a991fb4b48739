import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import type { RunningDatabase } from '../base/db.ts';
import { idBlock } from '../base/ids.ts';
import { reachOf } from '../base/kill-at.ts';
import type { Log } from '../base/log.ts';
import { Keep } from '../flow/4-keep/keep.ts';
import { idBlocks, takeIds } from '../flow/4-keep/load.ts';
import type { FindInChunks } from '../flow/4-keep/write.ts';
import { Line } from '../line.ts';
import type { HistoryThread } from '../rooms/telemetry/history/history.ts';
import type { KnownDevices } from './devices.ts';
import { oweRuleMails } from './mail.ts';
import type { Stoppers } from './stoppers.ts';

export interface RunningLine {
  readonly line: Line;
  readonly keep: Keep;
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
  },
  stoppers: Stoppers,
): Promise<RunningLine> {
  const { config, database, history, clock } = parts;
  const { catalog } = parts.devices;
  const log = parts.log.with({ part: 'line' });
  const { address } = database;
  const findInChunks: FindInChunks = (rows) => history.twins(rows);
  const reach = reachOf(process.env.TOCSIN_KILL_AT);
  const keep = new Keep({ reach, address, log, clock, catalog, owe: oweRuleMails, findInChunks });
  const block = (kind: keyof typeof idBlocks) => idBlock(idBlocks[kind], () => takeIds(database.pool, kind));
  const ids = { event: block('event'), layout: block('layout') };
  const line = new Line({ reach, catalog, keep, ids, clock, log, retentionMs: config.retentionFullDays * dayMs });
  await keep.start(line.asks);
  // Doors stop first, then the line, then what waits is written.
  stoppers.add('keep', () => keep.stop());
  await line.start();
  const unlisten = catalog.listen((changes) => {
    for (const { before, after } of changes) line.commands.catalogChanged(before, after);
  });
  stoppers.add('line', () => {
    unlisten();
    line.stop();
  });
  return { line, keep };
}
