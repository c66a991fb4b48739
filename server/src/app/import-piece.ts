import type { RefusalCode } from '@tocsin/contract/errors';
import { type ImportedPiece, leastAgeMs } from '@tocsin/contract/history-import';
import { sensorPath } from '@tocsin/contract/layout';
import type { ImportPiece, PieceToImport } from '../features/devices/index.ts';
import { findDuplicates } from '../history/dedupe/duplicate-lookup.ts';
import { readVersions } from '../history/read/store.ts';
import { readImport } from '../pipeline/1-receive/import/read-import.ts';
import { importFrames, importTarget, takeImport } from '../pipeline/4-persist/import-frames.ts';
import { barrier } from '../pipeline/write-entry.ts';
import { historyMissing, isMissing } from '../platform/backup/store-pieces.ts';
import type { Config } from '../platform/config.ts';
import { PacedClient } from '../platform/connect-pace.ts';
import { connectionOf, openPool, type RunningDatabase } from '../platform/db.ts';
import type { Address } from '../platform/embedded-postgres/embedded-postgres.ts';
import { Refusal } from '../platform/errors.ts';
import { createLog, type Log } from '../platform/log.ts';
import { OccasionalThread } from '../platform/thread.ts';

const dayMs = 86_400_000;

export interface ImportOrder extends PieceToImport {
  readonly address: Address | string;
  /** Days for which all frames are stored. */
  readonly fullDays: number;
}

/** What the thread is asked, and what it says. */
export type ImportCalls = {
  readonly piece: {
    readonly takes: ImportOrder;
    readonly gives: ImportedPiece | { readonly refusal: RefusalCode; readonly text: string };
  };
  readonly stop: { readonly takes: null; readonly gives: unknown };
};

const noSensors = 'The device has not sent anything yet: connect it first, so that its sensors are known';
const importRuns = 'Another import of this device is running';

/** Imports a piece of a file, or says what is in it. Refuses what cannot be read as a whole. */
export async function importPiece(order: ImportOrder): Promise<ImportedPiece> {
  const { address, deviceId, isDryRun, now } = order;
  const name = 'tocsin import';
  const pool = openPool(address, createLog('warn'), { max: 1, name });
  const client = new PacedClient({ ...connectionOf(address), application_name: name, statement_timeout: 120_000 });
  try {
    await client.connect();
    const target = await importTarget(client, deviceId);
    if (!target) throw new Refusal('conflict', noSensors);
    // What is coming back may begin before what is known.
    if (await isMissing(client, deviceId, 0, now)) throw historyMissing();
    if (!isDryRun && !(await takeImport(client, deviceId))) throw new Refusal('conflict', importRuns);
    const { layout, names } = target;
    const finished = {
      find: (rows: Parameters<typeof findDuplicates>[1]) => findDuplicates(pool, rows),
      versions: readVersions,
    };
    const entry = { ...barrier(deviceId, () => {}), layout: { deviceId, ...layout } };
    let [stored, doubled] = [0, 0];
    const read = await readImport(order.bytes, {
      layout,
      names,
      columns: order.columns,
      zone: order.zone ?? target.zone,
      firstLine: order.firstLine,
      from: now - order.fullDays * dayMs,
      until: Math.max(now - leastAgeMs, Math.min(target.firstAt ?? now, now)),
      now,
      async take(frames) {
        if (isDryRun) return;
        const known = await importFrames(client, { ...entry, lateFrames: frames }, finished, () => now);
        doubled += known;
        stored += frames.length - known;
      },
    });
    const sensors = layout.sensors.map((sensor) => {
      const path = sensorPath(sensor);
      return { path, name: names.get(path) ?? sensor.name, unit: sensor.unit };
    });
    return { ...read, stored, doubled, sensors };
  } finally {
    await Promise.allSettled([client.end(), pool.end()]);
  }
}

/** Pieces of a file follow each other: the thread, which takes half a second to start, waits for the next one. */
const idleMs = 10_000;

/** Imports pieces one at a time, in a thread of their own. Others are asked to try again. */
export function createHistoryImport(
  { retentionFullDays: fullDays }: Config,
  { address }: RunningDatabase,
  log: Log,
): { readonly importPiece: ImportPiece; stop(): Promise<void> } {
  const file = new URL('./import-worker.ts', import.meta.url);
  const thread = new OccasionalThread<ImportCalls, Record<never, never>>(
    { file, data: null, log, answers: {}, maxWaiting: 1 },
    idleMs,
  );
  return {
    async importPiece(piece) {
      const answer = await thread.ask('piece', { ...piece, address, fullDays });
      if ('refusal' in answer) throw new Refusal(answer.refusal, answer.text);
      return answer;
    },
    stop: () => thread.stop(),
  };
}
