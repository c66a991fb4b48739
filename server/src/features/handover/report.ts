import type { HandoverPoint, ShiftRecord } from '@tocsin/contract/handover';
import { monthLine } from '@tocsin/contract/protection-hours';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts as eventNames } from '@tocsin/contract/texts/events';
import { texts } from '@tocsin/contract/texts/handover';
import { texts as offlineTexts } from '@tocsin/contract/texts/offline';
import { texts as product } from '@tocsin/contract/texts/product';
import { texts as hourTexts } from '@tocsin/contract/texts/protection-hours';
import { stringify } from 'csv-stringify/sync';
import { type Column, columnsOf, TablePdf } from '../../platform/pdf.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import type { ShownHandover } from './look.ts';

const columns = ['part', 'kind', 'time', 'device', 'what', 'details', 'who', 'until'];

/** A shift as CSV: open points, events, records and take-overs; times in the site's zone, formulas escaped. */
export function handoverCsv({ site, points, events, records, takeovers }: ShownHandover): string {
  const time = (text: string | null): string => (text === null ? '' : toZonedIso(Date.parse(text), site.timezone));
  const rows = [
    ...points.map((one) => [
      'open',
      one.kind,
      time(one.since),
      one.device ?? '',
      one.what,
      one.why,
      one.who ?? '',
      time(one.until),
    ]),
    ...events.map((one) => [
      'event',
      one.event_type,
      time(one.notification_time),
      one.device,
      one.sensor_name ?? '',
      one.content,
      one.acknowledged?.by ?? '',
      one.duration === null ? '' : toZonedIso(Date.parse(one.notification_time) + one.duration * 1000, site.timezone),
    ]),
    ...records.map((one) => [
      'record',
      one.kind,
      time(one.at),
      one.device,
      one.what,
      commentText(one, offlineTexts, time),
      one.by,
      '',
    ]),
    ...takeovers.map((one) => ['takeover', '', time(one.at), '', texts.points(one.points), one.comment, one.by, '']),
  ];
  return stringify(rows, { header: true, columns, bom: true, escape_formulas: true });
}

/** The comment of a record, and both times of one that was written without a network. */
export const commentText = (
  { comment, offline }: ShiftRecord,
  t: typeof offlineTexts,
  time: (at: string) => string,
): string =>
  [comment, offline ? t.withoutNetwork(time(offline.device_at), time(offline.received_at)) : '']
    .filter(Boolean)
    .join(', ');

/** Why a point matters, until when, and whether somebody looked at it. */
export const detailsOf = (
  { why, until, checked }: HandoverPoint,
  t: typeof texts,
  time: (at: string) => string,
): string => {
  const look =
    checked === null ? t.unchecked : checked && t.checked(t.recordKinds[checked.kind], time(checked.at), checked.by);
  return [why, until === null ? '' : t.until(time(until)), look].filter(Boolean).join(', ');
};

const layoutOf = (t: typeof texts): readonly Column[] =>
  columnsOf(t.columns, { kind: 84, at: 86, device: 84, what: 120, why: 146, who: 80 });

/** A shift as a PDF, what is open first. `now` is the time of printing. */
export async function handoverPdf(
  shown: ShownHandover,
  company: string,
  now: number,
  language: string,
): Promise<Uint8Array> {
  const t = textsIn(texts, language);
  const { labels } = textsIn(eventNames, language);
  const foot = textsIn(product, language);
  const { site, points, events, records, takeovers } = shown;
  const time = (text: string): string => toZonedIso(Date.parse(text), site.timezone).replace('T', ' ').slice(0, 16);
  const pdf = await TablePdf.create(t.document(t.titles[shown.span], site.title), now);
  pdf.text(t.titles[shown.span], { size: 18, bold: true, gap: 6 });
  pdf.text([company, site.title].filter(Boolean).join(', '), { size: 10 });
  pdf.text(t.shift(time(shown.from), time(shown.to)), { bold: true });
  pdf.text(t.made(time(new Date(now).toISOString()), site.timezone), { gap: 6 });
  const { protected_month: month } = shown;
  if (month !== null) pdf.text(monthLine(textsIn(hourTexts, language), month, site.timezone, language), { gap: 6 });
  const part = (title: string, none: string, rows: readonly string[][]): void => {
    pdf.heading(title);
    if (rows.length === 0) pdf.text(none);
    else pdf.table(layoutOf(t), rows);
  };
  part(
    t.needs,
    t.nothing,
    points.map((one) => [
      t.kinds[one.kind],
      time(one.since),
      one.device ?? '',
      one.what,
      detailsOf(one, t, time),
      one.who ?? (one.notification ? t.nobody : ''),
    ]),
  );
  if (!shown.is_current) pdf.text(t.notKnown);
  part(
    t.events,
    t.noEvents,
    events.map((one) => [
      labels[one.event_type],
      time(one.notification_time),
      one.device,
      one.sensor_name ?? '',
      one.content,
      one.acknowledged?.by ?? '',
    ]),
  );
  part(
    t.records,
    t.noRecords,
    records.map((one) => [
      t.recordKinds[one.kind],
      time(one.at),
      one.device,
      one.what,
      commentText(one, textsIn(offlineTexts, language), time),
      one.by,
    ]),
  );
  pdf.heading(t.taken);
  if (takeovers.length === 0) pdf.text(t.notTaken);
  for (const one of takeovers)
    pdf.text([t.takenBy(one.by, time(one.at), one.points), one.comment].filter(Boolean).join(': '));
  return await pdf.bytes(foot);
}
