import type { RoundDay } from '@tocsin/contract/rounds';
import { stringify } from 'csv-stringify/sync';
import { toZonedIso } from '../../platform/zoned-time.ts';

const columns = ['day', 'machine', 'state', 'time', 'by', 'note', 'device_clock', 'received'];

/**
 * Rounds and gaps as CSV, newest day first: times in the site's zone, formulas escaped. A round that was written without
 * a network has the device's clock and its arrival too.
 */
export function roundsCsv(days: readonly RoundDay[], zone: string): string {
  const stamp = (at: string): string => toZonedIso(Date.parse(at), zone);
  const rows = days.flatMap(({ day, rounds, missing }) => [
    ...rounds.map(({ device, at, by, note, offline }) => {
      const times = offline ? [stamp(offline.device_at), stamp(offline.received_at)] : ['', ''];
      return [day, device, 'done', stamp(at), by, note, ...times];
    }),
    ...missing.map(({ device }) => [day, device, 'missing', '', '', '', '', '']),
  ]);
  return stringify(rows, { header: true, columns, bom: true, escape_formulas: true });
}
