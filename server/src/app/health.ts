import type { Figures, HealthDependencies } from '../features/health/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/db.ts';
import type { Metric } from '../platform/metrics.ts';

/** Metrics as the health page reads them: `name{labels}` to value. */
const metricsByName = (metrics: readonly Metric[]): Figures =>
  new Map(metrics.flatMap(({ name, values }) => values.map(([labels, value]) => [`${name}${labels}`, value] as const)));

/** The health page's data. */
export const healthOf = (dependencies: {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly version: string;
  readonly metrics: () => Promise<readonly Metric[]>;
}): HealthDependencies => ({
  db: dependencies.db,
  clock: dependencies.clock,
  version: dependencies.version,
  roles: [...dependencies.config.roles],
  hasHeartbeat: dependencies.config.deadmanUrl !== null,
  hasMailServer: dependencies.config.smtpUrl !== null,
  metrics: async () => metricsByName(await dependencies.metrics()),
});
