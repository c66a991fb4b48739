import { z } from 'zod';
import { readers } from './callers.ts';
import { endpoint, listOf, listQuery, QueryFlag } from './endpoint.ts';
import { line } from './line.ts';

/** The specification spells `succeeded` this way; the correct spelling is accepted too. */
export const maintenanceSteps = [
  'maintenance_expect_alarm_on',
  'maintenance_expect_alarm_off',
  'maintanance_succeeded',
  'maintenance_failed',
  'maintenance_canceled',
  'comment',
] as const;
export const MaintenanceStepName = z.enum(maintenanceSteps);
export type MaintenanceStepName = z.infer<typeof MaintenanceStepName>;

/** A test fails after this time; the timer counts down from 8:00, then shows 'overtime'. */
export const testFailsAfterMs = 540_000;
export const testTimerMs = 480_000;
/** Sensors that cannot be tripped by hand. */
export const untestableSensors = ['18000', '21000'] as const;
/** By its path, `groupId.sensorId`. */
export const isTestable = (path: string): boolean => !untestableSensors.some((id) => path.endsWith(`.${id}`));
/** Stored instead of an empty comment. */
export const emptyComment = 'empty area';
/** Maximum delay of a comment after the end of a test. */
export const commentWithinMs = 86_400_000;
export const commentMissing = 'Please input your comment';

/** One step of a maintenance test as stored permanently, with the names at that time. */
export const MaintenanceRecord = z.object({
  id: z.number(),
  test_id: z.number(),
  device_id: z.number(),
  device_name: z.string(),
  serial_number: z.string(),
  /** `groupId.sensorId`. */
  sensor_id: z.string(),
  current_sensor_id: z.string(),
  sensor_name: z.string(),
  groupName: z.string(),
  event_type: MaintenanceStepName,
  /** Time of this step, and of the start of the test. */
  maintenance_time: z.iso.datetime(),
  started_at: z.iso.datetime(),
  performed_by: z.string(),
  comment: z.string(),
});
export type MaintenanceRecord = z.infer<typeof MaintenanceRecord>;

/** A test that runs now, with the site of its device. */
export const RunningTest = MaintenanceRecord.extend({ location_name: z.string() });
export type RunningTest = z.infer<typeof RunningTest>;

/** State of a device's maintenance tests. */
export const MaintenanceInfo = z.object({
  /** The running test, as its newest step. */
  current: MaintenanceRecord.nullable(),
  /** The last result of each tested sensor. */
  sensors: z.array(MaintenanceRecord),
  excluded: z.array(z.string()),
  /** Server time in unix ms, so that the timer does not depend on the page's clock. */
  server_time: z.number(),
  /** The person's finished tests without a comment. */
  uncommented: z.array(MaintenanceRecord),
});
export type MaintenanceInfo = z.infer<typeof MaintenanceInfo>;

/** A step requested by a person; both spellings of `succeeded` are accepted. */
export const MaintenancePost = z.object({
  event_type: z
    .union([MaintenanceStepName, z.literal('maintenance_succeeded').transform(() => 'maintanance_succeeded' as const)])
    .refine((step) => step !== 'comment', 'Unknown event type.'),
  sensor_id: z.string('Please select your sensor').trim().min(1, 'Please select your sensor').max(80),
  sensor_name: line().max(255).optional(),
  comment: z.string().trim().max(1500, 'Ensure this field has no more than 1500 characters.').nullish(),
  /** Ignored: the server's time counts. */
  maintenance_time: z.unknown().optional(),
});
export type MaintenancePost = z.infer<typeof MaintenancePost>;

/** One line of a site's proof-test ledger: a sensor and its last passed test. */
export const LedgerRow = z.object({
  device_id: z.number(),
  device: z.string(),
  serial_number: z.string(),
  sensor_id: z.string(),
  sensor_name: z.string(),
  group_name: z.string(),
  last_passed: z.iso.datetime().nullable(),
  performed_by: z.string().nullable(),
  comment: z.string().nullable(),
  age_days: z.number().nullable(),
  /** Never tested, overdue, or within the interval. */
  state: z.enum(['never', 'overdue', 'ok']),
  due: z.iso.datetime().nullable(),
  /** The sensor, its device or its site is out of service now. */
  is_out_of_service: z.boolean(),
  /** The nightly check of history suspects that the sensor is dead, and nobody has dismissed that. */
  is_suspected_dead: z.boolean(),
});
export type LedgerRow = z.infer<typeof LedgerRow>;

/** The proof-test ledger of a site: each sensor with its last passed test, and whether it is overdue. */
export const Ledger = listOf(LedgerRow).extend({
  site: z.object({ id: z.number(), title: z.string(), timezone: z.string(), proof_interval_days: z.number() }),
  /** Percentage of testable sensors that were tested within the interval. */
  coverage: z.number(),
  /** Sensors by the state of their test. */
  states: z.object({ overdue: z.number(), never: z.number(), ok: z.number() }),
  devices: z.array(
    z.object({ id: z.number(), title: z.string(), sensors: z.number(), ok: z.number(), coverage: z.number() }),
  ),
});
export type Ledger = z.infer<typeof Ledger>;

const reads = { may: 'site.see', keys: 'tests', programs: 'read' } as const;

export const endpoints = {
  running: endpoint.get('/api/v1/maintenance-tests/', {
    ...readers,
    keys: 'tests',
    says: 'Maintenance tests of single sensors that run now, oldest first, in the selected client',
    query: z.object({
      ...listQuery(1000, 25),
      /** True: from every client visible to the person, whichever is selected. */
      all_clients: QueryFlag.optional(),
    }),
    reply: listOf(RunningTest),
  }),
  info: endpoint.get('/api/v1/devices/:id/get-maintenance-info/', {
    may: 'device.see',
    programs: 'read',
    says: 'The running maintenance test of a device and the last outcome of each sensor',
    reply: MaintenanceInfo,
  }),
  post: endpoint.post('/api/v1/devices/:id/maintenance/', {
    may: 'device.edit',
    programs: 'none',
    says: 'Starts or cancels a test, or comments on one that has ended; the server moves its state by the frames',
    body: MaintenancePost,
    reply: MaintenanceRecord,
    status: 201,
  }),
  codes: endpoint.get('/api/v1/devices/:id/test-codes/', {
    may: 'device.edit',
    programs: 'none',
    says: 'A sheet to print: for each sensor that can be tested the QR code that opens its test',
    sends: 'application/pdf',
  }),
  fix: endpoint.post('/api/v1/devices/:id/fix-notifications/', {
    may: 'device.fix',
    programs: 'none',
    says: 'Ends every active notification that the live state no longer bears out',
    reply: z.object({ detail: z.string(), ended: z.number() }),
  }),
  ledger: endpoint.get('/api/v1/locations/:id/proof-tests/', {
    ...reads,
    says: 'The proof-test ledger of a site: the last passed test of each sensor, and what is overdue',
    query: z.object({
      ...listQuery(10_000, 1_000),
      state: z.enum(['never', 'overdue', 'ok']).optional(),
      /** What is overdue first, then what was never tested, each by device. */
      overdue_first: QueryFlag.default(false),
    }),
    reply: Ledger,
  }),
  ledgerCsv: endpoint.get('/api/v1/locations/:id/proof-tests/export/', {
    ...reads,
    says: 'The proof-test ledger as CSV',
    sends: 'text/csv',
  }),
  ledgerPdf: endpoint.get('/api/v1/locations/:id/proof-tests/report/', {
    ...reads,
    says: 'The proof-test ledger as a printable PDF',
    sends: 'application/pdf',
  }),
};
