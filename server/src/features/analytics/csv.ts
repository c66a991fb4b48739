import type { BadActors } from '@tocsin/contract/analytics';
import { stringify } from 'csv-stringify/sync';
import { toZonedIso } from '../../platform/zoned-time.ts';

type Row = readonly (string | number)[];

/** UTF-8 with BOM; formulas escaped. */
export const csvOf = (columns: readonly string[], rows: readonly Row[]): string =>
  stringify([...rows], { header: true, columns: [...columns], bom: true, escape_formulas: true });

const columns = ['list', 'device', 'sensor_id', 'sensor', 'count', 'peak', 'from', 'to', 'hours', 'content'];

/** All lists in one file; the column `list` names each row's list. */
export function badActorsCsv(report: BadActors): string {
  const zoned = (at: string | null): string => (at === null ? '' : toZonedIso(Date.parse(at), report.timezone));
  return csvOf(columns, [
    ...report.most_frequent.map(
      (row): Row => ['most frequent', row.device, row.sensor_id, row.sensor_name, row.count, '', '', '', '', ''],
    ),
    ...report.chattering.map(
      (row): Row => [
        'chattering',
        row.device,
        row.sensor_id,
        row.sensor_name,
        row.count,
        row.peak,
        zoned(row.from),
        zoned(row.to),
        '',
        '',
      ],
    ),
    ...report.standing.map(
      (row): Row => [
        'standing',
        row.device,
        row.sensor_id,
        row.sensor_name,
        '',
        '',
        zoned(row.since),
        zoned(row.until),
        row.hours,
        row.content,
      ],
    ),
    ['shelved', '', '', '', report.shelved, '', '', '', '', ''],
    ['out of service', '', '', '', report.out_of_service, '', '', '', '', ''],
    ...report.by_priority.map((row): Row => ['priority', '', '', '', row.count, '', '', '', '', row.priority]),
    ...report.rates.steps.map(
      ({ least, most, windows }): Row => [
        'ten minutes',
        '',
        '',
        '',
        windows,
        '',
        '',
        '',
        '',
        `${least} to ${most ?? 'more'} alarms`,
      ],
    ),
    ...report.answers.map(
      ({ from, to, count, median_seconds }): Row => [
        'shift',
        '',
        '',
        '',
        count,
        '',
        from,
        to,
        '',
        median_seconds === null ? 'none acknowledged' : `half acknowledged within ${median_seconds} s`,
      ],
    ),
    ...report.changes.map(
      (row): Row => [
        'rule changed',
        row.device,
        row.sensor_id,
        row.sensor_name,
        row.after,
        '',
        zoned(row.at),
        '',
        row.hours,
        `${row.before} before, ${row.after} after`,
      ],
    ),
    ...report.floods.map(
      (row): Row => ['flood', '', '', row.first, row.count, row.peak, zoned(row.from), zoned(row.to), '', ''],
    ),
  ]);
}
