import { unwatchedReasons } from '@tocsin/contract/inspection';
import { sensorPathOf } from '@tocsin/contract/layout';
import { stringify } from 'csv-stringify/sync';
import { presentOffline } from '../../access/offline.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import { brokenChains, type Gathered, testRows } from './gather.ts';

type Row = readonly (string | number)[];
const csv = (columns: readonly string[], rows: readonly Row[]): string =>
  stringify([...rows], { header: true, columns: [...columns], bom: true, escape_formulas: true });

/** Each list of the export as a CSV file: times in the site's zone with offset, formulas escaped. */
export function csvFiles(inspection: Gathered): ReadonlyMap<string, string> {
  const zoned = (at: number | null): string => (at === null ? '' : toZonedIso(at, inspection.site.timezone));
  return new Map([
    ['proof_tests.csv', testsCsv(inspection, zoned)],
    ['proof_test_records.csv', recordsCsv(inspection, zoned)],
    ['record_chains.csv', chainsCsv(inspection)],
    ['alarms.csv', alarmsCsv(inspection, zoned)],
    ['times_without_monitoring.csv', unwatchedCsv(inspection, zoned)],
    ['changes.csv', changesCsv(inspection, zoned)],
    ['daily_rounds.csv', roundsCsv(inspection, zoned)],
    ['protected_hours.csv', monthsCsv(inspection)],
  ]);
}
type Zoned = (at: number | null) => string;

const roundsCsv = ({ rounds }: Gathered, zoned: Zoned): string =>
  csv(
    ['day', 'time', 'device', 'performed_by', 'note', 'written', 'device_clock', 'received'],
    rounds.map(({ day, at, device_name, user_name, note, device_at, device_offset_ms, received_at }) => {
      const offline = presentOffline(device_at, device_offset_ms, received_at);
      const clock = (time: string | undefined): string => (time === undefined ? '' : zoned(Date.parse(time)));
      const times = [clock(offline?.device_at), clock(offline?.received_at)];
      return [day, zoned(at.getTime()), device_name, user_name, note, offline ? 'without a network' : '', ...times];
    }),
  );

const monthsCsv = ({ months }: Gathered): string =>
  csv(
    ['month', 'running_minutes', 'protected_minutes', 'share', 'proved_minutes', 'counted', 'counted_until'],
    months.map((one) => [
      one.month,
      one.running,
      one.protected,
      one.share ?? '',
      one.proved,
      one.counted,
      one.until ?? '',
    ]),
  );

const testsCsv = ({ steps }: Gathered, zoned: Zoned): string =>
  csv(
    [
      'started',
      'ended',
      'device',
      'serial_number',
      'group',
      'sensor_id',
      'sensor',
      'outcome',
      'performed_by',
      'comment',
    ],
    testRows(steps).map(({ first, outcome, endedAt, comment }) => [
      zoned(first.started_at),
      zoned(endedAt),
      first.device_name,
      first.serial_number,
      first.group_name,
      sensorPathOf(first.group_id, first.sensor_id),
      first.sensor_name,
      outcome,
      first.user_name,
      comment,
    ]),
  );

/** The stored maintenance records, each with its place in the hash chain. */
const recordsCsv = ({ steps }: Gathered, zoned: Zoned): string =>
  csv(
    [
      'device_id',
      'record',
      'time',
      'test',
      'device',
      'serial_number',
      'sensor_id',
      'sensor',
      'step',
      'person',
      'comment',
      'chain',
      'chain_holds',
    ],
    steps.map((row) => [
      row.device_id,
      row.link,
      zoned(row.at),
      row.test_id,
      row.device_name,
      row.serial_number,
      sensorPathOf(row.group_id, row.sensor_id),
      row.sensor_name,
      row.step,
      row.user_name,
      row.comment,
      row.chain,
      row.holds ? 'yes' : 'NO',
    ]),
  );

const chainsCsv = ({ chains }: Gathered): string => {
  const broken = new Map(brokenChains(chains).map((row) => [row.device, row.record]));
  return csv(
    ['device', 'records', 'holds', 'broken_at', 'head'],
    chains.map((row) => {
      const at = broken.get(row.device) ?? '';
      return [row.device, row.records, at === '' ? 'yes' : 'NO', at, row.head];
    }),
  );
};

const kinds = { alarm_on: 'Alarm', warning_on: 'Warning' };
const alarmsCsv = ({ alarms }: Gathered, zoned: Zoned): string =>
  csv(
    [
      'on',
      'off',
      'seconds',
      'device',
      'sensor_id',
      'sensor',
      'kind',
      'content',
      'value',
      'ended_because',
      'test',
      'late',
      'acknowledged_by',
      'acknowledged',
      'comment',
      'shelved',
      'out_of_service',
    ],
    alarms.map((row) => [
      zoned(row.at),
      zoned(row.ended_at),
      row.ended_at === null ? '' : Math.round((row.ended_at - row.at) / 1_000),
      row.device,
      row.sensor_id,
      row.sensor_name,
      kinds[row.type],
      row.content,
      row.value ?? '',
      row.end_reason ?? (row.ended_at === null ? (row.is_active ? 'stands' : 'no end known') : ''),
      row.is_test ? 'yes' : '',
      row.is_late ? 'yes' : '',
      row.acknowledged_by ?? '',
      zoned(row.acknowledged_at),
      row.acknowledged_comment ?? '',
      row.is_shelved ? 'yes' : '',
      row.was_out_of_service ? 'yes' : '',
    ]),
  );

const unwatchedCsv = ({ unwatched }: Gathered, zoned: Zoned): string =>
  csv(
    ['from', 'to', 'seconds', 'goes_on', 'device', 'sensor_id', 'sensor', 'reason', 'detail'],
    unwatched.map((row) => [
      zoned(row.from),
      zoned(row.to),
      Math.round((row.to - row.from) / 1_000),
      row.open ? 'yes' : '',
      row.device || 'all devices',
      row.sensorId,
      row.sensor,
      unwatchedReasons[row.reason],
      row.detail,
    ]),
  );

const changesCsv = ({ changes }: Gathered, zoned: Zoned): string =>
  csv(
    ['time', 'person', 'action', 'what', 'name', 'before', 'after'],
    changes.map((row) => [
      zoned(row.at),
      row.user_name,
      row.action,
      row.subject,
      row.subject_name,
      fieldsText(row.subject, row.old),
      fieldsText(row.subject, row.new),
    ]),
  );

/** Recipients of rules are left out of the inspection export. */
const ruleFields = new Set([
  'event_type',
  'contact_when',
  'x',
  'all_devices',
  'number_per_hour',
  'is_active',
  'devices',
]);

/** `a: 1; b: 2`. */
export function fieldsText(subject: string, fields: unknown): string {
  if (fields === null || typeof fields !== 'object') return '';
  return Object.entries(fields)
    .filter(([name]) => subject !== 'e-mail rule' || ruleFields.has(name))
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ');
}
