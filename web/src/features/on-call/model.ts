import type { Duty, OnCallRow } from '@tocsin/contract/on-call';
import { momentOfFields, wallFields } from '../../ui/zone.ts';

const dayMs = 86_400_000;

/** A duty on the time axis, in percent of its width. */
export interface Block {
  readonly duty: Duty;
  readonly left: number;
  readonly width: number;
  /** What fits: name and start, initials, or nothing. */
  readonly room: 'text' | 'initials' | 'none';
}

/** The duties as blocks on an axis from one time to another (unix ms). */
export const blocksOf = (duties: readonly Duty[], from: number, to: number): Block[] =>
  duties.map((duty) => {
    const start = Math.max(from, Date.parse(duty.from));
    const end = Math.min(to, Date.parse(duty.to));
    const width = (100 * (end - start)) / (to - from);
    return {
      duty,
      left: (100 * (start - from)) / (to - from),
      width,
      // A gap's text is short.
      room: width >= (duty.gap === null ? 9 : 5) ? 'text' : width >= 3 ? 'initials' : 'none',
    };
  });

/** Start of the local day that is `later` days after `day` (`2026-11-23`), in unix ms. */
const dayStart = (day: string, zone: string, later: number): number => {
  const moved = new Date(Date.parse(`${day}T00:00:00Z`) + later * dayMs).toISOString().slice(0, 10);
  return momentOfFields(moved, '00:00', zone) ?? 0;
};

export interface AxisDay {
  readonly at: number;
  readonly left: number;
  readonly width: number;
  readonly isMonday: boolean;
  readonly isWeekend: boolean;
}

/** The local days of an axis; the first one begins at the start of the axis. */
export const daysOf = (from: number, to: number, zone: string): AxisDay[] => {
  const { date } = wallFields(from, zone);
  const days: AxisDay[] = [];
  for (let n = 0; ; n++) {
    const begin = Math.max(from, dayStart(date, zone, n));
    if (begin >= to) return days;
    const end = Math.min(to, dayStart(date, zone, n + 1));
    const weekday = new Date(Date.parse(`${date}T00:00:00Z`) + n * dayMs).getUTCDay();
    days.push({
      at: begin,
      left: (100 * (begin - from)) / (to - from),
      width: (100 * (end - begin)) / (to - from),
      isMonday: weekday === 1,
      isWeekend: weekday === 0 || weekday === 6,
    });
  }
};

/** A period of one rotation without anybody on call, for one reason. */
export interface Gap {
  readonly row: OnCallRow;
  readonly duty: Duty;
  readonly from: number;
  readonly to: number;
}

/** The gaps of all rotations by time; adjacent ones with the same person and reason are merged. */
export const gapsOf = (rows: readonly OnCallRow[]): Gap[] =>
  rows
    .flatMap((row) => {
      const gaps: Gap[] = [];
      for (const duty of row.duties) {
        if (duty.gap === null) continue;
        const from = Date.parse(duty.from);
        const to = Date.parse(duty.to);
        const last = gaps.at(-1);
        const continues = last?.to === from && last.duty.gap === duty.gap && last.duty.person?.id === duty.person?.id;
        if (last && continues) gaps[gaps.length - 1] = { ...last, to };
        else gaps.push({ row, duty, from, to });
      }
      return gaps;
    })
    .sort((a, b) => a.from - b.from);

/** The duties of one person in which they can be notified, by time. */
export const ownDuties = (
  rows: readonly OnCallRow[],
  userId: number,
): { readonly row: OnCallRow; readonly duty: Duty }[] =>
  rows
    .flatMap((row) =>
      row.duties.filter((duty) => duty.person?.id === userId && duty.gap === null).map((duty) => ({ row, duty })),
    )
    .sort((a, b) => a.duty.from.localeCompare(b.duty.from));

/** The duties that begin on each day; current ones are on the first day. Days without a change are left out. */
export const byDay = (rows: readonly OnCallRow[], from: number, to: number, zone: string) =>
  daysOf(from, to, zone).flatMap((day) => {
    const next = dayStart(wallFields(day.at, zone).date, zone, 1);
    const starts = rows.flatMap((row) =>
      row.duties
        .filter((duty) => Date.parse(duty.from) >= day.at && Date.parse(duty.from) < next)
        .map((duty) => ({ row, duty })),
    );
    return starts.length === 0 ? [] : [{ at: day.at, starts }];
  });

/** 'MK' for 'Maria Keller'. */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/);
  const [first = ''] = words;
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return `${first.charAt(0)}${last.charAt(0)}`.toUpperCase();
};
