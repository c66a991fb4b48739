import { maxRoundDays, type Round, type RoundDay, type RoundMachine } from '@tocsin/contract/rounds';
import { presentOffline } from '../../access/offline.ts';
import { badField } from '../../platform/errors.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import type { DaySpan, Machine, RoundRow } from './store.ts';

const dayMs = 86_400_000;
const defaultDays = 14;

/** The calendar day of a moment in a zone, `2026-11-22`. */
export const dayIn = (at: number, zone: string): string => toZonedIso(at, zone).slice(0, 10);

/** Calendar days are counted without a zone, so that a day of 23 or 25 hours is one day. */
const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs);
const dayOf = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10);

/** The days of a list, both ends included: 14 up to today by default. Refuses an end before its start. */
export function spanOf(
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
  today: string,
): DaySpan {
  const to = query.to ?? today;
  const from = query.from ?? dayOf(dayNumber(to) - defaultDays + 1);
  if (from > to) throw badField('to', 'The end must not be before the start.');
  if (dayNumber(to) - dayNumber(from) >= maxRoundDays) throw badField('from', 'Choose at most 366 days.');
  return { from, to };
}

export const presentRound = (row: RoundRow): Round => ({
  id: row.id,
  device_id: row.device_id,
  device: row.device_name,
  at: row.at.toISOString(),
  day: row.day,
  by: row.user_name,
  note: row.note,
  offline: presentOffline(row.device_at, row.device_offset_ms, row.received_at ?? row.at),
});

/** Days, newest first, each with its rounds and the machines without one. A day that is not over has no gaps yet. */
export function roundDays(
  span: DaySpan,
  today: string,
  machines: readonly Machine[],
  rows: readonly RoundRow[],
): RoundDay[] {
  const byDay = new Map<string, RoundRow[]>();
  for (const row of rows) {
    const list = byDay.get(row.day);
    if (list) list.push(row);
    else byDay.set(row.day, [row]);
  }
  const days: RoundDay[] = [];
  const last = Math.min(dayNumber(span.to), dayNumber(today));
  for (let number = last; number >= dayNumber(span.from); number--) {
    const day = dayOf(number);
    const done = byDay.get(day) ?? [];
    const missing = machines.filter(
      (machine) =>
        day < today &&
        machine.first_day !== null &&
        machine.first_day <= day &&
        !done.some((row) => row.device_id === machine.id),
    );
    days.push({
      day,
      rounds: done.map(presentRound),
      missing: missing.map(({ id, title }) => ({ device_id: id, device: title })),
    });
  }
  return days;
}

export const presentMachine = (machine: Machine, today: string, rows: readonly RoundRow[]): RoundMachine => {
  const newest = rows.findLast((row) => row.device_id === machine.id && row.day === today);
  return {
    device_id: machine.id,
    device: machine.title,
    device_type: machine.device_type,
    first_day: machine.first_day,
    today: newest ? presentRound(newest) : null,
  };
};
