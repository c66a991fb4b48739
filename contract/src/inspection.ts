import { z } from 'zod';
import { endpoint, listQuery } from './endpoint.ts';

/**
 * Reasons why something was not monitored, or nobody would have been notified. The texts are the same on page, PDF and
 * CSV.
 */
export const unwatchedReasons = {
  'no-record': 'No record kept yet',
  server: 'Server stopped',
  standstill: 'Server stood still',
  database: 'Database away',
  suspended: 'Suspended',
  offline: 'Device offline',
  'no-data': 'Device had not sent anything yet',
  node: 'Node lost',
  test: 'Sensor in maintenance test',
  disabled: 'Sensor disabled',
  silent: 'Sensor sent no value',
  shelved: 'Shelved: messages held back',
  'out-of-service': 'Sensor out of service',
  'suspected-dead': 'Sensor suspected dead',
} as const;
export type UnwatchedReason = keyof typeof unwatchedReasons;

/** Maximum days in one export. */
export const maxDays = 366;
/** Maximum rows of one kind in one export. */
export const maxRows = 100_000;
export const tooLong = `At most ${maxDays} days in one export`;

/** A time without monitoring or notification, with its reason. */
export const Unwatched = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** It continues after the end of the range, or is still going on. */
  open: z.boolean(),
  device: z.string(),
  /** Empty: the whole device; the whole site when `device` is empty too. */
  sensor_id: z.string(),
  sensor: z.string(),
  reason: z.enum(Object.keys(unwatchedReasons) as [UnwatchedReason, ...UnwatchedReason[]]),
  /** Who suspended, tested, shelved or took out of service and why, or the sensor's state. */
  detail: z.string(),
});
export type Unwatched = z.infer<typeof Unwatched>;

/** Preview of an inspection export for a site and range. */
export const Inspection = z.object({
  site: z.object({ id: z.number(), title: z.string(), company: z.string(), timezone: z.string() }),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  tests: z.object({ passed: z.number(), failed: z.number(), canceled: z.number() }),
  alarms: z.number(),
  changes: z.number(),
  /** The hash chain of all test records of the site's devices, regardless of the range. */
  chain: z.object({
    records: z.number(),
    /** Where it is broken: device and record number; 'the end' when records are missing. */
    broken: z.array(z.object({ device: z.string(), record: z.string() })),
  }),
  devices: z.array(
    z.object({ device: z.string(), serial_number: z.string(), unwatched_ms: z.number(), share: z.number() }),
  ),
  unwatched: z.object({ count: z.number(), results: z.array(Unwatched) }),
});
export type Inspection = z.infer<typeof Inspection>;

const range = { from: z.string().trim().max(40).optional(), to: z.string().trim().max(40).optional() };
/** The range of an export, in days of the site's zone. */
export const InspectionRange = z.object(range);
export type InspectionRange = z.infer<typeof InspectionRange>;

export const endpoints = {
  look: endpoint.get('/api/v1/locations/:id/inspection/', {
    may: 'site.edit',
    programs: 'read',
    says: "What the inspector's export of a site and range holds, with the times without monitoring",
    query: z.object({ ...range, ...listQuery(1000, 50) }),
    reply: Inspection,
  }),
  export: endpoint.get('/api/v1/locations/:id/inspection/export/', {
    may: 'site.edit',
    programs: 'read',
    says: "The inspector's export as one ZIP: a report to print, every list as CSV, the hashes of all of them",
    query: InspectionRange,
    sends: 'application/zip',
    perMinute: 20,
  }),
  report: endpoint.get('/api/v1/locations/:id/inspection/report/', {
    may: 'site.edit',
    programs: 'read',
    says: 'The report of that ZIP alone, as a printable PDF',
    query: InspectionRange,
    sends: 'application/pdf',
    perMinute: 20,
  }),
} as const;
