import { unwatchedReasons } from '@tocsin/contract/inspection';
import { sensorPathOf } from '@tocsin/contract/layout';
import { shareLine } from '@tocsin/contract/protection-hours';
import { texts } from '@tocsin/contract/texts/inspection-report';
import { texts as product } from '@tocsin/contract/texts/product';
import { texts as hourTexts } from '@tocsin/contract/texts/protection-hours';
import { type Cell, type Column, TablePdf } from '../../platform/pdf.ts';
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
    [
      { head: texts.unmonitored.columns.from, width: 88 },
      { head: texts.unmonitored.columns.to, width: 88 },
      { head: texts.unmonitored.columns.length, width: 70, right: true },
      { head: texts.unmonitored.columns.device, width: 130 },
      { head: texts.unmonitored.columns.sensor, width: 150 },
      { head: texts.unmonitored.columns.reason, width: 120 },
      { head: texts.unmonitored.columns.detail, width: 120 },
    ],
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
    [
      { head: texts.tests.columns.started, width: 88 },
      { head: texts.tests.columns.ended, width: 88 },
      { head: texts.tests.columns.device, width: 110 },
      { head: texts.tests.columns.serialNumber, width: 80 },
      { head: texts.tests.columns.sensor, width: 140 },
      { head: texts.tests.columns.outcome, width: 55 },
      { head: texts.tests.columns.by, width: 90 },
      { head: texts.tests.columns.comment, width: 130 },
    ],
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
    [
      { head: texts.events.columns.on, width: 88 },
      { head: texts.events.columns.off, width: 88 },
      { head: texts.events.columns.length, width: 62, right: true },
      { head: texts.events.columns.device, width: 100 },
      { head: texts.events.columns.sensor, width: 120 },
      { head: texts.events.columns.kind, width: 60 },
      { head: texts.events.columns.content, width: 100 },
      { head: texts.events.columns.acknowledged, width: 110 },
      { head: texts.events.columns.comment, width: 90 },
    ],
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
    [
      { head: texts.changes.columns.time, width: 88 },
      { head: texts.changes.columns.by, width: 100 },
      { head: texts.changes.columns.what, width: 160 },
      { head: texts.changes.columns.before, width: 210 },
      { head: texts.changes.columns.after, width: 210 },
    ],
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
  for (const month of months) pdf.text(shareLine(hourTexts.inMonth, month, 'en'));
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
    [
      { head: texts.devices.columns.device, width: 180 },
      { head: texts.devices.columns.serialNumber, width: 120 },
      { head: texts.devices.columns.unmonitored, width: 130, right: true },
      { head: texts.devices.columns.share, width: 80, right: true },
    ],
    devices.map((device) => {
      const ms = unmonitoredMs(unwatched, device.id);
      return [device.title, device.serial_number, spanText(ms), percentText(ms, length)];
    }),
  );
}
