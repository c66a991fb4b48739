import { z } from 'zod';
import { endpoint, listOf, listQuery } from './endpoint.ts';
import { line } from './line.ts';
import { OfflineEntry, WrittenOffline } from './offline.ts';

const wrongDay = 'Enter a valid date.';
/** A day of the site's zone, `2026-11-22`. */
const Day = z.iso.date(wrongDay);

/** The same person's second press within this time is the same round. */
export const sameRoundMs = 10 * 60_000;
/** Days that one list or file may span. */
export const maxRoundDays = 366;

/** One daily round at a machine, done by eye (29 CFR 1910.272 (q)(7)). */
export const Round = z.object({
  id: z.number(),
  device_id: z.number(),
  device: z.string(),
  at: z.iso.datetime(),
  day: z.string(),
  by: z.string(),
  note: z.string(),
  /** Null: it was sent as it was written. */
  offline: WrittenOffline.nullable().optional(),
});
export type Round = z.infer<typeof Round>;

/** A machine of the list. Its gaps count from the day of its first round. */
export const RoundMachine = z.object({
  device_id: z.number(),
  device: z.string(),
  device_type: z.string(),
  first_day: z.string().nullable(),
  /** The newest round of today. */
  today: Round.nullable(),
});
export type RoundMachine = z.infer<typeof RoundMachine>;

/** A day with its rounds, and the machines without one. */
export const RoundDay = z.object({
  day: z.string(),
  rounds: z.array(Round),
  missing: z.array(z.object({ device_id: z.number(), device: z.string() })),
});
export type RoundDay = z.infer<typeof RoundDay>;

const range = { from: Day.optional(), to: Day.optional() };

/** Daily rounds of a site by day, newest first. */
export const RoundList = listOf(RoundDay).extend({
  site: z.object({ id: z.number(), title: z.string(), timezone: z.string() }),
  from: z.string(),
  to: z.string(),
  today: z.string(),
  machines: z.array(RoundMachine),
  /** Days and machines without a round. */
  gaps: z.number().int(),
  may_record: z.boolean(),
});

export const endpoints = {
  list: endpoint.get('/api/v1/locations/:id/rounds/', {
    may: 'site.see',
    keys: 'tests',
    programs: 'read',
    says: 'Daily rounds of a site by day with gaps; the last 14 days unless from and to say otherwise',
    query: z.object({ ...listQuery(maxRoundDays, 31), ...range }),
    reply: RoundList,
  }),
  export: endpoint.get('/api/v1/locations/:id/rounds/export/', {
    may: 'site.see',
    keys: 'tests',
    programs: 'read',
    says: 'The daily rounds of a site with gaps as CSV',
    query: z.object(range),
    sends: 'text/csv',
  }),
  record: endpoint.post('/api/v1/devices/:id/rounds/', {
    may: 'device.edit',
    programs: 'none',
    says: "Records today's round at a machine, with a task for each thing that was not well; a second press of the same person within 10 minutes adds nothing",
    body: z.object({
      note: z.string().trim().max(1500, 'Ensure this field has no more than 1500 characters.').default(''),
      /** What was not well: each becomes a maintenance task of the person, due in a week. */
      tasks: z.array(line().min(1).max(500, 'Ensure this field has no more than 500 characters.')).max(6).default([]),
      entry: OfflineEntry.optional(),
    }),
    reply: Round,
    status: 201,
  }),
};
