import { createNewerVersion, type HealthDependencies, type MetricValues } from '../features/health/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';

/** The health page's data. */
export const healthOf = (dependencies: {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
  readonly metrics: () => Promise<MetricValues>;
  readonly scheduled: HealthDependencies['scheduled'];
}): HealthDependencies => ({
  db: dependencies.db,
  clock: dependencies.clock,
  version: dependencies.version,
  roles: [...dependencies.config.roles],
  hasHeartbeat: dependencies.config.heartbeatUrl !== null,
  hasMailServer: dependencies.config.smtpUrl !== null,
  metrics: dependencies.metrics,
  scheduled: dependencies.scheduled,
  newer: createNewerVersion({ ...dependencies, url: dependencies.config.updatesUrl }),
});
