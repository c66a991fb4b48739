import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import type { Db } from '../base/db.ts';
import type { Figures, HealthParts } from '../rooms/health/index.ts';
import type { Metric } from './metric.ts';

/** Metrics as the health page reads them: `name{labels}` to value. */
const figuresByName = (metrics: readonly Metric[]): Figures =>
  new Map(metrics.flatMap(({ name, values }) => values.map(([labels, value]) => [`${name}${labels}`, value] as const)));

/** What the health page is made of. */
export const healthOf = (parts: {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly version: string;
  readonly metrics: () => Promise<readonly Metric[]>;
}): HealthParts => ({
  ...{ db: parts.db, clock: parts.clock, version: parts.version, roles: [...parts.config.roles] },
  hasDeadMan: parts.config.deadmanUrl !== null,
  hasMailServer: parts.config.smtpUrl !== null,
  figures: async () => figuresByName(await parts.metrics()),
});
