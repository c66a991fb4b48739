import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import type { RunningDatabase } from '../base/db.ts';
import type { Probes } from '../base/http/probes.ts';
import type { Keep } from '../flow/4-keep/keep.ts';
import type { Line } from '../line.ts';

/** Older than this and what comes in is not being recorded (design.md). */
const notRecordedMs = 10_000;

interface Watched {
  readonly config: Config;
  readonly database: RunningDatabase;
  readonly line: Line;
  readonly keep: Keep;
  readonly clock: Clock;
}

export function probesOf({ config, database, line, keep, clock }: Watched): Probes {
  const lag = () => Math.max(0, clock.now() - keep.storedUntil());
  return {
    async readiness() {
      const isUp = await database.pool.query('select 1').then(
        () => true,
        () => false,
      );
      const parts = {
        database: isUp ? 'ok' : 'away',
        recording: lag() > notRecordedMs ? 'not being recorded' : 'ok',
      };
      return { ready: Object.values(parts).every((part) => part === 'ok'), parts };
    },
    metrics: async () => figures({ line, keep }, lag()),
    trustProxy: config.trustProxy,
    ...(config.metricsToken ? { metricsToken: config.metricsToken } : {}),
  };
}

type Kind = 'counter' | 'gauge';
const metric = (name: string, kind: Kind, help: string, values: readonly (readonly [string, number])[]): string =>
  [
    `# HELP tocsin_${name} ${help}`,
    `# TYPE tocsin_${name} ${kind}`,
    ...values.map(([labels, value]) => `tocsin_${name}${labels} ${value}`),
  ].join('\n');

/** Prometheus text, version 0.0.4. */
function figures({ line, keep }: Pick<Watched, 'line' | 'keep'>, lagMs: number): string {
  const one = (value: number) => [['', value]] as const;
  const refused = Object.entries(line.refused).map(([why, n]) => [`{why="${why}"}`, n ?? 0] as const);
  const stored = keep.figures;
  const told = line.notifications.figures;
  let offline = 0;
  let known = 0;
  for (const place of line.places.all()) {
    known++;
    if (place.board.newest && !place.board.online) offline++;
  }
  return `${[
    metric('frames_stored_total', 'counter', 'Frames committed.', one(stored.frames)),
    metric('frames_duplicate_total', 'counter', 'Frames that were stored already.', one(stored.duplicates)),
    metric('frames_conflict_total', 'counter', 'Frames of the same time with other content.', one(stored.conflicts)),
    metric('frames_unstorable_total', 'counter', 'Frames that PostgreSQL refused.', one(stored.refused)),
    metric('refused_total', 'counter', 'Messages and frames refused, by reason.', refused),
    metric('batches_total', 'counter', 'Transactions committed.', one(stored.batches)),
    metric('batch_retries_total', 'counter', 'Batches tried again for want of the database.', one(stored.retries)),
    metric('waiting_bytes', 'gauge', 'Bytes that wait to be committed.', one(keep.waitingBytes)),
    metric('recording_lag_seconds', 'gauge', 'Age of the oldest frame that is not committed.', one(lagMs / 1000)),
    metric('devices_known', 'gauge', 'Devices that have a place on the line.', one(known)),
    metric('devices_offline', 'gauge', 'Devices that have sent and are silent now.', one(offline)),
    metric('events_told_total', 'counter', 'Events told to open pages.', one(told.told)),
    metric('live_documents_total', 'counter', 'Live documents written.', one(line.live.figures.documents)),
    metric('process_resident_memory_bytes', 'gauge', 'Memory of the process.', one(process.memoryUsage.rss())),
  ].join('\n')}\n`;
}
