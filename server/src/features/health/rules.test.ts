import type { HealthPartName, Standing } from '@tocsin/contract/health';
import { describe, expect, it } from 'vitest';
import { evaluateHealth } from './rules.ts';

const well = {
  recording_lag_seconds: 0.2,
  frames_stored_total: 900,
  batch_retries_total: 0,
  frames_unstorable_total: 0,
  waiting_bytes: 100,
  waiting_limit_bytes: 1000,
  mqtt_open: 1,
  mqtt_sessions: 4,
  devices_known: 10,
  devices_online: 10,
  devices_offline: 0,
  devices_refused: 0,
  devices_clock_wrong: 0,
  edges_connected: 2,
  edges_silent: 0,
  edges_full: 0,
  edge_last_contact_seconds: 4,
  edge_queue_records: 1,
  edge_oldest_record_seconds: 0.2,
  edge_refused_records: 0,
  server_clock_correction_seconds: 0,
  database_up: 1,
  database_bytes: 9e6,
  history_lag_seconds: 0,
  history_held_seconds: 0,
  hours_owed: 0,
  late_frames: 0,
  disk_free_bytes: 80,
  disk_size_bytes: 100,
  mail_oldest_seconds: 0,
  mails_queued: 0,
  mails_failed_day: 0,
  jobs_failed: 0,
  jobs_late_seconds: 0,
  scheduled_jobs_failing: 0,
  scheduled_jobs_late: 0,
  backup_age_seconds: 3600,
  backups_made: 1,
  event_loop_delay_seconds: 0.01,
  process_resident_memory_bytes: 2e8,
  live_documents_skipped_total: 0,
};
const standingOf = (over: Readonly<Record<string, number | undefined>>, part: HealthPartName): Standing | undefined => {
  const metrics = Object.entries({ ...well, ...over }).filter((one): one is [string, number] => one[1] !== undefined);
  return evaluateHealth(new Map(metrics)).parts.find((each) => each.part === part)?.standing;
};

describe('the health of the server', () => {
  it('is OK when nothing is past its threshold', () => {
    expect(evaluateHealth(new Map(Object.entries(well))).standing).toBe('ok');
  });

  it.each<[string, Readonly<Record<string, number | undefined>>, HealthPartName, Standing]>([
    ['a database that is away', { database_up: 0 }, 'database', 'alarm'],
    ['frames that wait 11 s', { recording_lag_seconds: 11 }, 'recording', 'alarm'],
    ['frames that wait 3 s', { recording_lag_seconds: 3 }, 'recording', 'warning'],
    ['a frame that PostgreSQL refused', { frames_unstorable_total: 1 }, 'recording', 'warning'],
    ['a queue more than half full', { waiting_bytes: 501 }, 'queue', 'warning'],
    ['an MQTT adapter that is not open', { mqtt_open: 0 }, 'doors', 'alarm'],
    ['no MQTT adapter at all, where this process has none', { mqtt_open: undefined }, 'doors', 'ok'],
    ['a Modbus device that is silent', { modbus_devices: 4, modbus_silent: 1 }, 'doors', 'warning'],
    ['two of ten devices offline', { devices_offline: 2 }, 'devices', 'warning'],
    ['three of ten devices offline', { devices_offline: 3 }, 'devices', 'alarm'],
    ['three of a hundred devices offline', { devices_offline: 3, devices_known: 100 }, 'devices', 'warning'],
    ['an edge that is silent', { edges_silent: 1 }, 'edges', 'warning'],
    ['an edge whose queue is full', { edges_full: 1 }, 'edges', 'alarm'],
    ['an edge that catches up for two hours', { edge_oldest_record_seconds: 7_200 }, 'edges', 'warning'],
    ['a record of an edge that was refused', { edge_refused_records: 1 }, 'edges', 'warning'],
    ['a clock that the devices correct', { server_clock_correction_seconds: -3600 }, 'clock', 'warning'],
    ['a clock 6 s behind an HTTP server', { 'server_clock_offset_seconds{source="http"}': -6 }, 'clock', 'warning'],
    ['a clock 61 s ahead of the devices', { 'server_clock_offset_seconds{source="devices"}': 61 }, 'clock', 'alarm'],
    ['a tenth of the disk left', { disk_free_bytes: 10 }, 'disk', 'alarm'],
    ['a mail that waits six minutes', { mail_oldest_seconds: 360 }, 'mail', 'alarm'],
    ['a job that is given up', { jobs_failed: 1 }, 'jobs', 'warning'],
    ['a backup of three days ago', { backup_age_seconds: 3 * 86_400 }, 'backups', 'warning'],
    ['figures that the database could not give', { mails_queued: undefined }, 'mail', 'unknown'],
  ])('with %s', (_what, over, part, expected) => {
    expect(standingOf(over, part)).toBe(expected);
  });
});
