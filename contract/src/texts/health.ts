import type { HealthPartName, Standing } from '../health.ts';
import { defineTexts } from './define-texts.ts';

interface PartText {
  readonly title: string;
  /** Advice if the part is not OK. */
  readonly todo: string;
}

const parts: Readonly<Record<HealthPartName, PartText>> = {
  recording: {
    title: 'Recording',
    todo: 'Live values continue, but nothing is stored and no event is e-mailed. Check the database and its disk. Rejected frames are in the table frame_refused.',
  },
  queue: {
    title: 'Queue to the database',
    todo: 'At 100 % the adapters stop reading and devices resend later. Data arrives faster than it is stored: check the disk, and find the device that sends so much.',
  },
  doors: {
    title: 'Adapters',
    todo: 'Adapter not listening: check its port and the log. Silent Modbus devices: open their page. Unknown edge nodes: claim them under Unknown edge nodes.',
  },
  devices: {
    title: 'Devices',
    todo: 'Many offline at once usually have one cause, such as the site’s network. Refused: the device’s page says why. Wrong clock: correct it on the device; alarms still arrive.',
  },
  edges: {
    title: 'Edges',
    todo: 'Silent: check the connection and the power at the plant; the Edges page of the site says since when. Full: the edge stores no more until the portal has taken what is queued. Refused records are not in the history: the portal’s log says why.',
  },
  clock: {
    title: 'Server clock',
    todo: 'Times of events, mails and sessions are wrong. Check that time synchronization (chrony, systemd-timesyncd) is running on the server. If only the devices differ, check their clocks.',
  },
  database: {
    title: 'Database',
    todo: 'The embedded database restarts by itself within seconds. An external one must be restarted by its administrator.',
  },
  history: {
    title: 'History',
    todo: 'Finished hours are waiting for compaction. They stay readable but take more disk space. Look for errors of part "hours" in the log. Pieces of a restored backup come back by themselves; the log names those that cannot be read: put good copies in their place.',
  },
  disk: {
    title: 'Disk of the data folder',
    todo: 'A full disk stops recording. Free some space, or reduce RETENTION_FULL_DAYS.',
  },
  mail: {
    title: 'Mail',
    todo: 'Alarms may not reach people. Check the mail server; Outgoing mail shows the last error of each e-mail.',
  },
  jobs: {
    title: 'Jobs',
    todo: 'The list of scheduled jobs says what failed and why; it runs again at its usual time. Other failed jobs: their rows are in graphile_worker.jobs. Late jobs: check that a process with the role jobs is running.',
  },
  backups: {
    title: 'Backups',
    todo: 'Make one every day with npm run tocsin -- backup FILE, and store it on another machine.',
  },
  process: {
    title: 'This process',
    todo: 'The load is too high for its CPU core or for the machine. See the sizing table in docs/operations.md.',
  },
};

const figures: Readonly<Record<string, string>> = {
  recording_lag_seconds: 'Oldest unstored frame',
  frames_stored_total: 'Frames stored since start',
  batch_retries_total: 'Retries while the database was unavailable',
  frames_unstorable_total: 'Frames rejected by the database',
  waiting_share: 'Filled',
  waiting_bytes: 'Waiting',
  mqtt_open: 'MQTT open',
  mqtt_sessions: 'MQTT clients',
  'door_messages_total{door="mqtt"}': 'MQTT messages',
  'door_refused_total{door="mqtt"}': 'MQTT refused',
  'door_messages_total{door="http"}': 'HTTP posts',
  'door_refused_total{door="http"}': 'HTTP refused',
  modbus_devices: 'Modbus devices polled',
  modbus_silent: 'Modbus devices silent',
  sparkplug_gaps_total: 'Sparkplug gaps',
  sparkplug_unknown_nodes: 'Unknown edge nodes',
  devices_online: 'Online',
  devices_offline: 'Offline',
  devices_offline_share: 'Share offline (from three devices)',
  devices_refused: 'Refused',
  devices_clock_wrong: 'Clock wrong',
  edges_connected: 'Connected',
  edges_silent: 'Silent',
  edges_full: 'Queue full',
  edge_last_contact_seconds: 'Longest time without contact',
  edge_queue_records: 'Queued records',
  edge_oldest_record_seconds: 'Oldest queued record',
  edge_refused_records: 'Records refused',
  server_clock_correction_seconds: 'Corrected by the devices',
  'server_clock_offset_seconds{source="http"}': 'Off from an HTTP server',
  'server_clock_offset_seconds{source="smtp"}': 'Off from the mail server',
  'server_clock_offset_seconds{source="devices"}': 'Off from the devices (median)',
  database_up: 'Answers',
  database_bytes: 'Size',
  history_lag_seconds: 'Oldest unprocessed hour',
  history_held_seconds: 'Oldest transaction blocking compaction',
  hours_owed: 'Unprocessed hours',
  history_pieces_missing: 'Pieces of a backup that are coming back',
  history_pieces_unreadable: 'Pieces of a backup that cannot be read',
  late_frames: 'Unprocessed late frames',
  hours_failed_total: 'Failed attempts',
  archive_up: 'Object storage answers',
  archive_objects: 'Archived days of devices',
  archive_bytes: 'Archived bytes',
  disk_free_share: 'Free',
  disk_free_bytes: 'Free space',
  mail_oldest_seconds: 'Oldest queued e-mail',
  mails_queued: 'Waiting',
  mails_failed_day: 'Failed in the last 24 hours',
  jobs_failed: 'Failed',
  jobs_late_seconds: 'Most overdue job',
  scheduled_jobs_failing: 'Scheduled jobs whose last run failed',
  scheduled_jobs_late: 'Scheduled jobs that are late',
  backup_age_seconds: 'Age of the newest backup, or of the installation',
  backups_made: 'Backups made',
  event_loop_delay_seconds: 'Event loop delay',
  process_resident_memory_bytes: 'Memory',
  live_documents_skipped_total: 'Updates skipped by slow pages',
};

/** Names of the jobs that run at fixed intervals, by task. */
const scheduledNames: Readonly<Record<string, string>> = {
  incidents: 'Group alarms into incidents',
  'walk-tasks': 'Tasks of signed walk tests',
  'rule-units': 'Compare units of rules and sensors',
  'edges.digest': 'E-mails after an edge’s outage',
  'on-call-gaps': 'Gaps on call',
  'audit-seal': 'Seal the audit log',
  'alive-mail': 'Daily heartbeat e-mail',
  'handover-mails': 'Handover e-mails',
  'protection-watch': 'Disabled sensors',
  'protection-reach': 'Record of who is reached',
  'protection-scan': 'Search for dead sensors',
  'read-rss': 'Read RSS feeds',
  'protection-mail': 'Protection e-mails',
  'out-of-service.reviews': 'Review reminders',
  'webhook-cleanup': 'Clean up webhook deliveries',
  'policy-test-reminders': 'Reminders to test policies',
  'forget-accounts': 'Delete old sessions and e-mails',
  'purge-removed': 'Delete removed devices and people',
};

const words: Readonly<Record<Standing, string>> = { ok: 'OK', warning: 'Warning', alarm: 'Alarm', unknown: 'Unknown' };

export const texts = defineTexts('health', {
  title: 'Health',
  about: (version: string, roles: readonly string[]): string =>
    `Version ${version}; this process runs ${roles.join(', ') || 'all roles'}. Same values as /metrics.`,
  back: 'OEM Setting',
  updated: 'Updated',
  failed: 'The server does not respond. If this persists, check the process and its log.',
  old: 'The server does not respond; these values are out of date.',
  allWell: 'All is well',
  wrong: (names: readonly string[]): string => `Check ${names.join(', ')}`,
  parts,
  figures,
  words,
  todo: 'What to do',
  yes: 'yes',
  no: 'no',
  unknown: 'not known',
  limit: (side: 'above' | 'below', warning: string | null, alarm: string | null): string => {
    const word = side === 'above' ? 'above' : 'at or below';
    const phrases = [warning && `warning ${word} ${warning}`, alarm && `alarm ${word} ${alarm}`].filter(Boolean);
    return phrases.join(', ');
  },
  alarmWhenNot: 'alarm when not',
  scheduled: {
    title: 'Scheduled jobs',
    help: 'When each job last ran without a failure. A job that fails runs again at its usual time.',
    every: (span: string): string => `every ${span}`,
    failed: (n: number, error: string): string => `failed ${n === 1 ? 'once' : `${n} times in a row`}: ${error}`,
    late: (span: string): string => `${span} late`,
    never: 'not yet',
    names: scheduledNames,
  },
  newer: (version: string): string => `Version ${version} is available.`,
  securityUpdate: (version: string): string => `Version ${version} mends a vulnerability: install it soon.`,
  advisory: 'What it changes',
  heartbeat: {
    title: 'Heartbeat',
    on: 'An external address is called every minute while frames are being stored.',
    off: 'Off. Set DEADMAN_URL to the address of a service that alerts you when the calls stop.',
  },
  alive: {
    title: 'Daily heartbeat e-mail',
    about:
      'One e-mail a day confirms that the server is running and reports its state. If it does not arrive, check the server.',
    on: 'Send it',
    receivers: 'To',
    receiversHelp: 'One address per line, at most ten',
    hour: 'At',
    zone: 'Timezone',
    save: 'SAVE',
    saved: 'Saved',
    failed: 'An error occured, please try again!',
    next: 'Next',
    last: 'Last',
    none: 'none yet',
    noServer: 'No mail server is set (SMTP_URL): the e-mail would stay in the portal’s mailbox.',
    isOn: (hour: string, zone: string, receivers: string): string => `Sent at ${hour} ${zone} to ${receivers}`,
    isOff: 'Not sent',
    readOnly: 'Only OEM and super users can change this.',
  },
});
