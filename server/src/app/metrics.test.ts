import { expect, it } from 'vitest';
import type { StoredMetrics } from '../features/health/store-metrics.ts';
import { TestPipeline } from '../pipeline/testing/test-device.ts';
import { AdapterMetrics } from './adapter-metrics.ts';
import { type ProbeDependencies, probesOf } from './probes.ts';

const stored: StoredMetrics = {
  database_bytes: 8_123_456,
  mails_queued: 3,
  mail_oldest_seconds: 12.5,
  mails_failed_day: 1,
  webhooks_queued: 5,
  webhook_oldest_seconds: 2.5,
  webhooks_failed_day: 1,
  hours_owed: 4,
  history_lag_seconds: 0.1,
  history_held_seconds: 1e-7,
  history_pieces_missing: 3,
  history_pieces_unreadable: 1,
  late_frames: 1_234_567_890_123,
  jobs_failed: 2,
  jobs_late_seconds: 0,
  scheduled: {
    'audit-seal': {
      every_seconds: 60,
      due_at: 1_790_000_000,
      late_seconds: 4,
      succeeded_at: 1_789_999_940,
      failed_at: null,
      failures: 0,
      error: '',
      is_late: false,
    },
    'read-rss': {
      every_seconds: 1_800,
      due_at: 1_789_990_000,
      late_seconds: 10_000,
      succeeded_at: null,
      failed_at: 1_789_988_200,
      failures: 2,
      error: 'no route',
      is_late: true,
    },
  },
  backups_made: 6,
  backup_age_seconds: 86_400,
  edges_claimed: 9,
  edges_connected: 7,
  edges_silent: 2,
  edges_full: 1,
  edge_last_contact_seconds: 61,
  edge_queue_records: 42,
  edge_oldest_record_seconds: 0.5,
  edge_refused_records: 3,
  edge_refused_items: 4,
};

/** Probes of a server of which every figure is known; `over` are the sources that differ. */
async function someProbes(over: Partial<ProbeDependencies> = {}) {
  const bench = await new TestPipeline().start();
  await bench.birth();
  await bench.send('data', '{');
  return probesOf({
    config: { proxies: 0, metricsToken: null },
    pipeline: bench.pipeline,
    frameWriter: {
      late: () => ({ bytes: 77, since: 1_000, lookups: { failed: 5, gaveUp: 6 } }),
      storedUntil: () => 1_900,
      waitingBytes: 10,
      mostWaitingBytes: 20,
      metrics: {
        frames: 101,
        duplicates: 102,
        conflicts: 103,
        refused: 104,
        batches: 105,
        fenced: 106,
        retries: 107,
        lateHeld: 108,
        trouble: null,
      },
    },
    partitions: () => 64,
    busRefused: () => ({ unsigned: 1, old: 2 }),
    security: () => ({ 'sign-in-failed': 7 }),
    dataDir: '/there-is-no-such-folder',
    now: () => 2_000,
    loopDelayMs: () => 15,
    clockOffsets: () => ({ http: 1_500, devices: -250 }),
    adapters: new AdapterMetrics(),
    stored: async () => stored,
    hours: async () => ({ hours: 8, failed: 9, lastAt: 0 }),
    archive: async () => ({ moved: 1, failed: 2, removed: 3, days: 4, bytes: 5, up: 1 }),
    isUp: async () => true,
    isBusUp: null,
    ...over,
  });
}

/** What is the same at each run: not the memory, processor time and start of this process. */
const lasting = (text: string) =>
  text.split('\n').filter((line) => !/^tocsin_(process|line|thread)_\w+[ {]/.test(line));

it('the text of /metrics is the same letter for letter', async () => {
  const probes = await someProbes();
  const lines = lasting(await probes.metrics());
  await expect(lines.join('\n')).toMatchFileSnapshot('testing/metrics.txt');
});

it('metrics whose source has no data are left out until it has', async () => {
  let now = 2_000;
  let isUp = false;
  const probes = await someProbes({
    now: () => now,
    async stored() {
      if (!isUp) throw new Error('the database is away');
      return stored;
    },
    hours: null,
    archive: null,
  });
  const without = await probes.metrics();
  expect(without).toContain('\ntocsin_database_up 0\n');
  for (const name of ['mails_queued', 'compactions_total', 'disk_free_bytes', 'mqtt_open'])
    expect(without).not.toContain(`tocsin_${name}`);
  isUp = true;
  now += 60_000;
  const text = await probes.metrics();
  expect(text).toContain('\ntocsin_database_up 1\n');
  expect(text).toContain('\ntocsin_mails_queued 3\n');
});
