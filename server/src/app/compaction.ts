import { formerRules } from '../features/sensors/index.ts';
import { evaluatedDevice } from '../pipeline/device-runtime.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { Config } from '../platform/config.ts';
import type { RunningDatabase } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { Thread } from '../platform/thread.ts';
import type { CompactionCallbacks, CompactionCalls, HourThreadData } from './compaction-calls.ts';
import type { KnownDevices } from './devices.ts';
import { archiveOf } from './history.ts';
import type { ShutdownHooks } from './shutdown-hooks.ts';

/** The thread that writes finished and late hours: chunks, slots, late events, retention. */
export type Hours = Thread<CompactionCalls, CompactionCallbacks>;

export function startCompaction(
  dependencies: {
    readonly config: Config;
    readonly database: RunningDatabase;
    readonly devices: KnownDevices;
    readonly pipeline: Pipeline;
    readonly log: Log;
  },
  shutdownHooks: ShutdownHooks,
): Hours {
  const { config, database, pipeline } = dependencies;
  const { catalog } = dependencies.devices;
  const data: HourThreadData = {
    address: database.address,
    logLevel: config.logLevel,
    isDemo: config.demo,
    archive: archiveOf(config),
    retention: { fullDays: config.retentionFullDays, slotsDays: config.retentionSlotsDays },
  };
  const hours: Hours = new Thread({
    file: new URL('./compaction-worker.ts', import.meta.url),
    data,
    log: dependencies.log.with({ part: 'hours' }),
    answers: {
      device: async (id) => {
        const device = catalog.byId(id);
        if (!device) return null;
        const { clientId, siteId, clientCompany, siteTitle, title } = device;
        return {
          evaluatedDevice: { ...evaluatedDevice(device), formerRules: await formerRules(database.db, id) },
          names: { clientId, siteId, clientCompany, siteTitle, title },
        };
      },
      committed: (batch) => pipeline.callbacks.committed(batch),
    },
  });
  hours.start();
  shutdownHooks.add('hours', () => hours.stop());
  return hours;
}
