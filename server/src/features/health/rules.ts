import type { HealthFigure, HealthPart, HealthPartName, Standing } from '@tocsin/contract/health';

/** Values read from /metrics by `name` or `name{label="word"}`, without the prefix. */
export type MetricValues = ReadonlyMap<string, number>;

interface Rule {
  readonly metric: string;
  readonly unit: HealthFigure['unit'];
  readonly warning?: number;
  readonly alarm?: number;
  readonly worse?: 'below';
  /** Omitted when absent (an external broker, roles, no backup yet). */
  readonly optional?: true;
  /** Computes the value from several metrics. */
  readonly of?: (metrics: MetricValues) => number | undefined;
}

const share =
  (part: string, total: string) =>
  (metrics: MetricValues): number | undefined => {
    const [some, all] = [metrics.get(part), metrics.get(total)];
    return some === undefined || all === undefined ? undefined : all === 0 ? 0 : some / all;
  };
/** Without the sign: a clock may be ahead or behind. */
const size =
  (name: string) =>
  (metrics: MetricValues): number | undefined => {
    const value = metrics.get(name);
    return value === undefined ? undefined : Math.abs(value);
  };
/** Shown only where there are some. */
const some =
  (name: string) =>
  (metrics: MetricValues): number | undefined =>
    metrics.get(name) || undefined;
const hour = 3600;

/** The same thresholds as docs/ops/alerts.yml, so that page and alerts agree. */
const rules: Readonly<Record<HealthPartName, readonly Rule[]>> = {
  recording: [
    { metric: 'recording_lag_seconds', unit: 'seconds', warning: 2, alarm: 10 },
    { metric: 'frames_stored_total', unit: 'count' },
    { metric: 'batch_retries_total', unit: 'count' },
    { metric: 'frames_unstorable_total', unit: 'count', warning: 0 },
  ],
  queue: [
    {
      metric: 'waiting_share',
      unit: 'share',
      warning: 0.5,
      alarm: 0.9,
      of: share('waiting_bytes', 'waiting_limit_bytes'),
    },
    { metric: 'waiting_bytes', unit: 'bytes' },
  ],
  doors: [
    { metric: 'mqtt_open', unit: 'yes', alarm: 0, worse: 'below', optional: true },
    { metric: 'mqtt_sessions', unit: 'count', optional: true },
    { metric: 'door_messages_total{door="mqtt"}', unit: 'count', optional: true },
    { metric: 'door_refused_total{door="mqtt"}', unit: 'count', optional: true },
    { metric: 'door_messages_total{door="http"}', unit: 'count', optional: true },
    { metric: 'door_refused_total{door="http"}', unit: 'count', optional: true },
    { metric: 'modbus_devices', unit: 'count', optional: true },
    { metric: 'modbus_silent', unit: 'count', warning: 0, optional: true },
    { metric: 'sparkplug_gaps_total', unit: 'count', optional: true },
    { metric: 'sparkplug_unknown_nodes', unit: 'count', warning: 0, optional: true },
  ],
  devices: [
    { metric: 'devices_online', unit: 'count' },
    { metric: 'devices_offline', unit: 'count', warning: 0 },
    { metric: 'devices_offline_share', unit: 'share', alarm: 0.2, of: offlineShare },
    { metric: 'devices_refused', unit: 'count', warning: 0 },
    { metric: 'devices_clock_wrong', unit: 'count', warning: 0 },
  ],
  edges: [
    { metric: 'edges_connected', unit: 'count' },
    { metric: 'edges_silent', unit: 'count', warning: 0 },
    { metric: 'edges_full', unit: 'count', alarm: 0 },
    { metric: 'edge_last_contact_seconds', unit: 'seconds' },
    { metric: 'edge_queue_records', unit: 'count' },
    { metric: 'edge_oldest_record_seconds', unit: 'seconds', warning: hour },
    { metric: 'edge_refused_records', unit: 'count', warning: 0 },
  ],
  clock: [
    {
      metric: 'server_clock_correction_seconds',
      unit: 'seconds',
      warning: 0,
      of: size('server_clock_correction_seconds'),
    },
    ...['http', 'smtp', 'devices'].map((source): Rule => {
      const metric = `server_clock_offset_seconds{source="${source}"}`;
      return { metric, unit: 'seconds', warning: 5, alarm: 60, optional: true, of: size(metric) };
    }),
  ],
  database: [
    { metric: 'database_up', unit: 'yes', alarm: 0, worse: 'below' },
    { metric: 'database_bytes', unit: 'bytes' },
  ],
  history: [
    { metric: 'history_lag_seconds', unit: 'seconds', warning: 3 * hour },
    { metric: 'history_held_seconds', unit: 'seconds', warning: hour },
    { metric: 'hours_owed', unit: 'count' },
    { metric: 'late_frames', unit: 'count' },
    { metric: 'history_pieces_missing', unit: 'count', warning: 0, optional: true, of: some('history_pieces_missing') },
    {
      metric: 'history_pieces_unreadable',
      unit: 'count',
      alarm: 0,
      optional: true,
      of: some('history_pieces_unreadable'),
    },
    { metric: 'hours_failed_total', unit: 'count', warning: 3, optional: true },
    { metric: 'archive_up', unit: 'yes', warning: 0, worse: 'below', optional: true },
    { metric: 'archive_objects', unit: 'count', optional: true },
    { metric: 'archive_bytes', unit: 'bytes', optional: true },
  ],
  disk: [
    {
      metric: 'disk_free_share',
      unit: 'share',
      warning: 0.2,
      alarm: 0.1,
      worse: 'below',
      of: share('disk_free_bytes', 'disk_size_bytes'),
    },
    { metric: 'disk_free_bytes', unit: 'bytes' },
  ],
  mail: [
    { metric: 'mail_oldest_seconds', unit: 'seconds', warning: 120, alarm: 300 },
    { metric: 'mails_queued', unit: 'count' },
    { metric: 'mails_failed_day', unit: 'count', warning: 0 },
  ],
  jobs: [
    { metric: 'jobs_failed', unit: 'count', warning: 0 },
    { metric: 'jobs_late_seconds', unit: 'seconds', warning: 600 },
    { metric: 'scheduled_jobs_failing', unit: 'count', warning: 0 },
    { metric: 'scheduled_jobs_late', unit: 'count', warning: 0 },
  ],
  backups: [
    { metric: 'backup_age_seconds', unit: 'seconds', warning: 48 * hour },
    { metric: 'backups_made', unit: 'count' },
  ],
  process: [
    { metric: 'event_loop_delay_seconds', unit: 'seconds', warning: 0.25 },
    { metric: 'process_resident_memory_bytes', unit: 'bytes', warning: 2e9 },
    { metric: 'live_documents_skipped_total', unit: 'count' },
  ],
};

/** One silent device of two is no outage; at least three and a fifth of all are. */
function offlineShare(metrics: MetricValues): number | undefined {
  const offline = metrics.get('devices_offline');
  return offline !== undefined && offline < 3 ? 0 : share('devices_offline', 'devices_known')(metrics);
}

const order: readonly Standing[] = ['ok', 'unknown', 'warning', 'alarm'];
const worstOf = (all: readonly Standing[]): Standing =>
  all.reduce<Standing>((worst, one) => (order.indexOf(one) > order.indexOf(worst) ? one : worst), 'ok');

const past = (value: number, limit: number | undefined, worse: 'above' | 'below'): boolean => {
  if (limit === undefined) return false;
  return worse === 'above' ? value > limit : value <= limit;
};

function evaluateRule(rule: Rule, metrics: MetricValues): HealthFigure | null {
  const value = rule.of ? rule.of(metrics) : metrics.get(rule.metric);
  if (value === undefined && rule.optional) return null;
  const { metric, unit, warning, alarm } = rule;
  const worse: HealthFigure['worse'] = rule.worse ?? 'above';
  const limits: Pick<HealthFigure, 'warning' | 'alarm' | 'worse'> = {
    warning: warning ?? null,
    alarm: alarm ?? null,
    worse,
  };
  if (value === undefined) return { metric, unit, value: null, standing: 'unknown', ...limits };
  const standing = past(value, alarm, worse) ? 'alarm' : past(value, warning, worse) ? 'warning' : 'ok';
  return { metric, unit, value, standing, ...limits };
}

/** The server's health, part by part. */
export function evaluateHealth(metrics: MetricValues): { readonly standing: Standing; readonly parts: HealthPart[] } {
  const parts = Object.entries(rules).map(([part, held]): HealthPart => {
    const figures = held.map((rule) => evaluateRule(rule, metrics)).filter((figure) => figure !== null);
    const standing = worstOf(figures.map((figure) => figure.standing));
    return { part: part as HealthPartName, standing, figures };
  });
  return { standing: worstOf(parts.map((part) => part.standing)), parts };
}
