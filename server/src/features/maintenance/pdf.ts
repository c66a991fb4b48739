import type { LedgerRow } from '@tocsin/contract/maintenance';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts as product } from '@tocsin/contract/texts/product';
import { texts } from '@tocsin/contract/texts/proof-test-pdfs';
import { type Cell, type Column, columnsOf, TablePdf } from '../../platform/pdf.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import { type LedgerData, ledgerRows, percent } from './ledger.ts';

type Words = typeof texts.ledger;

const day = (iso: string | null, zone: string): string =>
  iso === null ? '' : toZonedIso(Date.parse(iso), zone).slice(0, 10);
const layoutOf = (t: Words): readonly Column[] =>
  columnsOf(t.columns, { sensor: 118, group: 74, state: 68, lastPassed: 66, age: 42, due: 66, by: 72, comment: 94 }, [
    'age',
  ]);

/** The state with what is to be known beside it; bold unless all is well. */
function stateCell(t: Words, row: LedgerRow): Cell {
  const marks = [row.is_out_of_service ? t.outOfService : '', row.is_suspected_dead ? t.suspectedDead : ''];
  const text = [t.states[row.state], ...marks].filter(Boolean).join(', ');
  return text === t.states.ok ? text : { text, strong: true };
}

/** The proof-test ledger of a site as a PDF in its reader's language: coverage first, then every sensor by device. */
export async function ledgerPdf(data: LedgerData, language: string): Promise<Uint8Array> {
  const words = textsIn(texts, language);
  const t = words.ledger;
  const foot = textsIn(product, language);
  const { site, now } = data;
  const rows = ledgerRows(data);
  const pdf = await TablePdf.create(t.documentTitle(site.title), now);
  pdf.text(t.title, { size: 18, bold: true, gap: 6 });
  pdf.text([site.company, site.title, site.address].filter(Boolean).join(', '), { size: 10 });
  const createdAt = toZonedIso(now, site.timezone).replace('T', ' ').slice(0, 19);
  const days = site.proof_interval_days;
  pdf.text(t.made(createdAt, site.timezone, days));
  const ok = rows.filter((row) => row.state === 'ok').length;
  const overdue = rows.filter((row) => row.state === 'overdue').length;
  pdf.text(t.coverage(percent(ok, rows.length), ok, rows.length, overdue), { bold: true, gap: 6 });
  for (const device of data.devices) {
    const own = rows.filter((row) => row.device_id === device.id);
    const fine = own.filter((row) => row.state === 'ok').length;
    pdf.heading(t.device(device.title, device.serial_number, percent(fine, own.length)));
    if (own.length === 0) pdf.text(words.noSensors);
    else
      pdf.table(
        layoutOf(t),
        own.map((row): Cell[] => [
          row.sensor_name,
          row.group_name,
          stateCell(t, row),
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
