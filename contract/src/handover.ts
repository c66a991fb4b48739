import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Notification } from './live.ts';
import { WrittenOffline } from './offline.ts';
import { Priority } from './priority.ts';
import { ProtectedMonth } from './protection-hours.ts';

/** When shifts begin at a site that has no times of its own. */
export const defaultShiftStarts: readonly string[] = ['06:00', '14:00', '22:00'];

/** Most events, points and records of one shift that one answer holds. */
export const mostOfShift = 1000;

const wrongTime = 'Enter a valid date/time.';
const At = z.iso.datetime({ offset: true, error: wrongTime }).optional();
const Start = z
  .string('Enter a time such as 06:00.')
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 06:00.');

/** What one page covers: a shift, or the day or week that begins with the first shift of a day or of a Monday. */
export const handoverSpans = ['shift', 'day', 'week'] as const;
export type HandoverSpan = (typeof handoverSpans)[number];

/** Which pages a person is mailed when they are over. */
export const HandoverMails = z.object({ day: z.boolean(), week: z.boolean() });
export type HandoverMails = z.infer<typeof HandoverMails>;

/** Records that say that somebody looked at a device. */
export const checkKinds = ['test', 'round', 'note'] as const;

/** Why the next shift must know of something; `happened`: it was the worst alarm of the shift, and is over. */
export const pointKinds = [
  'happened',
  'active',
  'unacknowledged',
  /** Found by a daily round of the shift; its task is open. */
  'not_well',
  'never_reported',
  'shelved',
  'out_of_service',
] as const;

/** One thing that the next shift takes over. */
export const HandoverPoint = z.object({
  /** Stable while it lasts. */
  key: z.string(),
  kind: z.enum(pointKinds),
  /** null: the whole site. */
  device: z.string().nullable(),
  device_id: z.number().nullable(),
  what: z.string(),
  why: z.string(),
  /** Who acknowledged, found, shelved or took it out of service; null: nobody. */
  who: z.string().nullable(),
  since: z.iso.datetime(),
  /** End of the shelf, or review date. */
  until: z.iso.datetime().nullable(),
  priority: Priority.nullable(),
  /** Why nobody is notified of the alarm or warning now; null: somebody is. Null for shifts that are over. */
  held_back: z.enum(['shelved', 'out_of_service']).nullable(),
  /** Of the worst alarm of the shift: who last looked at its device since, null: nobody on record. Absent for others. */
  checked: z
    .object({ kind: z.enum(checkKinds), at: z.iso.datetime(), by: z.string() })
    .nullable()
    .optional(),
  /** The alarm or warning as it is now. */
  notification: Notification.nullable(),
});
export type HandoverPoint = z.infer<typeof HandoverPoint>;

/** What people did during a shift. */
export const recordKinds = ['acknowledged', 'shelved', 'shelf_ended', 'test', 'round', 'note', 'change'] as const;
export const ShiftRecord = z.object({
  kind: z.enum(recordKinds),
  at: z.iso.datetime(),
  device: z.string(),
  what: z.string(),
  by: z.string(),
  comment: z.string(),
  /** Of what was written without a network. */
  offline: WrittenOffline.nullable().optional(),
});
export type ShiftRecord = z.infer<typeof ShiftRecord>;

/** Somebody took over a shift. */
export const Takeover = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  by: z.string(),
  comment: z.string(),
  /** Number of points that were read. */
  points: z.number().int(),
});
export type Takeover = z.infer<typeof Takeover>;

const Counts = z.object({ alarms: z.number().int(), warnings: z.number().int(), offline: z.number().int() });

/** One shift of a site: what the next one needs, what happened, what people did, and who took it over. */
export const Handover = z.object({
  site: z.object({ id: z.number(), title: z.string(), timezone: z.string() }),
  /** When the site's shifts begin, in its zone, as `06:00`. */
  starts: z.array(z.string()),
  span: z.enum(handoverSpans),
  /** Half-open. */
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** The moment that the points describe: now, or the end of a shift that is over. */
  as_of: z.iso.datetime(),
  is_current: z.boolean(),
  /** Beginnings of the shifts before and after; null: that one has not begun. */
  previous: z.iso.datetime(),
  next: z.iso.datetime().nullable(),
  counts: Counts,
  /** The same of the shift before. */
  counts_before: Counts,
  /** Active alarms, then the worst alarm of the shift, then the others, most urgent first. What is out of service is known for the current shift only. */
  points: z.array(HandoverPoint).max(6 * mostOfShift),
  /** Alarms, warnings, offline devices and disappeared sensors that began in the shift, newest first. */
  events: z.array(Notification).max(mostOfShift),
  /** Newest first. */
  records: z.array(ShiftRecord).max(7 * mostOfShift),
  takeovers: z.array(Takeover),
  /** Whoever took over last before this shift was taken over; null: nobody yet. */
  held_by: z.string().nullable(),
  /** The share of the month in which it lies, or of the one before; null: no machine ran in either. */
  protected_month: ProtectedMonth.nullable(),
  /** What the reader is mailed. */
  mails: HandoverMails,
  may_take_over: z.boolean(),
  may_edit_shifts: z.boolean(),
});
export type Handover = z.infer<typeof Handover>;

const shift = { at: At, span: z.enum(handoverSpans).default('shift') };

const reads = { may: 'site.see', keys: 'handover', programs: 'read' } as const;

export const endpoints = {
  read: endpoint.get('/api/v1/locations/:id/handover/', {
    ...reads,
    says: 'The shift, day or week (`span`) of a site at a moment (default: now): open points, events, records and who took it over',
    query: z.object(shift),
    reply: Handover,
  }),
  export: endpoint.get('/api/v1/locations/:id/handover/export/', {
    ...reads,
    says: 'The same as CSV',
    query: z.object(shift),
    sends: 'text/csv',
  }),
  report: endpoint.get('/api/v1/locations/:id/handover/report/', {
    ...reads,
    says: 'The same as a printable PDF',
    query: z.object(shift),
    sends: 'application/pdf',
  }),
  takeOver: endpoint.post('/api/v1/locations/:id/handover/', {
    may: 'site.take-over',
    programs: 'none',
    says: 'Takes over the shift of a site; 409 while there is a point that is not among the ones read',
    body: z.object({
      at: At,
      /** Keys of the points that the person has read. */
      read: z
        .array(z.string().max(100))
        .max(6 * mostOfShift)
        .default([]),
      comment: z.string().trim().max(1500, 'Ensure this field has no more than 1500 characters.').default(''),
    }),
    reply: Takeover,
    status: 201,
  }),
  setMails: endpoint.put('/api/v1/locations/:id/handover/mails/', {
    may: 'site.take-over',
    programs: 'none',
    says: 'Whether the caller is mailed the page of each day, and of each week, when it is over',
    body: HandoverMails,
    reply: HandoverMails,
  }),
  setShifts: endpoint.put('/api/v1/locations/:id/shifts/', {
    may: 'site.edit',
    programs: 'plant',
    says: "When the site's shifts begin, in its zone",
    body: z.object({
      starts: z
        .array(Start, 'Enter one to six times.')
        .min(1, 'Enter one to six times.')
        .max(6, 'Enter one to six times.')
        .refine((starts) => new Set(starts).size === starts.length, 'Each time may stand only once.')
        .transform((starts) => starts.toSorted()),
    }),
    reply: z.object({ starts: z.array(z.string()) }),
  }),
};
