import { limits } from '@tocsin/contract/limits';
import type { Change, DecodedBirth, IndexedLayout, NewLayout } from '../passing.ts';
import { carryOver, indexLayout } from '../whole.ts';
import { type Board, forgiveRefusals, statesOf } from './board.ts';

/** What a birth came to. */
export interface Born {
  readonly taken: boolean;
  /** To be stored: a new list, or a known one with other names. */
  readonly layout: NewLayout | null;
  readonly changes: readonly Change[];
}

/**
 * A birth: its list of sensors is the same layout as long as ids, types, units and states are. New lists beyond 20 an
 * hour are refused, but the first birth of a session is always taken.
 */
export function takeBirth(
  board: Board,
  birth: DecodedBirth,
  session: number | null,
  now: number,
  nextLayoutId: () => number,
): Born {
  const firstOfSession = session !== null && session !== board.bornSession;
  const knownId = board.layoutIds.get(birth.layout.hash);
  if (knownId === undefined) {
    board.newLayouts = board.newLayouts.filter((at) => now - at < 3_600_000);
    if (board.newLayouts.length >= limits.layoutsPerHour && !firstOfSession) {
      board.layoutRefused = true;
      return { taken: false, layout: null, changes: [] };
    }
    board.newLayouts.push(now);
  }
  const layoutId = knownId ?? nextLayoutId();
  board.layoutIds.set(birth.layout.hash, layoutId);
  const changes: Change[] = [];
  const before = board.layout;
  const after = indexLayout({ ...birth.layout, layoutId });
  const renamed = before?.layoutId === layoutId && !sameNames(before, after);
  if (before?.layoutId !== layoutId) {
    moveTo(board, after);
    changes.push({ kind: 'layout', before, after, at: now });
  } else if (renamed) {
    board.layout = after;
    changes.push({ kind: 'layout', before, after, at: now });
  }
  board.layoutRefused = false;
  board.bornTs = birth.ts;
  board.bornSession = session;
  board.version = birth.version ?? board.version;
  // Only a session can be the sign of life of a device that speaks by exception; HTTP has none.
  board.rbe = birth.rbe && session !== null;
  board.counters.cut += birth.cut;
  const started = powerUp(board, birth.boot, birth.uptimeS);
  if (started) changes.push({ kind: 'power_up', at: now, content: started });
  if (board.rbe && !board.online) {
    // Its session is its sign of life; what it last said holds again.
    if (board.onlineSince !== null) changes.push({ kind: 'online', at: now });
    board.online = true;
    board.onlineSince = now;
    board.catchingUp = null;
  }
  forgiveRefusals(board);
  const stored = knownId === undefined || renamed || before?.layoutId !== layoutId;
  return { taken: true, layout: stored ? { ...after, deviceId: board.deviceId } : null, changes };
}

/** power_up: when `boot` changes or `uptime_s` falls; the text says which. A device's first birth is none. */
export function powerUp(board: Board, boot: number | null, uptimeS: number | null): string | null {
  const rebooted = boot !== null && board.boot !== null && boot !== board.boot;
  const restarted = uptimeS !== null && board.uptimeS !== null && uptimeS < board.uptimeS;
  if (boot !== null) board.boot = boot;
  if (uptimeS !== null) board.uptimeS = uptimeS;
  if (rebooted) return `Device started anew (boot ${boot})`;
  return restarted ? 'Device started anew' : null;
}

function moveTo(board: Board, after: IndexedLayout): void {
  const before = board.layout;
  const at = new Float64Array(after.sensors.length).fill(Number.NaN);
  const known = carryOver(board.known, before, after);
  after.paths.forEach((path, index) => {
    const from = before?.byPath.get(path);
    if (from === undefined || Number.isNaN(known.values[index])) return;
    at[index] = board.at ? (board.at[from] ?? Number.NaN) : (board.newest?.ts ?? Number.NaN);
  });
  board.layout = after;
  board.known = known;
  board.at = at;
  board.stateOfValue = statesOf(after, board.texts);
  board.noTexts = new Uint16Array(after.sensors.length);
}

function sameNames(a: IndexedLayout, b: IndexedLayout): boolean {
  const names = (layout: IndexedLayout) =>
    JSON.stringify([layout.groups, layout.sensors.map((sensor) => sensor.name), layout.paths]);
  return names(a) === names(b);
}
