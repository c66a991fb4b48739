import { unwatchedReasons } from '@tocsin/contract/inspection';
import { sensorPathOf } from '@tocsin/contract/layout';
import { monthLine } from '@tocsin/contract/protection-hours';
import { texts } from '@tocsin/contract/texts/inspection-report';
import { texts as product } from '@tocsin/contract/texts/product';
import { texts as hourTexts } from '@tocsin/contract/texts/protection-hours';
import { type Cell, type Column, columnsOf, TablePdf } from '../../platform/pdf.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import { fieldsText } from './csv.ts';
import { brokenChains, type Gathered, testRows } from './gather.ts';
import { unmonitoredMs } from './unmonitored.ts';

/** Longer lists are in the CSV only. */
const maxPrinted = 1_500;

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
  const pdf = await TablePdf.create(texts.documentTitle(site.title), now, { wide: true });
  const when = (at: number | null): string =>
    at === null ? '' : toZonedIso(at, site.timezone).replace('T', ' ').slice(0, 19);
  const part = (title: string, columns: readonly Column[], rows: readonly (readonly Cell[])[], none: string): void => {
    pdf.heading(texts.section(title, rows.length));
    if (rows.length === 0) pdf.text(none);
    else pdf.table(columns, rows.slice(0, maxPrinted));
    if (rows.length > maxPrinted) pdf.text(texts.cut(maxPrinted, rows.length));
  };
  head(pdf, inspection, when);
  devicesPart(pdf, inspection);
  part(
    texts.unmonitored.title,
    columnsOf(
      texts.unmonitored.columns,
      { from: 88, to: 88, length: 70, device: 130, sensor: 150, reason: 120, detail: 120 },
      ['length'],
    ),
    inspection.unwatched.map((row) => [
      when(row.from),
      row.open ? texts.unmonitored.goesOn(when(row.to)) : when(row.to),
      spanText(row.to - row.from),
      row.device || texts.unmonitored.allDevices,
      [row.sensor, row.sensorId].filter(Boolean).join(' '),
      unwatchedReasons[row.reason],
      row.detail,
    ]),
    texts.none,
  );
  part(
    texts.tests.title,
    columnsOf(texts.tests.columns, {
      started: 88,
      ended: 88,
      device: 110,
      serialNumber: 80,
      sensor: 140,
      outcome: 55,
      by: 90,
      comment: 130,
    }),
    testRows(inspection.steps).map(({ first, outcome, endedAt, comment }): Cell[] => [
      when(first.started_at),
      when(endedAt),
      first.device_name,
      first.serial_number,
      `${first.sensor_name} ${sensorPathOf(first.group_id, first.sensor_id)}`,
      outcome === 'passed' ? texts.tests.outcomes.passed : { text: texts.tests.outcomes[outcome], strong: true },
      first.user_name,
      comment,
    ]),
    texts.tests.none,
  );
  part(
    texts.events.title,
    columnsOf(
      texts.events.columns,
      { on: 88, off: 88, length: 62, device: 100, sensor: 120, kind: 60, content: 100, acknowledged: 110, comment: 90 },
      ['length'],
    ),
    inspection.alarms.map((row): Cell[] => [
      when(row.at),
      row.ended_at === null ? (row.is_active ? texts.events.isActive : texts.events.noEnd) : when(row.ended_at),
      row.ended_at === null ? '' : spanText(row.ended_at - row.at),
      row.device,
      `${row.sensor_name} ${row.sensor_id}`,
      texts.events.kind(row.type === 'alarm_on', row.is_test, row.is_late),
      row.content,
      row.acknowledged_by ? `${row.acknowledged_by}, ${when(row.acknowledged_at)}` : '',
      row.acknowledged_comment ?? '',
    ]),
    texts.none,
  );
  part(
    texts.changes.title,
    columnsOf(texts.changes.columns, { time: 88, by: 100, what: 160, before: 210, after: 210 }),
    inspection.changes.map((row) => [
      when(row.at),
      row.user_name,
      `${row.subject} ${row.subject_name}: ${row.action}`,
      fieldsText(row.subject, row.old),
      fieldsText(row.subject, row.new),
    ]),
    texts.none,
  );
  return await pdf.bytes(product);
}

function head(pdf: TablePdf, { site, span, now, by, chains, months }: Gathered, when: (at: number) => string): void {
  pdf.text(texts.title, { size: 18, bold: true, gap: 6 });
  pdf.text([site.company, site.title, site.address].filter(Boolean).join(', '), { size: 10 });
  pdf.text(texts.period(when(span.from), when(Math.min(span.to, now)), site.timezone));
  pdf.text(texts.made(when(now), by));
  for (const month of months) pdf.text(monthLine(hourTexts, month, site.timezone, 'en'));
  const broken = brokenChains(chains);
  const records = chains.reduce((sum, row) => sum + row.records, 0);
  const trouble = broken.map((row) => texts.chainPlace(row.device, row.record)).join('; ');
  pdf.text(broken.length === 0 ? texts.chainHolds(records) : texts.chainBroken(trouble), { bold: true });
}

function devicesPart(pdf: TablePdf, inspection: Gathered): void {
  const { devices, unwatched, span, now } = inspection;
  pdf.heading(texts.section(texts.devices.title, devices.length));
  if (devices.length === 0) {
    pdf.text(texts.devices.none);
    return;
  }
  const length = Math.min(span.to, now) - span.from;
  pdf.table(
    columnsOf(texts.devices.columns, { device: 180, serialNumber: 120, unmonitored: 130, share: 80 }, [
      'unmonitored',
      'share',
    ]),
    devices.map((device) => {
      const ms = unmonitoredMs(unwatched, device.id);
      return [device.title, device.serial_number, spanText(ms), percentText(ms, length)];
    }),
  );
}
