import { z } from 'zod';
import { endpoint, listOf, listQuery } from './endpoint.ts';
import { SiteId } from './ids.ts';
import { line } from './line.ts';
import { ProtectionCause } from './protection-causes.ts';
import type { texts } from './texts/protection-hours.ts';

/** Most days of one answer. */
export const maxDays = 92;
/** Months of the trend: this one and those of the year before it. */
export const trendMonths = 13;

const Minutes = z.number().int();
const CauseMinutes = z.object({ cause: ProtectionCause, minutes: Minutes });
const figures = {
  /** Minutes in which the machine ran, or in which that is not known. */
  running: Minutes,
  protected: Minutes,
  /** Of the protected ones, minutes by which every required sensor that a person can test had passed a proof test. */
  proved: Minutes,
  /** Percent with one decimal, rounded down; null: it did not run. */
  share: z.number().nullable(),
};
const progress = {
  /** The oldest hour that is still to be counted of any device of the site: figures are of the hours before it. null: none ever was. */
  until: z.iso.datetime().nullable(),
  /**
   * `whole`: every hour of the span is counted. `so_far`: every hour that is over, but for the last one. `behind`: hours that
   * have long been over are still being counted, and the figures are not those of the span.
   */
  counted: z.enum(['whole', 'so_far', 'behind']),
};
const tests = {
  /** Required sensors that a person can test, and those of them that ever passed a proof test before the span ended. */
  testable: z.number().int(),
  ever_tested: z.number().int(),
};

/** A device in a span of days. */
export const ProtectedDevice = z.object({
  device_id: z.number(),
  device: z.string(),
  /** Required sensors at the end of the span. */
  required: z.number().int(),
  /** The sensor that tells when the machine runs; null: there is none, and every minute counts. */
  running_by: z.string().nullable(),
  ...figures,
  ...tests,
  causes: z.array(CauseMinutes),
  /** The causes with their sensor, the longest first; at most 12. */
  reasons: z.array(
    CauseMinutes.extend({
      /** `groupId.sensorId`; null: the whole device. */
      sensor_id: z.string().nullable(),
      sensor: z.string().nullable(),
      /** The first and the last day. */
      from: z.iso.date(),
      to: z.iso.date(),
    }),
  ),
  /** One for each of `days`. */
  days: z.array(z.object({ running: Minutes, protected: Minutes, proved: Minutes, causes: z.array(CauseMinutes) })),
});
export type ProtectedDevice = z.infer<typeof ProtectedDevice>;

export const ProtectedHours = listOf(ProtectedDevice).extend({
  site: z.object({ id: z.number(), title: z.string(), timezone: z.string() }),
  /** Days by the site's zone. */
  days: z.array(z.iso.date()),
  ...progress,
  /** The first hour that is counted at all; null: none is. */
  since: z.iso.datetime().nullable(),
  /** Definitions by which the hours were counted. */
  definitions: z.array(z.number().int()),
  /** Of all devices, whatever the page. */
  total: z.object({ ...figures, ...tests, causes: z.array(CauseMinutes) }),
});
export type ProtectedHours = z.infer<typeof ProtectedHours>;

export const ProtectedMonth = z.object({ month: z.string(), ...progress, ...figures });
export type ProtectedMonth = z.infer<typeof ProtectedMonth>;

/** The newest month of which something is known: that machines ran, or that it is still being counted. */
export const newestMonth = (months: readonly ProtectedMonth[]): ProtectedMonth | null =>
  months.findLast(({ running, counted }) => running > 0 || counted === 'behind') ?? null;

/** 'October 2026' of '2026-10' in a language. */
export const monthName = (month: string, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01`),
  );
/** Percent with one decimal, rounded down, so that no rounding overstates it; null: of nothing. */
export const shareOf = (part: number, of: number): number | null =>
  of === 0 ? null : Math.floor((1_000 * part) / of) / 10;

/** A share of protected hours as every page, message and file shows it: '49.0', '0', '100', '–'. */
export const shareText = (share: number | null, language: string): string => {
  if (share === null) return '–';
  const digits = share === 0 || share === 100 ? 0 : 1;
  return new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: 1 }).format(share);
};

/** '14 Nov 2026, 03:00' by the clock of a zone. */
export const untilText = (until: string | null, zone: string, language: string): string =>
  until === null
    ? '–'
    : new Intl.DateTimeFormat(language, {
        dateStyle: 'medium',
        timeStyle: 'short',
        hourCycle: 'h23',
        timeZone: zone,
      }).format(Date.parse(until));

/** A month in one line: what tests have proved and what counts as protected, or that it is still being counted. */
export function monthLine(
  words: typeof texts,
  { month, until, counted, share, proved, running }: ProtectedMonth,
  zone: string,
  language: string,
): string {
  const what =
    counted === 'behind'
      ? words.counting(untilText(until, zone, language))
      : words.inBoth(shareText(shareOf(proved, running), language), shareText(share, language));
  return words.inMonth(monthName(month, language), what);
}

/** Which sensor tells that a machine runs, and which sensors are required. */
export const ProtectionSetting = z.object({
  /** null: the usual sensor; '': none, every minute counts; else its path. */
  running_sensor: z.string().nullable(),
  /** The machine runs above this value, in the displayed unit; null: above half of its highest speed of four weeks. */
  running_above: z.number().nullable(),
  /** The sensor that tells when nothing is set; null: there is none. */
  usual_running: z.string().nullable(),
  sensors: z.array(
    z.object({
      sensor_id: z.string(),
      sensor: z.string(),
      unit: z.string(),
      is_numeric: z.boolean(),
      /** By the setting; null: as usual. */
      is_required: z.boolean().nullable(),
      /** Whether it was required in the last hour that was counted. */
      was_required: z.boolean(),
    }),
  ),
  /** The last change; null: nothing was set. */
  changed: z.object({ at: z.iso.datetime(), by: z.string(), reason: z.string() }).nullable(),
});
export type ProtectionSetting = z.infer<typeof ProtectionSetting>;

const reasonMissing = 'Please give a reason.';
const ofSite = { may: 'site.see', programs: 'read', on: 'query.site', method: 'GET' } as const;
const span = {
  site: SiteId,
  /** The first day, and the day after the last one, by the site's zone. */
  from: z.iso.date('Please give a day as YYYY-MM-DD.'),
  to: z.iso.date('Please give a day as YYYY-MM-DD.'),
};

export const endpoints = {
  hours: endpoint({
    ...ofSite,
    path: '/api/v1/protection/hours/',
    says: 'Protected hours of a site: per device the running and the protected minutes, their share and the minutes by cause, with each day',
    query: z.object({ ...span, ...listQuery(200, 25) }),
    reply: ProtectedHours,
  }),
  months: endpoint({
    ...ofSite,
    path: '/api/v1/protection/hours/months/',
    says: 'Protected hours of a site in this month and the twelve before it',
    query: z.object({ site: SiteId }),
    reply: listOf(ProtectedMonth),
  }),
  hoursExport: endpoint({
    ...ofSite,
    path: '/api/v1/protection/hours/export/',
    says: 'Protected hours of a site as CSV: a line for each device and day',
    query: z.object(span),
    sends: 'text/csv',
  }),
  setting: endpoint.get('/api/v1/devices/:id/protection-setting/', {
    may: 'device.edit',
    programs: 'read',
    says: 'Which sensor tells that the machine of a device runs, and which sensors must protect it',
    reply: ProtectionSetting,
  }),
  changeSetting: endpoint.put('/api/v1/devices/:id/protection-setting/', {
    may: 'device.edit',
    programs: 'none',
    says: 'Sets which sensor tells that the machine runs and which sensors must protect it, from the next full hour on, with a reason',
    body: z.object({
      running_sensor: line().max(200).nullable(),
      running_above: z.number('A valid number is required.').nullable(),
      /** By path; sensors left out are as usual. */
      sensors: z
        .record(z.string().max(200), z.boolean())
        .refine((all) => Object.keys(all).length <= 1_000, 'At most 1,000 sensors.'),
      reason: line(reasonMissing).min(1, reasonMissing).max(500, 'Ensure this field has no more than 500 characters.'),
    }),
    reply: ProtectionSetting,
  }),
};
