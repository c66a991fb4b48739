import { type AliveMailState, endpoints, type NewerVersion } from '@tocsin/contract/health';
import { type Api, route } from '../../access/route.ts';
import { byCall, difference, recorded } from '../../platform/audit.ts';
import type { DbAndClock } from '../../platform/db.ts';
import { nextAt } from './heartbeat-mail.ts';
import { presentScheduled } from './present.ts';
import { evaluateHealth, type MetricValues } from './rules.ts';
import { type AliveRow, lockAlive, readAlive, saveAlive } from './store.ts';
import type { StoredMetrics } from './store-metrics.ts';

export interface HealthDependencies extends DbAndClock {
  readonly version: string;
  readonly roles: readonly string[];
  readonly hasHeartbeat: boolean;
  readonly hasMailServer: boolean;
  /** The metrics of this process. */
  readonly metrics: () => Promise<MetricValues>;
  /** The jobs that run at fixed intervals; rejects while the database does not answer. */
  readonly scheduled: () => Promise<StoredMetrics['scheduled']>;
  /** A version that is newer than this one; null: none is known. */
  readonly newer: () => NewerVersion | null;
}

export const addHealthRoutes = (api: Api, dependencies: HealthDependencies): void => {
  const { db, clock } = dependencies;

  const present = (row: AliveRow): AliveMailState => ({
    is_on: row.is_on,
    receivers: [...row.receivers],
    hour: row.hour,
    timezone: row.timezone,
    next_at: row.is_on ? (row.next_at?.toISOString() ?? null) : null,
    last_at: row.last_at?.toISOString() ?? null,
    has_mail_server: dependencies.hasMailServer,
  });

  route(api, endpoints.health, async () => ({
    ...evaluateHealth(await dependencies.metrics()),
    at: new Date(clock.now()).toISOString(),
    version: dependencies.version,
    roles: [...dependencies.roles],
    dead_man: dependencies.hasHeartbeat,
    scheduled: await dependencies.scheduled().then(presentScheduled, () => undefined),
    newer: dependencies.newer(),
  }));

  route(api, endpoints.aliveMail, async () => present(await readAlive(db)));

  route(api, endpoints.changeAliveMail, async (call) => {
    const { is_on, receivers, hour, timezone } = call.body;
    const after = { is_on, receivers: [...new Set(receivers)], hour, timezone };
    await recorded(db, byCall(call), async (trx, note) => {
      const { next_at: _next, last_at: _last, ...before } = await lockAlive(trx);
      const next_at = is_on ? new Date(nextAt(clock.now(), hour, timezone)) : null;
      await saveAlive(trx, { ...after, next_at });
      note({ action: 'change', subject: 'alive mail', ...difference(before, after) });
    });
    return present(await readAlive(db));
  });
};
