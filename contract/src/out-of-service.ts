import { z } from 'zod';
import { readers } from './callers.ts';
import { endpoint, listOf, listQuery } from './endpoint.ts';
import { ClientId, DeviceId, SiteId, TextId } from './ids.ts';
import { permissionsOn } from './permissions.ts';

/** A review date lies at most this many days ahead. */
export const reviewAtMostDays = 90;
/** Without a review date the review is due after this many days. */
export const reviewUsuallyDays = 7;
/** Longest reason, in characters. */
export const outOfServiceReasonLength = 1000;

const tooLong = `Ensure this field has no more than ${outOfServiceReasonLength} characters.`;
const wrongTime = 'Enter a valid date/time.';
const emptyIsNull = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value);

const Fields = z.object({
  reason: z.string().trim().max(outOfServiceReasonLength, tooLong).nullish(),
  /** A date (its beginning) or a time in the site's zone, or ISO 8601 with offset; at most 90 days ahead. */
  review_at: z.preprocess(emptyIsNull, z.string(wrongTime).trim().max(40, wrongTime).nullish()),
});
/** Reason and review date. Both may be missing, as may the body: 'no reason given', review in 7 days. */
export const OutOfServiceInput = z.preprocess((body) => body ?? {}, Fields);
export type OutOfServiceInput = z.infer<typeof Fields>;

/** Why something is out of service. */
export const OutOfService = z.object({
  since: z.iso.datetime(),
  /** Empty: not known. */
  by: z.string(),
  /** null: no reason given. */
  reason: z.string().nullable(),
  /** From then on the site's managers are reminded daily. */
  review_at: z.iso.datetime(),
});
export type OutOfService = z.infer<typeof OutOfService>;

/** A stored row; times as the database gives them. */
export interface StoredOutOfService {
  readonly since: string | Date;
  readonly by: string;
  readonly reason: string;
  readonly review_at: string | Date;
}

/** A stored row as replies show it. */
export const presentOutOfService = (row: StoredOutOfService | null): OutOfService | null =>
  row && {
    since: new Date(row.since).toISOString(),
    by: row.by,
    reason: row.reason === '' ? null : row.reason,
    review_at: new Date(row.review_at).toISOString(),
  };

/** One row of the list: a site, a device or a sensor that is out of service. */
export const OutOfServiceRow = z.object({
  id: z.number(),
  client: ClientId,
  location: SiteId,
  location_name: z.string(),
  /** IANA zone of the site. */
  location_timezone: z.string(),
  /** null: the whole site. */
  device: DeviceId.nullable(),
  device_name: z.string().nullable(),
  /** `groupId.sensorId`; null: the whole device or site. */
  sensor: z.string().nullable(),
  sensor_name: z.string().nullable(),
  ...OutOfService.shape,
  is_overdue: z.boolean(),
  permissions: permissionsOn('site'),
});
export type OutOfServiceRow = z.infer<typeof OutOfServiceRow>;

/** Filters of the list; absent ones do not filter. */
export const OutOfServiceQuery = z.object({
  ...listQuery(1000, 25),
  location: SiteId.optional(),
  device: DeviceId.optional(),
});

const SensorParams = z.object({ id: TextId, sensor: z.string().max(120) });
const sensorPath = '/api/v1/devices/:id/sensors/:sensor/out-of-service/' as const;

export const endpoints = {
  list: endpoint.get('/api/v1/out-of-service/', {
    ...readers,
    keys: 'notifications',
    says: 'Sites, devices and sensors of the selected client that are out of service; the earliest review date first',
    query: OutOfServiceQuery,
    reply: listOf(OutOfServiceRow),
  }),
  ofDevice: endpoint.get('/api/v1/devices/:id/sensors/out-of-service/', {
    may: 'device.see',
    programs: 'read',
    keys: 'any',
    says: 'Sensors of a device that are out of service',
    reply: listOf(OutOfServiceRow),
  }),
  putSensor: endpoint.put(sensorPath, {
    may: 'device.manage',
    programs: 'none',
    says: 'Takes a sensor out of service, or gives it a new reason and review date: its events are stored, nothing is sent',
    params: SensorParams,
    body: OutOfServiceInput,
    reply: OutOfServiceRow,
  }),
  deleteSensor: endpoint.delete(sensorPath, {
    may: 'device.manage',
    programs: 'none',
    says: 'Returns a sensor to service: what is still active notifies again',
    params: SensorParams,
  }),
} as const;
