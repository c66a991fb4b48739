import { type HourInput, type HourOutcome, notConfirmed, type StoredEvent } from '../hour-types.ts';
import { EVALUATED, type EventEnd, type EventRow } from '../types.ts';
import { mapOpen, type Open } from './evaluation-state.ts';
import { isSameEnd, loadHour, type Replay, replay, saveHour, threadOf } from './hour-replay.ts';
import { markLate } from './shelves.ts';

/** A late alarm younger than this, without a matching live event, notifies once. */
const notifyWithinMs = 10 * 60_000;

/**
 * Evaluates an hour again, with the late frames in their place. Changes caused only by late frames become late events;
 * events from live evaluation stay as published. Events already in the log keep their ids, so repeating it changes
 * nothing.
 */
export function evaluateHour(input: HourInput): HourOutcome {
  const start = loadHour(input.start);
  const full = replay(input, start.full, input.frames);
  const lived = input.frames.filter((frame) => (frame.given & EVALUATED) !== 0);
  // The result of the live frames alone, by the same rules: any difference was caused by late frames.
  const base = start.differ || lived.length < input.frames.length ? replay(input, start.base, lived) : null;
  const match = matchEvents(full, base ?? full, input);
  mergeEarlier(full, input, match);
  const stored = new Set(input.events.filter((event) => event.shelved).map((event) => event.id));
  for (const open of full.startOpen.values()) if (open.shelved) stored.add(open.id);
  const fresh = match.fresh.flatMap((event) => numbered(event, match, input));
  const insert = markLate(fresh, input.shelves, (id) => stored.has(id));
  const shelved = new Set([...stored, ...insert.filter((event) => event.shelved).map((event) => event.id)]);
  const inserted = new Set(insert.map((event) => event.id));
  keepLateOffs(full, match, inserted, input);
  const isLate = (id: number): boolean =>
    inserted.has(id) || input.events.some((event) => event.id === id && event.late) || hasLateStart(full, id);

  mapOpen(full.state.evaluation, (open) => {
    const id = match.ids.get(open.id) ?? open.id;
    const at = match.moves.get(id) ?? open.at;
    const mapped: Open = { id, at, receivedAt: id === open.id ? open.receivedAt : 0 };
    if (!isLate(id)) return mapped;
    return shelved.has(id) ? { ...mapped, late: true, shelved: true } : { ...mapped, late: true };
  });
  const unsupported = input.events.filter((event) => event.late && !match.reproduced.has(event.id));
  for (const event of unsupported) if (!isKnownToPeople(event)) match.remove.add(event.id);
  const end = saveHour(full.state, base?.state ?? null);
  return {
    frames: full.frames,
    end: input.storedEnd !== null && isSameEnd(end, input.storedEnd) ? input.storedEnd : end,
    insert,
    ends: [...endsOf(full, match, inserted, isLate, input), ...endsOfUnsupported(unsupported, match)],
    moves: [...match.moves].map(([id, at]) => ({ id, at })),
    remove: [...match.remove],
    merges: match.merges,
  };
}

interface Match {
  /** From the replay's ids to ids in the log; 0 for an evaluation result that was never an event. */
  readonly ids: Map<number, number>;
  /** Ids in the log that the replay also produced. */
  readonly reproduced: Set<number>;
  /** Caused only by late frames and not in the log. */
  readonly fresh: EventRow[];
  readonly moves: Map<number, number>;
  readonly remove: Set<number>;
  readonly merges: { readonly from: number; readonly into: number }[];
}

function matchEvents(full: Replay, base: Replay, input: HourInput): Match {
  const match: Match = {
    ids: new Map(),
    reproduced: new Set(),
    fresh: [],
    moves: new Map(),
    remove: new Set(),
    merges: [],
  };
  const lived = new Set(base.events.map(momentOf));
  for (const event of full.events) {
    const moment = momentOf(event);
    const known = input.events.find((one) => !match.reproduced.has(one.id) && momentOf(one) === moment);
    const covered = known ?? coveredBy(event, full, input, match);
    if (covered) {
      match.ids.set(event.id, covered.id);
      match.reproduced.add(covered.id);
      if (!known) match.moves.set(covered.id, event.at);
    } else if (!lived.has(moment)) {
      match.fresh.push(event);
    } else {
      // Today's rules applied to frames of the past: no event existed then, and none is created.
      match.ids.set(event.id, 0);
    }
  }
  return match;
}

/** Somebody may have acted on it: it stays in the log. */
const isKnownToPeople = (event: StoredEvent): boolean => event.notified || event.acknowledged;

/** Ends, at their beginning, the beginnings that stay in the log although complete data shows that they did not happen. */
function endsOfUnsupported(unsupported: readonly StoredEvent[], match: Match): EventEnd[] {
  return unsupported
    .filter((event) => event.type.endsWith('_on') && !event.ended && !match.remove.has(event.id))
    .map(({ id, deviceId, at }) => ({ id, deviceId, endedAt: at, reason: notConfirmed }));
}

const momentOf = (event: EventRow): string => `${threadOf(event)} ${event.type} ${event.at}`;

function hasLateStart(full: Replay, id: number): boolean {
  for (const open of full.startOpen.values()) if (open.id === id) return open.late === true;
  return false;
}

/** The live event for the same change, recorded later than it happened; it gets its true time. */
function coveredBy(event: EventRow, full: Replay, input: HourInput, match: Match): EventRow | undefined {
  const thread = threadOf(event);
  const next = full.events.find((one) => one.at >= event.at && one.id < event.id && threadOf(one) === thread);
  return input.events.find(
    (one) =>
      !one.late &&
      !match.reproduced.has(one.id) &&
      one.type === event.type &&
      threadOf(one) === thread &&
      one.at > event.at &&
      one.at < (next?.at ?? Number.POSITIVE_INFINITY),
  );
}

/** The same for a true time in an earlier hour, where the log has it as a separate late event. */
function mergeEarlier(full: Replay, input: HourInput, match: Match): void {
  for (const event of input.events) {
    if (event.late || match.reproduced.has(event.id)) continue;
    const thread = threadOf(event);
    const open = full.startOpen.get(thread);
    const earlier = event.type.endsWith('_on') ? (open?.late ? open : undefined) : full.state.lateOffs.get(thread);
    if (!earlier || earlier.id === event.id || match.remove.has(earlier.id)) continue;
    if (full.events.some((one) => threadOf(one) === thread && one.at <= event.at)) continue;
    match.reproduced.add(event.id);
    match.moves.set(event.id, earlier.at);
    match.remove.add(earlier.id);
    match.merges.push({ from: earlier.id, into: event.id });
    match.ids.set(earlier.id, event.id);
  }
}

/** An end found in back-fill may have a live duplicate in a later hour; it is remembered until the thread continues. */
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

/** Gives a new event its id in the log; returns an empty list for the end of a change that was never an event. */
function numbered(event: EventRow, match: Match, input: HourInput): EventRow[] {
  const forebearId = event.forebearId === null ? null : (match.ids.get(event.forebearId) ?? event.forebearId);
  if (forebearId === 0) {
    match.ids.set(event.id, 0);
    return [];
  }
  const id = input.nextId();
  match.ids.set(event.id, id);
  const isNotified = event.type === 'alarm_on' && input.now - event.at < notifyWithinMs;
  return [{ ...event, id, forebearId, notified: isNotified }];
}

/** Ends late events, and live events that were ended too late; other live events already have their ends. */
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
