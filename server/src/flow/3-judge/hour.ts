import type { HourInput, HourOutcome } from '../hour-passing.ts';
import { type EventEnd, type EventRow, JUDGED } from '../passing.ts';
import { loadHour, type Replay, replay, saveHour, threadOf } from './hour-replay.ts';
import { mapOpen } from './state.ts';

/** A late alarm younger than this, that no live event covers, is told once. */
const toldWithinMs = 10 * 60_000;

/**
 * Judges an hour anew, with what came late in its place. What only the late frames brought about becomes late events;
 * what was judged live stays as it was told. An event that stands in the log already keeps its id, so doing it again
 * changes nothing.
 */
export function judgeHour(input: HourInput): HourOutcome {
  const start = loadHour(input.start);
  const full = replay(input, start.full, input.frames);
  const lived = input.frames.filter((frame) => (frame.given & JUDGED) !== 0);
  // What live frames alone come to, by the same rules: the difference is what late ones brought about.
  const base = start.differ || lived.length < input.frames.length ? replay(input, start.base, lived) : null;
  const match = matchEvents(full, base ?? full, input);
  mergeEarlier(full, input, match);
  const insert = match.fresh.flatMap((event) => numbered(event, match, input));
  const inserted = new Set(insert.map((event) => event.id));
  keepLateOffs(full, match, inserted, input);
  const isLate = (id: number): boolean =>
    inserted.has(id) || input.events.some((event) => event.id === id && event.late) || hasLateStart(full, id);

  mapOpen(full.state.judged, (open) => {
    const id = match.ids.get(open.id) ?? open.id;
    const at = match.moves.get(id) ?? open.at;
    return { id, at, receivedAt: id === open.id ? open.receivedAt : 0, ...(isLate(id) ? { late: true } : {}) };
  });
  for (const event of input.events)
    if (event.late && !event.told && !match.found.has(event.id)) match.remove.add(event.id);
  return {
    frames: full.frames,
    end: saveHour(full.state, base?.state ?? null),
    insert,
    ends: endsOf(full, match, inserted, isLate, input),
    moves: [...match.moves].map(([id, at]) => ({ id, at })),
    remove: [...match.remove],
  };
}

interface Match {
  /** From the replay's ids to those of the log; 0: judged so, but never an event. */
  readonly ids: Map<number, number>;
  /** Ids of the log that the replay came to as well. */
  readonly found: Set<number>;
  /** What only the late frames brought about, and the log does not know. */
  readonly fresh: EventRow[];
  readonly moves: Map<number, number>;
  readonly remove: Set<number>;
}

function matchEvents(full: Replay, base: Replay, input: HourInput): Match {
  const match: Match = { ids: new Map(), found: new Set(), fresh: [], moves: new Map(), remove: new Set() };
  const lived = new Set(base.events.map(momentOf));
  for (const event of full.events) {
    const moment = momentOf(event);
    const known = input.events.find((one) => !match.found.has(one.id) && momentOf(one) === moment);
    const covered = known ?? coveredBy(event, full, input, match);
    if (covered) {
      match.ids.set(event.id, covered.id);
      match.found.add(covered.id);
      if (!known) match.moves.set(covered.id, event.at);
    } else if (!lived.has(moment)) {
      match.fresh.push(event);
    } else {
      // A rule of today over live frames of then: judged so now, but nobody was told, and nobody is.
      match.ids.set(event.id, 0);
    }
  }
  return match;
}

const momentOf = (event: EventRow): string => `${threadOf(event)} ${event.type} ${event.at}`;

function hasLateStart(full: Replay, id: number): boolean {
  for (const open of full.startOpen.values()) if (open.id === id) return open.late === true;
  return false;
}

/** The live event by which live frames told the same change later than it was: it gets its true time. */
function coveredBy(event: EventRow, full: Replay, input: HourInput, match: Match): EventRow | undefined {
  const thread = threadOf(event);
  const next = full.events.find((one) => one.at >= event.at && one.id < event.id && threadOf(one) === thread);
  return input.events.find(
    (one) =>
      !one.late &&
      !match.found.has(one.id) &&
      one.type === event.type &&
      threadOf(one) === thread &&
      one.at > event.at &&
      one.at < (next?.at ?? Number.POSITIVE_INFINITY),
  );
}

/** The same where the true time lies in an hour before and stands in the log as a late event of its own. */
function mergeEarlier(full: Replay, input: HourInput, match: Match): void {
  for (const event of input.events) {
    if (event.late || match.found.has(event.id)) continue;
    const thread = threadOf(event);
    const open = full.startOpen.get(thread);
    const earlier = event.type.endsWith('_on') ? (open?.late ? open : undefined) : full.state.lateOffs.get(thread);
    if (!earlier || earlier.id === event.id || match.remove.has(earlier.id)) continue;
    if (full.events.some((one) => threadOf(one) === thread && one.at <= event.at)) continue;
    match.found.add(event.id);
    match.moves.set(event.id, earlier.at);
    match.remove.add(earlier.id);
    match.ids.set(earlier.id, event.id);
  }
}

/** An end found late may have a live twin in a later hour; it is remembered until the thread goes on. */
function keepLateOffs(full: Replay, match: Match, inserted: ReadonlySet<number>, input: HourInput): void {
  const { lateOffs } = full.state;
  for (const [thread, { id }] of lateOffs) if (match.remove.has(id)) lateOffs.delete(thread);
  for (const event of full.events) {
    const thread = threadOf(event);
    lateOffs.delete(thread);
    const id = match.ids.get(event.id) ?? 0;
    const isLate = inserted.has(id) || input.events.some((one) => one.id === id && one.late);
    if (event.type.endsWith('_off') && isLate) lateOffs.set(thread, { id, at: event.at });
  }
}

/** A fresh event with its id in the log; none for the end of what was never an event. */
function numbered(event: EventRow, match: Match, input: HourInput): EventRow[] {
  const forebearId = event.forebearId === null ? null : (match.ids.get(event.forebearId) ?? event.forebearId);
  if (forebearId === 0) {
    match.ids.set(event.id, 0);
    return [];
  }
  const id = input.nextId();
  match.ids.set(event.id, id);
  const told = event.type === 'alarm_on' && input.now - event.at < toldWithinMs;
  return [{ ...event, id, forebearId, told }];
}

/** Late events get their end here, and those whose live end was told too late; what was judged live has its own. */
function endsOf(
  full: Replay,
  match: Match,
  inserted: ReadonlySet<number>,
  isLate: (id: number) => boolean,
  input: HourInput,
): EventEnd[] {
  return full.events.flatMap((off) => {
    if (off.forebearId === null) return [];
    const on = match.ids.get(off.forebearId) ?? off.forebearId;
    const id = match.ids.get(off.id) ?? off.id;
    const isNew = inserted.has(on) || inserted.has(id) || match.moves.has(id);
    return isNew && on !== 0 && (isLate(on) || !isLate(id))
      ? [{ id: on, deviceId: input.device.id, endedAt: off.at, reason: null }]
      : [];
  });
}
