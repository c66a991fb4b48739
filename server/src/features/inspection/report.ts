import { unwatchedReasons } from '@tocsin/contract/inspection';
import { sensorPathOf } from '@tocsin/contract/layout';
import { type Cell, type Column, TablePdf } from '../../platform/pdf.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import { fieldsText } from './csv.ts';
import { brokenChains, type Gathered, testRows } from './gather.ts';
import { unwatchedMs } from './unwatched.ts';

const foot = 'Tocsin only displays system status; it is not a safety system.';
/** Longer lists are in the CSV only. */
const mostPrinted = 1_500;

/** '2 d 4 h', '3 h 10 min', '12 s'. */
function spanText(ms: number): string {
  const s = Math.round(ms / 1_000);
  if (s < 60) return `${s} s`;
  if (s < 3_600) return `${Math.floor(s / 60)} min${s % 60 ? ` ${s % 60} s` : ''}`;
  if (s < 86_400) return `${Math.floor(s / 3_600)} h ${Math.floor((s % 3_600) / 60)} min`;
  return `${Math.floor(s / 86_400)} d ${Math.floor((s % 86_400) / 3_600)} h`;
}
/** Two digits, but 0 and 100 only for exact values. */
function percentText(part: number, of: number): string {
  if (of <= 0 || part <= 0) return '0 %';
  const percent = Math.min(100, (part / of) * 100);
  if (percent < 0.01) return '< 0.01 %';
  return `${percent.toFixed(percent < 10 ? 2 : 1)} %`;
}

/** The inspection report as a PDF. */
export async function reportPdf(inspection: Gathered): Promise<Uint8Array> {
  const { site, now } = inspection;
  const pdf = await TablePdf.create(`Inspection, ${site.title}`, now, { wide: true });
  const when = (at: number | null): string =>
    at === null ? '' : toZonedIso(at, site.timezone).replace('T', ' ').slice(0, 19);
  const part = (title: string, columns: readonly Column[], rows: readonly (readonly Cell[])[], none: string): void => {
    pdf.heading(`${title} (${rows.length})`);
    if (rows.length === 0) pdf.text(none);
    else pdf.table(columns, rows.slice(0, mostPrinted));
    if (rows.length > mostPrinted) pdf.text(`The first ${mostPrinted} are printed; the CSV has all ${rows.length}.`);
  };
  head(pdf, inspection, when);
  devicesPart(pdf, inspection);
  part(
    'Times without monitoring',
    [
      { head: 'From', width: 88 },
      { head: 'To', width: 88 },
      { head: 'Length', width: 70, right: true },
      { head: 'Device', width: 130 },
      { head: 'Sensor', width: 150 },
      { head: 'Reason', width: 120 },
      { head: 'Detail', width: 120 },
    ],
    inspection.unwatched.map((row) => [
      when(row.from),
      row.open ? `${when(row.to)}, goes on` : when(row.to),
      spanText(row.to - row.from),
      row.device || 'All devices',
      [row.sensor, row.sensorId].filter(Boolean).join(' '),
      unwatchedReasons[row.reason],
      row.detail,
    ]),
    'None in this time.',
  );
  part(
    'Proof tests',
    [
      { head: 'Started', width: 88 },
      { head: 'Ended', width: 88 },
      { head: 'Device', width: 110 },
      { head: 'Serial number', width: 80 },
      { head: 'Sensor', width: 140 },
      { head: 'Outcome', width: 55 },
      { head: 'By', width: 90 },
      { head: 'Comment', width: 130 },
    ],
    testRows(inspection.steps).map(({ first, outcome, endedAt, comment }): Cell[] => [
      when(first.started_at),
      when(endedAt),
      first.device_name,
      first.serial_number,
      `${first.sensor_name} ${sensorPathOf(first.group_id, first.sensor_id)}`,
      outcome === 'passed' ? 'Passed' : { text: outcomeWords[outcome], strong: true },
      first.user_name,
      comment,
    ]),
    'No sensor was tested in this time.',
  );
  part(
    'Alarms and warnings',
    [
      { head: 'On', width: 88 },
      { head: 'Off', width: 88 },
      { head: 'Length', width: 62, right: true },
      { head: 'Device', width: 100 },
      { head: 'Sensor', width: 120 },
      { head: 'Kind', width: 60 },
      { head: 'Content', width: 100 },
      { head: 'Acknowledged', width: 110 },
      { head: 'Comment', width: 90 },
    ],
    inspection.alarms.map((row): Cell[] => [
      when(row.at),
      row.ended_at === null ? (row.is_active ? 'stands' : 'no end known') : when(row.ended_at),
      row.ended_at === null ? '' : spanText(row.ended_at - row.at),
      row.device,
      `${row.sensor_name} ${row.sensor_id}`,
      `${row.type === 'alarm_on' ? 'Alarm' : 'Warning'}${row.is_test ? ', test' : ''}${row.is_late ? ', late' : ''}`,
      row.content,
      row.acknowledged_by ? `${row.acknowledged_by}, ${when(row.acknowledged_at)}` : '',
      row.acknowledged_comment ?? '',
    ]),
    'None in this time.',
  );
  part(
    'Changes of rules, settings and sensor names',
    [
      { head: 'Time', width: 88 },
      { head: 'By', width: 100 },
      { head: 'What', width: 160 },
      { head: 'Before', width: 210 },
      { head: 'After', width: 210 },
    ],
    inspection.changes.map((row) => [
      when(row.at),
      row.user_name,
      `${row.subject} ${row.subject_name}: ${row.action}`,
      fieldsText(row.subject, row.old),
      fieldsText(row.subject, row.new),
    ]),
    'None in this time.',
  );
  return await pdf.bytes(foot);
}
const outcomeWords = { failed: 'Failed', canceled: 'Cancelled', running: 'Running' };

function head(pdf: TablePdf, { site, span, now, by, chains }: Gathered, when: (at: number) => string): void {
  pdf.text('Inspection report', { size: 18, bold: true, gap: 6 });
  pdf.text([site.company, site.title, site.address].filter(Boolean).join(', '), { size: 10 });
  pdf.text(`From ${when(span.from)} to ${when(Math.min(span.to, now))}. Times are those of ${site.timezone}.`);
  pdf.text(`Made ${when(now)} by ${by}.`);
  const broken = brokenChains(chains);
  const records = chains.reduce((sum, row) => sum + row.records, 0);
  const trouble = broken.map((row) => `${row.device}, record ${row.record}`).join('; ');
  pdf.text(
    broken.length === 0
      ? `The chain of all ${records} test records holds: none was changed or taken away.`
      : `THE CHAIN OF TEST RECORDS IS BROKEN: ${trouble}. Records were changed or taken away.`,
    { bold: true },
  );
}

function devicesPart(pdf: TablePdf, inspection: Gathered): void {
  const { devices, unwatched, span, now } = inspection;
  pdf.heading(`Devices (${devices.length})`);
  if (devices.length === 0) {
    pdf.text('The site had no devices in this time.');
    return;
  }
  const length = Math.min(span.to, now) - span.from;
  pdf.table(
    [
      { head: 'Device', width: 180 },
      { head: 'Serial number', width: 120 },
      { head: 'Not monitored as a whole', width: 130, right: true },
      { head: 'Of the time', width: 80, right: true },
    ],
    devices.map((device) => {
      const ms = unwatchedMs(unwatched, device.id);
      return [device.title, device.serial_number, spanText(ms), percentText(ms, length)];
    }),
  );
}
