import type { Config } from '../base/config.ts';
import type { RunningDatabase } from '../base/db.ts';
import type { Log } from '../base/log.ts';
import { Thread } from '../base/thread.ts';
import { judgedDevice } from '../line/place.ts';
import type { Line } from '../line.ts';
import type { KnownDevices } from './devices.ts';
import type { HourAsks, HourCalls, HourThreadData } from './hours-ports.ts';
import type { Stoppers } from './stoppers.ts';

/** The thread that writes finished and late hours: chunks, slots, late events, retention. */
export type Hours = Thread<HourCalls, HourAsks>;

export function startHours(
  parts: {
    readonly config: Config;
    readonly database: RunningDatabase;
    readonly devices: KnownDevices;
    readonly line: Line;
    readonly log: Log;
  },
  stoppers: Stoppers,
): Hours {
  const { config, database, line } = parts;
  const { catalog } = parts.devices;
  const data: HourThreadData = {
    address: database.address,
    logLevel: config.logLevel,
    retention: { fullDays: config.retentionFullDays, slotsDays: config.retentionSlotsDays },
  };
  const hours: Hours = new Thread({
    file: new URL('./hours-worker.ts', import.meta.url),
    data,
    log: parts.log.with({ part: 'hours' }),
    answers: {
      device: (id) => {
        const device = catalog.byId(id);
        if (!device) return null;
        const { clientId, siteId, clientCompany, siteTitle, title } = device;
        return { judged: judgedDevice(device), names: { clientId, siteId, clientCompany, siteTitle, title } };
      },
      committed: (batch) => line.asks.committed(batch),
    },
  });
  hours.start();
  stoppers.add('hours', () => hours.stop());
  return hours;
}
