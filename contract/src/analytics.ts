import { z } from 'zod';
import { endpoint, QueryFlag } from './endpoint.ts';
import { Priority } from './priority.ts';

/** Days in the site's zone, both included: 'D Mon YYYY' as the page sends it, or any other accepted time. */
const range = {
  start: z.string().trim().max(40).optional(),
  end: z.string().trim().max(40).optional(),
};
/** The time range of every alarm report. */
export const AnalyticsRange = z.object(range);
export type AnalyticsRange = z.infer<typeof AnalyticsRange>;

/** Restricts what is counted; absent: everything. */
const filters = {
  /** Held back by a shelf when it began, or not. */
  is_shelved: QueryFlag.optional(),
  /** Of a sensor, device or site that was out of service when it began, or not. */
  is_out_of_service: QueryFlag.optional(),
  /** Acknowledged by now, or not. */
  is_acknowledged: QueryFlag.optional(),
};
const ReportQuery = AnalyticsRange.extend(filters);
export type ReportQuery = z.infer<typeof ReportQuery>;

export const dateMissing = 'Please select date before!';
/** Maximum number of alarms in one report. */
export const maxAlarms = 200_000;
export const tooMany = 'Too many alarms: please select a shorter time';

const Counted = z.object({ name: z.string(), count: z.number().int() });

/** Number of alarms and warnings by sensor; the id identifies a renamed sensor. */
export const AlarmSensor = z.object({
  alarm_sensor_data: z.array(z.object({ sensor_name: z.string(), count: z.number().int(), sensor_id: z.string() })),
});
/** By hour of the day in the site's zone, '00' to '23'. */
export const AlarmTime = z.object({ alarm_time_data: z.array(Counted) });
/** By the state text at the beginning. */
export const AlarmType = z.object({
  alarm_type_data: z.object({ total: z.number().int(), data: z.array(Counted) }),
});

/** The reports of the analytics page, as in their addresses. */
export const reports = ['alarm-sensor', 'alarm-time', 'alarm-type'] as const;
export type Report = (typeof reports)[number];

/** Limits of ISA-18.2 and EEMUA 191. */
export const badActorLimits = {
  windowMs: 600_000,
  /** More alarms in ten minutes: chattering. */
  chattering: 5,
  /** At least this many alarms in ten minutes: a flood. */
  flood: 10,
  standingMs: 86_400_000,
  mostFrequent: 10,
  /** Maximum rows of each list. */
  rows: 200,
  /** Changes of rules that are listed. */
  changes: 50,
  /** Time before and after a change of a rule. */
  changeMs: 7 * 86_400_000,
} as const;

/** Alarms in ten minutes, as the distribution groups them; `most` null: without end. */
export const rateSteps = [
  { least: 0, most: 0 },
  { least: 1, most: 1 },
  { least: 2, most: 5 },
  { least: 6, most: 9 },
  { least: 10, most: null },
] as const;

const Place = { device_id: z.number(), device: z.string(), sensor_id: z.string(), sensor_name: z.string() };
const Burst = {
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  count: z.number().int(),
  /** Largest number within any ten minutes. */
  peak: z.number().int(),
};
/** Nuisance alarms by the measures of ISA-18.2 and EEMUA 191; shares refer to all alarms of the range. */
export const BadActors = z.object({
  /** Readings that came late are still being evaluated: the numbers may grow. */
  is_counting: z.boolean(),
  total: z.number().int(),
  /** How many of the total were warnings. */
  warnings: z.number().int(),
  /** Seconds for which alarms of devices were active, up to now; alarms at the same time count each. */
  alarm_seconds: z.number().int(),
  /** Half of what needed acknowledgement was acknowledged within this time; null: none was. */
  answer_seconds: z.number().int().nullable(),
  /** How many had a time to respond that is over or was kept, and how many kept it; null: none. */
  answer_goal: z.object({ of: z.number().int(), within: z.number().int() }).nullable(),
  /** Alarms and warnings by the day in the site's zone, `YYYY-MM-DD`; days without any are left out. */
  by_day: z.array(z.object({ day: z.string(), alarms: z.number().int(), warnings: z.number().int() })),
  days: z.number(),
  /** Every priority, most urgent first; share in percent. */
  by_priority: z.array(z.object({ priority: Priority, count: z.number().int(), share: z.number() })),
  most_frequent: z.array(
    z.object({
      ...Place,
      count: z.number().int(),
      share: z.number(),
      /** How many of the count were warnings. */
      warnings: z.number().int(),
      /** The rule in force that raised the most of them; null: none did. */
      rule: z.object({ id: z.number().int(), count: z.number().int() }).nullable(),
    }),
  ),
  chattering: z.array(z.object({ ...Place, ...Burst })),
  standing: z.array(
    z.object({
      ...Place,
      event_type: z.enum(['alarm_on', 'warning_on']),
      content: z.string(),
      since: z.iso.datetime(),
      /** null: still active. */
      until: z.iso.datetime().nullable(),
      hours: z.number(),
    }),
  ),
  floods: z.array(z.object({ ...Burst, sensors: z.number().int(), first: z.string() })),
  /** Number of ten-minute windows by the alarms that began in them; shares in percent of all windows up to now. */
  rates: z.object({
    steps: z.array(
      z.object({
        least: z.number().int(),
        most: z.number().int().nullable(),
        windows: z.number().int(),
        share: z.number(),
      }),
    ),
    /** Windows that were floods. */
    flood_share: z.number(),
  }),
  /** Time to acknowledge by the shift in which an event began, for events that need it; `from` and `to` as `06:00`. */
  answers: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      count: z.number().int(),
      unacknowledged: z.number().int(),
      /** null: none was acknowledged. */
      median_seconds: z.number().int().nullable(),
      /** Nine of ten were acknowledged within this time. */
      slow_seconds: z.number().int().nullable(),
      /** The time to respond of half of those that have one, or less; null: none has. */
      goal_seconds: z.number().int().nullable(),
    }),
  ),
  /** Changes of warning rules within the range, newest first, with the alarms of the sensor before and after each. */
  changes: z.array(
    z.object({
      ...Place,
      at: z.iso.datetime(),
      /** Hours that are counted on both sides: at most seven days, and no more than have passed since. */
      hours: z.number(),
      before: z.number().int(),
      after: z.number().int(),
    }),
  ),
  /** How many of the total were held back by a shelf. */
  shelved: z.number().int(),
  /** How many began while their sensor, device or site was out of service. */
  out_of_service: z.number().int(),
  timezone: z.string(),
});
export type BadActors = z.infer<typeof BadActors>;

const BadActorQuery = z.object({
  ...range,
  ...filters,
  /** Scope of the evaluation: the device, or its whole site, since an operator sees floods across devices. */
  scope: z.enum(['device', 'site']).default('device'),
});
export type BadActorQuery = z.infer<typeof BadActorQuery>;

export const endpoints = {
  sensor: endpoint.get('/api/v1/analytics/:id/alarm-sensor/', {
    may: 'device.analytics',
    programs: 'read',
    says: 'Alarms and warnings of each sensor of the device, most first; tests are not counted',
    query: ReportQuery,
    reply: AlarmSensor,
  }),
  time: endpoint.get('/api/v1/analytics/:id/alarm-time/', {
    may: 'device.analytics',
    programs: 'read',
    says: 'Alarms and warnings by the hour of the day',
    query: ReportQuery,
    reply: AlarmTime,
  }),
  type: endpoint.get('/api/v1/analytics/:id/alarm-type/', {
    may: 'device.analytics',
    programs: 'read',
    says: 'Alarms and warnings by their type, the state text at their beginning',
    query: ReportQuery,
    reply: AlarmType,
  }),
  export: endpoint.get('/api/v1/analytics/:id/export/', {
    may: 'device.analytics',
    programs: 'read',
    says: 'One of the three reports as CSV',
    query: ReportQuery.extend({ report: z.enum(reports) }),
    sends: 'text/csv',
  }),
  badActors: endpoint.get('/api/v1/analytics/:id/bad-actors/', {
    may: 'device.edit',
    programs: 'read',
    says: 'Alarms that need work after ISA-18.2 and EEMUA 191: most frequent, chattering, standing, floods',
    query: BadActorQuery,
    reply: BadActors,
  }),
  badActorsExport: endpoint.get('/api/v1/analytics/:id/bad-actors/export/', {
    may: 'device.edit',
    programs: 'read',
    says: 'The same as CSV',
    query: BadActorQuery,
    sends: 'text/csv',
  }),
} as const;
