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
import { createLog } from '../platform/log.ts';
import { overloaded } from '../platform/overload.ts';
import { runThread } from '../platform/thread.ts';

const dayMs = 86_400_000;

export interface ImportOrder extends PieceToImport {
  readonly address: Address | string;
  /** Days for which all frames are stored. */
  readonly fullDays: number;
}

/** What the thread says. */
export type ImportAnswer = ImportedPiece | { readonly refusal: RefusalCode; readonly text: string };

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

/** Imports pieces one at a time, each in a thread that ends with it. Others are asked to try again. */
export function createHistoryImport(config: Config, { address }: RunningDatabase): ImportPiece {
  let isBusy = false;
  return async (piece) => {
    if (isBusy) throw overloaded();
    isBusy = true;
    try {
      const order: ImportOrder = { ...piece, address, fullDays: config.retentionFullDays };
      const bytes = await runThread(new URL('./import-worker.ts', import.meta.url), order);
      const answer: ImportAnswer = JSON.parse(new TextDecoder().decode(bytes as Uint8Array));
      if ('refusal' in answer) throw new Refusal(answer.refusal, answer.text);
      return answer;
    } finally {
      isBusy = false;
    }
  };
}
