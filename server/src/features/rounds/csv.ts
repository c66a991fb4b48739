import type { RoundDay } from '@tocsin/contract/rounds';
import { stringify } from 'csv-stringify/sync';
import { toZonedIso } from '../../platform/zoned-time.ts';

const columns = ['day', 'machine', 'state', 'time', 'by', 'note'];

/** Rounds and gaps as CSV, newest day first: times in the site's zone, formulas escaped. */
export function roundsCsv(days: readonly RoundDay[], zone: string): string {
  const rows = days.flatMap(({ day, rounds, missing }) => [
    ...rounds.map((round) => [day, round.device, 'done', toZonedIso(Date.parse(round.at), zone), round.by, round.note]),
    ...missing.map(({ device }) => [day, device, 'missing', '', '', '']),
  ]);
  return stringify(rows, { header: true, columns, bom: true, escape_formulas: true });
}
