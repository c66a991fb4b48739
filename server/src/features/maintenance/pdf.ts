import { type Cell, type Column, TablePdf } from '../../platform/pdf.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import { type LedgerData, ledgerRows, percent } from './ledger.ts';

const foot = 'Tocsin only displays system status; it is not a safety system.';
const day = (iso: string | null, zone: string): string =>
  iso === null ? '' : toZonedIso(Date.parse(iso), zone).slice(0, 10);
const states = { never: 'Never tested', overdue: 'Overdue', ok: 'OK' };
const columns: readonly Column[] = [
  { head: 'Sensor', width: 118 },
  { head: 'Group', width: 74 },
  { head: 'State', width: 68 },
  { head: 'Last passed', width: 66 },
  { head: 'Age, days', width: 42, right: true },
  { head: 'Due', width: 66 },
  { head: 'By', width: 72 },
  { head: 'Comment', width: 94 },
];

/** The proof-test ledger of a site as a PDF: coverage first, then every sensor by device. */
export async function ledgerPdf(data: LedgerData): Promise<Uint8Array> {
  const { site, now } = data;
  const rows = ledgerRows(data);
  const pdf = await TablePdf.create(`Proof tests, ${site.title}`, now);
  pdf.text('Proof-test ledger', { size: 18, bold: true, gap: 6 });
  pdf.text([site.company, site.title, site.address].filter(Boolean).join(', '), { size: 10 });
  const createdAt = toZonedIso(now, site.timezone).replace('T', ' ').slice(0, 19);
  const days = site.proof_interval_days;
  pdf.text(
    `Made ${createdAt}, ${site.timezone}. A sensor is overdue when its last passed test is older than ${days} days.`,
  );
  const ok = rows.filter((row) => row.state === 'ok').length;
  const overdue = rows.filter((row) => row.state === 'overdue').length;
  pdf.text(
    `Coverage ${percent(ok, rows.length)} %: ${ok} of ${rows.length} sensors passed a test in time, ` +
      `${overdue} are overdue, ${rows.length - ok - overdue} were never tested.`,
    { bold: true, gap: 6 },
  );
  for (const device of data.devices) {
    const own = rows.filter((row) => row.device_id === device.id);
    const fine = own.filter((row) => row.state === 'ok').length;
    pdf.heading(`${device.title}, serial number ${device.serial_number}: ${percent(fine, own.length)} %`);
    if (own.length === 0) pdf.text('This device has not named its sensors yet.');
    else
      pdf.table(
        columns,
        own.map((row): Cell[] => [
          row.sensor_name,
          row.group_name,
          row.state === 'ok' ? states.ok : { text: states[row.state], strong: true },
          day(row.last_passed, site.timezone),
          row.age_days === null ? '' : String(row.age_days),
          day(row.due, site.timezone),
          row.performed_by ?? '',
          row.comment ?? '',
        ]),
      );
  }
  return await pdf.bytes(foot);
}
