import { protectionCauses } from '@tocsin/contract/protection-causes';
import { type ProtectedDevice, type ProtectedHours, shareOf } from '@tocsin/contract/protection-hours';
import { fromWall, parseTime, toZonedIso } from '../../platform/zoned-time.ts';
import type { CauseRow, CountedDevice, PartRow } from './store-hours.ts';

type CauseMinutes = ProtectedHours['total']['causes'][number];
const dayMs = 86_400_000;
const mostReasons = 12;

/** The days from one to another (not included) by a zone, each with its beginning in unix ms; null: no such days. */
export function daysOf(from: string, to: string, zone: string): { day: string; at: number }[] | null {
  const [first, end] = [parseTime(from, 'UTC'), parseTime(to, 'UTC')];
  if (first === null || end === null || end <= first) return null;
  const count = Math.round((end - first) / dayMs);
  return Array.from({ length: count }, (_, n) => ({
    day: new Date(first + n * dayMs).toISOString().slice(0, 10),
    at: fromWall(first + n * dayMs, zone),
  }));
}

/** This month and `count - 1` before it by a zone, oldest first, each with its beginning; and the end of the last. */
export function monthsOf(
  now: number,
  zone: string,
  count: number,
): { months: { month: string; at: number }[]; to: number } {
  const [year = 0, month = 1] = toZonedIso(now, zone).slice(0, 7).split('-').map(Number);
  const at = (n: number): number => fromWall(Date.UTC(year, month - 1 + n, 1), zone);
  const months = Array.from({ length: count }, (_, place) => {
    const n = place - count + 1;
    return { month: new Date(Date.UTC(year, month - 1 + n, 1)).toISOString().slice(0, 7), at: at(n) };
  });
  return { months, to: at(1) };
}

/** Sums by cause in the order of the definition. */
export function byCause(rows: readonly Pick<CauseRow, 'cause' | 'minutes'>[]): CauseMinutes[] {
  return protectionCauses.flatMap((cause, number) => {
    const minutes = rows.reduce((sum, row) => sum + (row.cause === number ? row.minutes : 0), 0);
    return minutes === 0 ? [] : [{ cause, minutes }];
  });
}

/** A device of the page. */
export function presentDevice(
  device: CountedDevice & Pick<ProtectedDevice, 'testable' | 'ever_tested'>,
  { parts, causes }: { readonly parts: readonly PartRow[]; readonly causes: readonly CauseRow[] },
  days: readonly { readonly day: string }[],
  nameOf: (path: string) => string,
): ProtectedDevice {
  const running = parts.reduce((sum, one) => sum + one.running, 0);
  const kept = parts.reduce((sum, one) => sum + one.protected, 0);
  return {
    device_id: device.id,
    device: device.title,
    required: device.required.length,
    running_by: device.running_path === null ? null : nameOf(device.running_path),
    running,
    protected: kept,
    proved: parts.reduce((sum, one) => sum + one.proved, 0),
    share: shareOf(kept, running),
    testable: device.testable,
    ever_tested: device.ever_tested,
    causes: byCause(causes),
    reasons: reasonsOf(causes, days, nameOf),
    days: days.map((_, part) => {
      const own = parts.find((one) => one.part === part);
      return {
        running: own?.running ?? 0,
        protected: own?.protected ?? 0,
        proved: own?.proved ?? 0,
        causes: byCause(causes.filter((one) => one.part === part)),
      };
    }),
  };
}

function reasonsOf(
  causes: readonly CauseRow[],
  days: readonly { readonly day: string }[],
  nameOf: (path: string) => string,
): ProtectedDevice['reasons'] {
  const all = [...Map.groupBy(causes, ({ cause, path }) => `${cause} ${path}`).values()].flatMap((own) => {
    const [first] = own;
    const cause = protectionCauses[first?.cause ?? -1];
    if (!first || cause === undefined) return [];
    const parts = own.map(({ part }) => part);
    return [
      {
        cause,
        minutes: own.reduce((sum, { minutes }) => sum + minutes, 0),
        sensor_id: first.path === '' ? null : first.path,
        sensor: first.path === '' ? null : nameOf(first.path),
        from: days[Math.min(...parts)]?.day ?? '',
        to: days[Math.max(...parts)]?.day ?? '',
      },
    ];
  });
  return all.sort((a, b) => b.minutes - a.minutes).slice(0, mostReasons);
}
