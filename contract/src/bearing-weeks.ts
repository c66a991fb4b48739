import { z } from 'zod';
import { endpoint, listOf } from './endpoint.ts';

/** This week and the four before it; each is seven times 24 hours, the first one ends now. */
export const shownWeeks = 5;
/** Most bearings of one device. */
export const maxBearings = 64;

/** A figure with its standard error, which is null when there are too few days for one. */
const Figure = z.object({ value: z.number(), error: z.number().nullable() });

/** One bearing in one week, while its machine was running. */
export const BearingWeek = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** Running hours with a value. */
  hours: z.number(),
  /** Mean temperature over ambient; null: the machine did not run. */
  rise: Figure.nullable(),
});

/** A bearing's temperature over ambient by week, in the displayed unit. */
export const Bearing = z.object({
  /** `groupId.sensorId`. */
  path: z.string(),
  name: z.string(),
  unit: z.string(),
  /** Newest first. */
  weeks: z.array(BearingWeek).length(shownWeeks),
  /** This week less the mean of the four before it. */
  change: Figure.nullable(),
  /** The bearing on the other side of the same shaft, and this week's rise less its. */
  sister: z.object({ path: z.string(), name: z.string(), difference: Figure.nullable() }).nullable(),
  /** Change for each week: the slope of a straight line through the daily means of all five weeks. */
  trend: z.object({ per_week: z.number(), error: z.number(), days: z.number() }).nullable(),
  /** The lowest value of a warning rule that warns above it. */
  limit: z.number().nullable(),
  /**
   * Days until the line reaches the limit at this week's ambient, and the same with the slope two errors steeper and
   * flatter (null: over ten years). Only while the line rises by more than two errors.
   */
  to_limit: z.object({ days: z.number(), earliest: z.number(), latest: z.number().nullable() }).nullable(),
});
export type Bearing = z.infer<typeof Bearing>;

export const endpoints = {
  read: endpoint.get('/api/v1/devices/:id/bearing-weeks/', {
    may: 'device.open',
    programs: 'read',
    keys: 'history',
    says: 'Running temperature of each bearing over ambient in the last five weeks, against the weeks before and its sister, and days to the limit while it rises',
    reply: listOf(Bearing).extend({
      device: z.object({ id: z.number(), title: z.string() }),
      timezone: z.string(),
      as_of: z.iso.datetime(),
      /** Names of the ambient sensors whose mean is taken off; empty: there is none, the temperature itself is shown. */
      ambient: z.array(z.string()),
      /** The sensor that tells when the machine runs; null: there is none, all time counts. */
      running_by: z.string().nullable(),
    }),
  }),
};
