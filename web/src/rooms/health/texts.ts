import type { HealthPartName, Standing } from '@tocsin/contract/health';

interface PartText {
  readonly title: string;
  /** What to do when it is not OK. */
  readonly todo: string;
}

const parts: Readonly<Record<HealthPartName, PartText>> = {
  recording: {
    title: 'Recording',
    todo: 'Live values go on, but nothing is stored and no event is mailed. Look at the database and its disk. A refused frame stands in the table frame_refused.',
  },
  queue: {
    title: 'Queue to the database',
    todo: 'At 100 % the doors stop reading and devices send again. More comes in than is stored: look at the disk, and at who sends so much.',
  },
  doors: {
    title: 'Doors',
    todo: 'A closed door: look at its port and the log. Silent Modbus devices: open their page. Unknown edge nodes: claim them under Unknown edge nodes.',
  },
  devices: {
    title: 'Devices',
    todo: 'Many at once usually have one cause, as a site’s network. Refused: the device’s page says why. A wrong clock: set it right; alarms still come.',
  },
  database: {
    title: 'Database',
    todo: 'The embedded one starts again by itself within seconds. An external one needs you.',
  },
  history: {
    title: 'History',
    todo: 'Finished hours wait to be written. They can be read meanwhile, but take more disk. Look for errors of part "hours" in the log.',
  },
  disk: {
    title: 'Disk of the data folder',
    todo: 'A full disk stops recording. Make room, or shorten RETENTION_FULL_DAYS.',
  },
  mail: {
    title: 'Mail',
    todo: 'Alarms may not reach people. Look at the mail server; Outgoing mail shows the last error of each.',
  },
  jobs: {
    title: 'Jobs',
    todo: 'The log names the task that is not tried any more; its row stands in graphile_worker.jobs. Late: is a process with the role jobs running?',
  },
  backups: {
    title: 'Backups',
    todo: 'Make one each day: npm run tocsin -- backup FILE, and keep it on another machine.',
  },
  process: {
    title: 'This process',
    todo: 'It has more to do than its core can, or the machine has. See the sizing table in docs/operations.md.',
  },
};

const figures: Readonly<Record<string, string>> = {
  recording_lag_seconds: 'Oldest frame that is not stored',
  frames_stored_total: 'Frames stored since start',
  batch_retries_total: 'Tried again for want of the database',
  frames_unstorable_total: 'Frames that the database refused',
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
  devices_offline_share: 'Share offline, from three on',
  devices_refused: 'Refused',
  devices_clock_wrong: 'Clock wrong',
  database_up: 'Answers',
  database_bytes: 'Size',
  history_lag_seconds: 'Oldest hour that waits',
  hours_owed: 'Hours that wait',
  late_frames: 'Late frames that wait',
  hours_failed_total: 'Hours that failed at a try',
  disk_free_share: 'Free',
  disk_free_bytes: 'Free space',
  mail_oldest_seconds: 'Oldest mail that waits',
  mails_queued: 'Waiting',
  mails_failed_day: 'Given up in 24 hours',
  jobs_failed: 'Given up',
  jobs_late_seconds: 'Oldest past its time',
  backup_age_seconds: 'Age of the newest, or of the installation',
  backups_made: 'Made so far',
  event_loop_delay_seconds: 'Work begins late by',
  process_resident_memory_bytes: 'Memory',
  live_documents_skipped_total: 'Documents that slow pages skipped',
};

const words: Readonly<Record<Standing, string>> = { ok: 'OK', warning: 'Warning', alarm: 'Alarm', unknown: 'Unknown' };

export const texts = {
  title: 'Health',
  about: (version: string, roles: readonly string[]): string =>
    `Version ${version}, this process runs ${roles.join(', ') || 'everything'}. The same figures as /metrics.`,
  back: 'OEM Setting',
  updated: 'Updated',
  failed: 'The server does not answer. If it stays so, look at the process and its log.',
  old: 'The server does not answer; these figures are old.',
  allWell: 'All is well',
  wrong: (names: readonly string[]): string => `Look at ${names.join(', ')}`,
  parts,
  figures,
  words,
  todo: 'What to do',
  yes: 'yes',
  no: 'no',
  unknown: 'not known',
  limit: (side: 'above' | 'below', warning: string | null, alarm: string | null): string => {
    const word = side === 'above' ? 'above' : 'at or below';
    const said = [warning && `warning ${word} ${warning}`, alarm && `alarm ${word} ${alarm}`].filter(Boolean);
    return said.join(', ');
  },
  deadMan: {
    title: 'Dead-man signal',
    on: 'An outside address is asked each minute while frames are stored.',
    off: 'Off. Set DEADMAN_URL to an address that tells you when it is not asked any more.',
  },
  alive: {
    title: 'Daily ‘I am alive’ mail',
    about: 'One mail a day says that the server lives and how it stands. When it does not come, look.',
    on: 'Send it',
    receivers: 'To',
    receiversHelp: 'One address a line, ten at most',
    hour: 'At',
    zone: 'Timezone',
    save: 'SAVE',
    saved: 'Saved',
    failed: 'An error occured, please try again!',
    next: 'Next',
    last: 'Last',
    none: 'none yet',
    noServer: 'No mail server is set (SMTP_URL): it would stay in the portal’s mailbox.',
    readOnly: 'OEM and super users change this.',
  },
} as const;
