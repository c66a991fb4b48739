import { z } from 'zod';
import { oemOnly, staffOnly } from './callers.ts';
import { endpoint } from './endpoint.ts';
import { asciiEmail, isEmail } from './fields.ts';

/** Parts of the health page, in order. */
export const healthParts = [
  'recording',
  'queue',
  'doors',
  'devices',
  'edges',
  'clock',
  'database',
  'history',
  'disk',
  'mail',
  'jobs',
  'backups',
  'process',
] as const;
export type HealthPartName = (typeof healthParts)[number];

/** `unknown`: the metric is not readable at the moment, which is itself worth a look. */
export const Standing = z.enum(['ok', 'warning', 'alarm', 'unknown']);
export type Standing = z.infer<typeof Standing>;

/** A metric of /metrics with its thresholds. */
export const HealthFigure = z.object({
  metric: z.string(),
  value: z.number().nullable(),
  unit: z.enum(['count', 'bytes', 'seconds', 'share', 'yes']),
  standing: Standing,
  /** Thresholds of warning and alarm; null: display only. */
  warning: z.number().nullable(),
  alarm: z.number().nullable(),
  /** Direction in which the thresholds apply. */
  worse: z.enum(['above', 'below']),
});
export type HealthFigure = z.infer<typeof HealthFigure>;

/** One card of the health page; its status is that of its worst metric. */
export const HealthPart = z.object({
  part: z.enum(healthParts),
  standing: Standing,
  figures: z.array(HealthFigure),
});
export type HealthPart = z.infer<typeof HealthPart>;

/** A job that runs at a fixed interval, such as the look for gaps on call. */
export const ScheduledJobHealth = z.object({
  task: z.string(),
  every_seconds: z.number(),
  due_at: z.iso.datetime(),
  /** Null: it never succeeded, or never failed. */
  succeeded_at: z.iso.datetime().nullable(),
  failed_at: z.iso.datetime().nullable(),
  /** Runs that failed since the last one that did not. */
  failures: z.number().int(),
  /** Why the last run failed; empty when it did not. */
  error: z.string(),
  /** How long it is past its time. */
  late_seconds: z.number(),
  standing: Standing,
});
export type ScheduledJobHealth = z.infer<typeof ScheduledJobHealth>;

/** A version that is newer than the running one, what it mends, and what to do until it runs. */
export const NewerVersion = z.object({
  version: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/),
  advisory: z.url({ protocol: /^https$/ }),
  is_security: z.boolean().default(false),
  advice: z.string().max(500).default(''),
});
export type NewerVersion = z.infer<typeof NewerVersion>;

/** The server's health at `at`; the worst part decides. */
export const Health = z.object({
  at: z.iso.datetime(),
  version: z.string(),
  /** The answering process; with several, each has its own metrics. */
  roles: z.array(z.string()),
  standing: Standing,
  parts: z.array(HealthPart),
  /** Whether a heartbeat is sent every minute (DEADMAN_URL). */
  dead_man: z.boolean(),
  /** Absent while the database does not answer. */
  scheduled: z.array(ScheduledJobHealth).optional(),
  /** As UPDATES_URL says; null: none, or nothing is asked. */
  newer: NewerVersion.nullable(),
});
export type Health = z.infer<typeof Health>;

/** Maximum recipients of the daily mail. */
export const maxReceivers = 10;
const zones = new Set(Intl.supportedValuesOf('timeZone'));
const badAddress = 'The input is not valid E-mail!';

/** The daily heartbeat mail, whose absence reveals a failure. */
export const AliveMail = z.object({
  is_on: z.boolean(),
  receivers: z
    .array(z.string().trim().max(255, badAddress).transform(asciiEmail).refine(isEmail, badAddress))
    .max(maxReceivers, `Ensure there are no more than ${maxReceivers} addresses.`),
  /** Hour of the zone's wall clock. */
  hour: z.number().int().min(0).max(23),
  timezone: z.string().refine((zone) => zone === 'UTC' || zones.has(zone), 'Unknown timezone.'),
});
export type AliveMail = z.infer<typeof AliveMail>;

/** The setting with its schedule. */
export const AliveMailState = AliveMail.extend({
  /** When the next one is due, and when the last was written; null: none. */
  next_at: z.iso.datetime().nullable(),
  last_at: z.iso.datetime().nullable(),
  /** Without a mail server it only reaches the portal's own mailbox. */
  has_mail_server: z.boolean(),
});
export type AliveMailState = z.infer<typeof AliveMailState>;

export const endpoints = {
  health: endpoint.get('/api/v1/oem/health/', {
    ...staffOnly,
    says: 'How the server stands: the figures of /metrics, each with its thresholds',
    reply: Health,
  }),
  aliveMail: endpoint.get('/api/v1/oem/health/alive-mail/', {
    ...staffOnly,
    says: "The daily 'I am alive' mail",
    reply: AliveMailState,
  }),
  changeAliveMail: endpoint.put('/api/v1/oem/health/alive-mail/', {
    ...oemOnly,
    says: 'Who gets it, at what hour in which zone, or that it is off',
    body: AliveMail.refine((mail) => !mail.is_on || mail.receivers.length > 0, {
      path: ['receivers'],
      message: 'Please input at least one address!',
    }),
    reply: AliveMailState,
  }),
} as const;
