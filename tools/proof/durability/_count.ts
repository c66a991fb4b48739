// Compares what devices sent with the database: frames and events. It uses nothing of the server but its tables and how they store frames.

import { type StoredFrame, storedFrames } from '../support/_stored-frames.ts';
import type { Query } from '../support/_together.ts';
import type { BellEvent } from './_bell.ts';
import type { SenderLine, SentFrame } from './_senders.ts';

/** An edge of an alarm that is not exactly one event. */
interface MissingEdge {
  readonly device: number;
  readonly type: string;
  readonly at: number;
  readonly times: number;
  readonly stored: readonly StoredFrame[];
}
/** What was made between two moments, against the database. */
export interface WindowCounts {
  readonly acknowledged: number;
  readonly stored: number;
  readonly doubled: number;
  readonly acceptedTwice: number;
  readonly late: number;
  /** Frames whose time the portal corrected. */
  readonly moved: number;
  /** Edges of alarms, and those of which there is exactly one event. */
  readonly expected: number;
  readonly right: number;
  readonly events: readonly BellEvent[];
  readonly missing: readonly MissingEdge[];
}
type StoredOf = (line: SenderLine, frame: SentFrame) => readonly StoredFrame[];
type IsInside = (frame: { readonly ts: number }) => boolean;

/** One row of the table: what was sent between two moments. */
export async function countWindow({
  query,
  lines,
  from,
  to,
}: {
  readonly query: Query;
  readonly lines: readonly SenderLine[];
  readonly from: number;
  readonly to: number;
}): Promise<WindowCounts> {
  const isInside: IsInside = ({ ts }) => ts >= from && ts < to;
  // Taken before the database is read: a frame that is acknowledged while it answers may not be in the answer.
  const acknowledged = lines.map((line) => line.acknowledged.filter(isInside));
  const rows = await storedFrames(query);
  const stored = new Map<string, StoredFrame[]>();
  for (const row of rows) {
    const key = frameKey(row.device_id, row.deviceTs, row.seq);
    stored.set(key, [...(stored.get(key) ?? []), row]);
  }
  const storedOf: StoredOf = (line, frame) => stored.get(frameKey(line.device.id, frame.ts, frame.seq)) ?? [];
  return {
    ...countFrames(lines, acknowledged, storedOf, isInside),
    ...(await countEvents(query, lines, storedOf, isInside)),
  };
}

const frameKey = (device: number, deviceTs: number, seq: number): string => `${device} ${deviceTs} ${seq}`;

function countFrames(
  lines: readonly SenderLine[],
  acknowledged: readonly (readonly SentFrame[])[],
  storedOf: StoredOf,
  isInside: IsInside,
) {
  const storedFrames = lines.flatMap((line, i) => (acknowledged[i] ?? []).map((frame) => storedOf(line, frame)));
  const all = storedFrames.flat();
  return {
    acknowledged: storedFrames.length,
    stored: storedFrames.filter((rows) => rows.length > 0).length,
    doubled: storedFrames.filter((rows) => rows.length > 1).length,
    acceptedTwice: lines.reduce(
      (sum, { sent, accepted }) =>
        sum + sent.filter((frame) => isInside(frame) && (accepted.get(frame.seq) ?? 0) > 1).length,
      0,
    ),
    late: all.filter(({ isLate }) => isLate).length,
    moved: all.filter(({ ts, deviceTs }) => ts !== deviceTs).length,
  };
}

type EventRow = BellEvent & { readonly device_id: number; readonly type: string; readonly at: number };

/**
 * Compares the alarm edges that devices sent with the events, by the millisecond. An event has the time of its frame as
 * stored: a backlog of constant length looks like a wrong clock, whose offset the portal subtracts.
 */
async function countEvents(query: Query, lines: readonly SenderLine[], storedOf: StoredOf, isInside: IsInside) {
  const rows = await query<EventRow>(
    `select e.id::float8 as id, e.device_id, e.type, e.at::float8 as at,
       coalesce(e.forebear_id, e.id)::float8 as "standsWhile",
       case e.type when 'alarm_off' then e.at else o.at end::float8 as "overAt"
     from event e left join event o on o.device_id = e.device_id and o.forebear_id = e.id and o.type = 'alarm_off'
     where e.type in ('alarm_on', 'alarm_off') and e.sensor_id = '4000'`,
  );
  const byKey = Map.groupBy(rows, ({ device_id, type, at }) => `${device_id} ${type} ${at}`);
  const missing: MissingEdge[] = [];
  const events: BellEvent[] = [];
  let [expected, right] = [0, 0];
  const matched = new Set<BellEvent>();
  for (const line of lines)
    for (const [i, frame] of line.sent.entries()) {
      const is = frame.alarm.length > 0;
      if (is === (line.sent[i - 1]?.alarm.length ?? 0) > 0) continue;
      const type = is ? 'alarm_on' : 'alarm_off';
      const at = storedOf(line, frame)[0]?.ts ?? frame.ts;
      const its = byKey.get(`${line.device.id} ${type} ${at}`) ?? [];
      for (const event of its) matched.add(event);
      if (!isInside(frame)) continue;
      expected++;
      events.push(...its);
      if (its.length === 1) right++;
      else missing.push({ device: line.device.id, type, at, times: its.length, stored: storedOf(line, frame) });
    }
  // Events without an edge count at their own time.
  events.push(...rows.filter((event) => !matched.has(event) && isInside({ ts: event.at })));
  return { expected, right, events, missing };
}
