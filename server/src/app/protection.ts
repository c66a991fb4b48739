import { DeviceId } from '@tocsin/contract/ids';
import { z } from 'zod';
import type { Answers } from '../cluster/remote-commands.ts';
import { readLedger } from '../features/maintenance/index.ts';
import type { ProtectionDependencies, ScanWith } from '../features/protection/index.ts';
import { ScanThread } from '../history/suspect/scan-thread.ts';
import { loadState } from '../pipeline/3-evaluate/evaluation-state.ts';
import type { Catalog } from '../pipeline/catalog.ts';
import { evaluatedDevice } from '../pipeline/device-runtime.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { documentOf } from './live-document.ts';

/** What does not protect now is derived from live documents and the proof-test ledger. */
export const protectionSources = (
  db: Database['db'],
  commands: Pick<Answers, 'document'>,
): Pick<ProtectionDependencies, 'db' | 'live' | 'ledger' | 'unevaluatedOf'> => ({
  db,
  live: (id) => documentOf(commands, DeviceId.parse(id)),
  ledger: (siteId, now) => readLedger(db, siteId, now),
  unevaluatedOf,
});

const StoredState = z.object({ judged: z.string() });

/** Rules that cannot be evaluated by a device's stored state: since when (unix ms), by id. Empty before its first frame. */
export function unevaluatedOf(state: string): ReadonlyMap<number, number> {
  const stored = StoredState.safeParse(JSON.parse(state));
  return stored.success ? loadState(stored.data.judged).unevaluated : new Map();
}

/** Scans with the settings of the catalog, in a thread that lives as long as the scan. */
export function scanWithOf(
  { address }: Pick<Database, 'address'>,
  catalog: Catalog,
  { config, log }: { readonly config: Config; readonly log: Log },
): ScanWith {
  const thread = new ScanThread({ address, log: log.with({ part: 'scan' }), logLevel: config.logLevel });
  return (work) =>
    thread.during((scan) =>
      work(async (id, from, to) => {
        const device = catalog.byId(id);
        return device ? await scan({ device: evaluatedDevice(device), from, to }) : null;
      }),
    );
}
