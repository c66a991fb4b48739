import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { isEmail } from './fields.ts';

/** What the health page speaks of, in its order. */
export const healthParts = [
  'recording',
  'queue',
  'doors',
  'devices',
  'database',
  'history',
  'disk',
  'mail',
  'jobs',
  'backups',
  'process',
] as const;
export type HealthPartName = (typeof healthParts)[number];

/** `unknown`: the figure could not be read just now, which is itself worth a look. */
export const Standing = z.enum(['ok', 'warning', 'alarm', 'unknown']);
export type Standing = z.infer<typeof Standing>;

/** One figure of /metrics, by its name there, with what it is held to. */
export const HealthFigure = z.object({
  metric: z.string(),
  value: z.number().nullable(),
  unit: z.enum(['count', 'bytes', 'seconds', 'share', 'yes']),
  standing: Standing,
  /** Past these it is a warning, an alarm; null: it is only shown. */
  warning: z.number().nullable(),
  alarm: z.number().nullable(),
  /** Which side of them is worse. */
  worse: z.enum(['above', 'below']),
});
export type HealthFigure = z.infer<typeof HealthFigure>;

/** One card of the health page; it stands as its worst figure does. */
export const HealthPart = z.object({
  part: z.enum(healthParts),
  standing: Standing,
  figures: z.array(HealthFigure),
});
export type HealthPart = z.infer<typeof HealthPart>;

/** How the server stands at `at`; the worst part decides. */
export const Health = z.object({
  at: z.iso.datetime(),
  version: z.string(),
  /** The process that answers: with several of them each has figures of its own. */
  roles: z.array(z.string()),
  standing: Standing,
  parts: z.array(HealthPart),
  /** Whether an outside address is asked each minute (DEADMAN_URL). */
  dead_man: z.boolean(),
});
export type Health = z.infer<typeof Health>;

/** So many addresses may get the daily mail. */
export const mostReceivers = 10;
const zones = new Set(Intl.supportedValuesOf('timeZone'));
const badAddress = 'The input is not valid E-mail!';

/** The daily 'I am alive' mail: that it does not come is what tells. */
export const AliveMail = z.object({
  is_on: z.boolean(),
  receivers: z
    .array(z.string().trim().max(255, badAddress).refine(isEmail, badAddress))
    .max(mostReceivers, `Ensure there are no more than ${mostReceivers} addresses.`),
  /** Of the zone's wall clock. */
  hour: z.number().int().min(0).max(23),
  timezone: z.string().refine((zone) => zone === 'UTC' || zones.has(zone), 'Unknown timezone.'),
});
export type AliveMail = z.infer<typeof AliveMail>;

/** The setting, and what became of it. */
export const AliveMailState = AliveMail.extend({
  /** When the next one is due, and when the last was written; null: none. */
  next_at: z.iso.datetime().nullable(),
  last_at: z.iso.datetime().nullable(),
  /** Without a mail server it would reach the portal's own mailbox alone. */
  has_mail_server: z.boolean(),
});
export type AliveMailState = z.infer<typeof AliveMailState>;

export const endpoints = {
  health: endpoint({
    method: 'GET',
    path: '/api/v1/oem/health/',
    may: 'staff',
    says: 'How the server stands: the figures of /metrics, each with its thresholds',
    reply: Health,
  }),
  aliveMail: endpoint({
    method: 'GET',
    path: '/api/v1/oem/health/alive-mail/',
    may: 'staff',
    says: "The daily 'I am alive' mail",
    reply: AliveMailState,
  }),
  changeAliveMail: endpoint({
    method: 'PUT',
    path: '/api/v1/oem/health/alive-mail/',
    may: 'oem',
    says: 'Who gets it, at what hour in which zone, or that it is off',
    body: AliveMail.refine((mail) => !mail.is_on || mail.receivers.length > 0, {
      path: ['receivers'],
      message: 'Please input at least one address!',
    }),
    reply: AliveMailState,
  }),
} as const;
