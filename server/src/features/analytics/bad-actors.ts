import { type BadActors, badActorLimits as limits } from '@tocsin/contract/analytics';
import { fullSensorId } from '@tocsin/contract/layout';
import { priorities, priorityOfLevel } from '@tocsin/contract/priority';
import { toZonedIso } from '../../platform/zoned-time.ts';
import { answersOf, ratesOf, shareOf } from './attention.ts';
import { type Burst, bursts, type Span } from './rules.ts';
import type { BeginningRow, LongStandingRow, RuleChangeRow } from './store.ts';

const iso = (at: number): string => new Date(at).toISOString();
const keyOf = (row: BeginningRow): string => fullSensorId(row.device_id, row.sensor_id);
const placeOf = ({
  device_id,
  device,
  sensor_id,
  sensor_name,
}: Pick<BeginningRow, 'device_id' | 'device' | 'sensor_id' | 'sensor_name'>) => ({
  device_id,
  device,
  sensor_id,
  sensor_name,
});

interface BadActorsContext {
  readonly now: number;
  readonly timezone: string;
  /** When shifts begin at the site, as `06:00`, ascending. */
  readonly shiftStarts: readonly string[];
  /** Which of the rules of the rows are in force. */
  readonly inForce: ReadonlySet<number>;
  readonly ruleChanges: readonly RuleChangeRow[];
}

/** The ids of the rules that raised warnings. */
export const ruleIdsOf = (rows: readonly BeginningRow[]): number[] => [
  ...new Set(rows.flatMap((row) => (row.rule_id === null ? [] : [row.rule_id]))),
];

/** The rule in force that raised the most of these warnings. */
function busiestRule(
  rows: readonly BeginningRow[],
  inForce: ReadonlySet<number>,
): BadActors['most_frequent'][number]['rule'] {
  const counts = new Map<number, number>();
  for (const { rule_id: id } of rows) if (id !== null && inForce.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
  const [most] = [...counts].sort(([a, countA], [b, countB]) => countB - countA || a - b);
  return most ? { id: most[0], count: most[1] } : null;
}

/** Finds alarms that need work, from all beginnings in a time range (ascending) and from long-standing alarms. */
export function badActorsOf(
  rows: readonly BeginningRow[],
  longStanding: readonly LongStandingRow[],
  span: Span,
  { now, timezone, shiftStarts, inForce, ruleChanges }: BadActorsContext,
): Omit<BadActors, 'is_counting'> {
  const bySensor = new Map<string, BeginningRow[]>();
  for (const row of rows) {
    const own = bySensor.get(keyOf(row));
    if (own) own.push(row);
    else bySensor.set(keyOf(row), [row]);
  }
  const sensors = [...bySensor.values()].map((own) => ({ own, newest: own.at(-1) ?? null }));
  const frequent = sensors.toSorted((a, b) => b.own.length - a.own.length).slice(0, limits.mostFrequent);
  const chattering = sensors.flatMap(({ own, newest }) =>
    newest === null
      ? []
      : bursts(
          own.map((row) => row.at),
          limits.chattering + 1,
        ).map((burst) => ({ ...placeOf(newest), burst })),
  );
  const floods = bursts(
    rows.map((row) => row.at),
    limits.flood,
  );
  const presentBurst = ({ from, to, count, peak }: Burst) => ({ from: iso(from), to: iso(to), count, peak });
  const alarms = rows.filter((row) => !row.is_warning);
  // What still has time to be answered is neither within it nor over.
  const timed = rows.flatMap(({ at, needs_acknowledgement, acknowledged_at, respond_within_minutes: minutes }) => {
    const until = needs_acknowledgement && minutes !== null ? at + minutes * 60_000 : null;
    return until === null || (acknowledged_at === null && now <= until) ? [] : [(acknowledged_at ?? now) <= until];
  });
  const activeMs = alarms.reduce((sum, { at, ended_at }) => sum + Math.max(0, (ended_at ?? now) - at), 0);
  return {
    total: rows.length,
    warnings: rows.length - alarms.length,
    alarm_seconds: Math.round(activeMs / 1_000),
    answer_seconds: answersOf(rows, ['00:00'], timezone)[0]?.median_seconds ?? null,
    answer_goal: timed.length === 0 ? null : { of: timed.length, within: timed.filter(Boolean).length },
    by_day: [...Map.groupBy(rows, ({ at }) => toZonedIso(at, timezone).slice(0, 10))].map(([day, own]) => {
      const warnings = own.filter((row) => row.is_warning).length;
      return { day, alarms: own.length - warnings, warnings };
    }),
    by_priority: priorities.map((priority) => {
      const count = rows.filter((row) => priorityOfLevel(row.priority) === priority).length;
      return { priority, count, share: shareOf(count, rows.length) };
    }),
    days: Math.max(1, Math.round((Math.min(span.to, now) - span.from) / 86_400_000)),
    most_frequent: frequent.flatMap(({ own, newest }) =>
      newest === null
        ? []
        : [
            {
              ...placeOf(newest),
              count: own.length,
              share: shareOf(own.length, rows.length),
              warnings: own.filter((row) => row.is_warning).length,
              rule: busiestRule(own, inForce),
            },
          ],
    ),
    chattering: chattering
      .toSorted((a, b) => b.burst.peak - a.burst.peak || b.burst.count - a.burst.count)
      .slice(0, limits.rows)
      .map(({ burst, ...place }) => ({ ...place, ...presentBurst(burst) })),
    standing: longStanding.map((row) => ({
      ...placeOf(row),
      event_type: row.type,
      content: row.content,
      since: iso(row.at),
      until: row.ended_at === null ? null : iso(row.ended_at),
      hours: Math.floor(((row.ended_at ?? now) - row.at) / 3_600_000),
    })),
    floods: floods
      .toSorted((a, b) => b.count - a.count)
      .slice(0, limits.rows)
      .map((burst) => {
        const own = rows.slice(burst.begin, burst.end);
        const first = own[0];
        return {
          ...presentBurst(burst),
          sensors: new Set(own.map(keyOf)).size,
          first: first ? `${first.device} ${first.sensor_name}` : '',
        };
      }),
    rates: ratesOf(
      rows.map((row) => row.at),
      span,
      now,
    ),
    answers: answersOf(rows, shiftStarts, timezone),
    changes: ruleChanges.map((row) => ({
      ...placeOf(row),
      at: iso(row.at),
      hours: Math.round(Math.min(limits.changeMs, now - row.at) / 360_000) / 10,
      before: row.before,
      after: row.after,
    })),
    shelved: rows.filter((row) => row.is_shelved).length,
    out_of_service: rows.filter((row) => row.was_out_of_service).length,
    timezone,
  };
}
