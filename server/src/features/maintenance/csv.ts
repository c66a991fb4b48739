import { stringify } from 'csv-stringify/sync';
import { toZonedIso } from '../../platform/zoned-time.ts';
import { type LedgerData, ledgerRows } from './ledger.ts';

const columns = [
  'device',
  'serial_number',
  'group',
  'sensor_id',
  'sensor',
  'state',
  'last_passed',
  'age_days',
  'due',
  'performed_by',
  'comment',
  'out_of_service',
  'suspected_dead',
];

/** The proof-test ledger as CSV: times in the zone of the site, formulas escaped. */
export function ledgerCsv(data: LedgerData): string {
  const zoned = (iso: string | null) => (iso === null ? '' : toZonedIso(Date.parse(iso), data.site.timezone));
  const rows = ledgerRows(data).map((row) => [
    row.device,
    row.serial_number,
    row.group_name,
    row.sensor_id,
    row.sensor_name,
    row.state,
    zoned(row.last_passed),
    row.age_days ?? '',
    zoned(row.due),
    row.performed_by ?? '',
    row.comment ?? '',
    row.is_out_of_service ? 'yes' : '',
    row.is_suspected_dead ? 'yes' : '',
  ]);
  return stringify(rows, { header: true, columns, bom: true, escape_formulas: true });
}
