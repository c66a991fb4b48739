import { fromWall, offsetMinutes } from '../../platform/zoned-time.ts';

const dayMs = 86_400_000;

/** When the turns of a rotation change hands, and in which order. */
export interface TurnPlan {
  /** IANA zone of the handovers. */
  readonly zone: string;
  /** Wall-clock time of the handovers, `06:00`. */
  readonly handoverTime: string;
  /** 1 Monday to 7 Sunday: weekly; null: daily. */
  readonly weekday: number | null;
  /** Local day on which the first turn begins, at the handover time: `2026-11-23`. */
  readonly start: string;
  /** In the order of their turns, at least one. */
  readonly people: readonly number[];
}

/** Somebody instead of whoever has the turn; half-open, unix ms. A later-made override has the higher id. */
export interface OverrideSpan {
  readonly id: number;
  readonly userId: number;
  readonly from: number;
  readonly to: number;
}

/** Who has the duty. `userId` null: the rotation has not begun. */
export interface DutyHolder {
  readonly userId: number | null;
  /** The override that decides; null: the rotation. */
  readonly overrideId: number | null;
}

/** A half-open span, unix ms, in which one turn or one override decides. */
export interface DutySpan extends DutyHolder {
  readonly from: number;
  readonly to: number;
}

/** Local days, counted without a zone. */
const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs);
/** 1 Monday to 7 Sunday; day 0 was a Thursday. */
const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** The turns of a plan by number: turn 0 is the first, and turn n begins at `beginOf(n)`. */
function turnsOf(plan: TurnPlan) {
  const start = dayNumber(plan.start);
  const length = plan.weekday === null ? 1 : 7;
  // The first turn of a weekly plan is shorter when the plan does not start on its weekday.
  const anchor = plan.weekday === null ? start : start - ((weekdayOf(start) - plan.weekday + 7) % 7);
  const [hours = 0, minutes = 0] = plan.handoverTime.split(':').map(Number);
  const timeMs = (hours * 60 + minutes) * 60_000;
  const beginOf = (turn: number): number => {
    const day = turn === 0 ? start : anchor + turn * length;
    return fromWall(day * dayMs + timeMs, plan.zone);
  };
  /** The turn of a moment; -1 before the first. */
  const turnAt = (at: number): number => {
    const wall = at + offsetMinutes(at, plan.zone) * 60_000;
    const days = Math.floor((wall - timeMs) / dayMs);
    // Local time may be ahead of or behind a handover that a clock change moved: step to the turn that contains `at`.
    let turn = Math.max(0, Math.floor((days - anchor) / length));
    while (turn >= 0 && beginOf(turn) > at) turn--;
    while (turn >= 0 && beginOf(turn + 1) <= at) turn++;
    return turn;
  };
  const personOf = (turn: number): number | null =>
    turn < 0 ? null : (plan.people[turn % plan.people.length] ?? null);
  return { beginOf, turnAt, personOf };
}

/** Of the overrides that contain a moment, the one made last. */
const decidingAt = (overrides: readonly OverrideSpan[], at: number): OverrideSpan | undefined => {
  let last: OverrideSpan | undefined;
  for (const override of overrides)
    if (override.from <= at && at < override.to && (last === undefined || override.id > last.id)) last = override;
  return last;
};

/**
 * Who has the duty of a rotation at a moment. Handovers happen at the wall-clock time of the zone: a time that a clock
 * change skips moves forward by as much (02:30 to 03:30), and of a time that exists twice the first counts. Of overrides
 * at the same time the one made last decides.
 */
export function dutyAt(plan: TurnPlan, overrides: readonly OverrideSpan[], at: number): DutyHolder {
  const override = decidingAt(overrides, at);
  if (override) return { userId: override.userId, overrideId: override.id };
  const { turnAt, personOf } = turnsOf(plan);
  return { userId: personOf(turnAt(at)), overrideId: null };
}

/** The duties from one moment to another, in order and without a hole; each span is a turn, an override or a part. */
export function dutiesBetween(
  plan: TurnPlan,
  overrides: readonly OverrideSpan[],
  from: number,
  to: number,
): readonly DutySpan[] {
  const { beginOf, turnAt, personOf } = turnsOf(plan);
  const relevant = overrides.filter((override) => override.from < to && override.to > from);
  const changes = new Set<number>();
  for (const override of relevant) changes.add(override.from).add(override.to);
  const limits = [...changes].filter((at) => at > from && at < to).sort((a, b) => a - b);
  const spans: DutySpan[] = [];
  let at = from;
  let turn = turnAt(from);
  let turnEnd = beginOf(turn + 1);
  let next = 0;
  let lastTurn: number | null = null;
  while (at < to) {
    const end = Math.min(turnEnd, limits[next] ?? to, to);
    const override = decidingAt(relevant, at);
    const overrideId = override?.id ?? null;
    const last = spans.at(-1);
    const continues = last?.overrideId === overrideId && (overrideId !== null || lastTurn === turn);
    if (last && continues) spans[spans.length - 1] = { ...last, to: end };
    else spans.push({ from: at, to: end, userId: override ? override.userId : personOf(turn), overrideId });
    lastTurn = turn;
    at = end;
    if (at === limits[next]) next++;
    while (turnEnd <= at) {
      turn++;
      turnEnd = beginOf(turn + 1);
    }
  }
  return spans;
}
