import { limits } from '@tocsin/contract/limits';
import { carryOver, indexLayout } from '../fill-frame.ts';
import type { Change, DecodedBirth, IndexedLayout, NewLayout } from '../types.ts';
import { clearRefusals, type DeviceState, statesOf } from './device-state.ts';

/** The result of a birth. */
export interface Born {
  readonly taken: boolean;
  /** The layout to store: a new one, or a known one with different names. */
  readonly layout: NewLayout | null;
  readonly changes: readonly Change[];
}

/**
 * Applies a birth. Its layout is known if ids, types, units and states match an earlier one. More than 20 new layouts
 * an hour are refused, but the first birth of a session is always accepted.
 */
export function applyBirth(
  deviceState: DeviceState,
  birth: DecodedBirth,
  session: number | null,
  now: number,
  nextLayoutId: () => number,
): Born {
  const firstOfSession = session !== null && session !== deviceState.bornSession;
  const knownId = deviceState.layoutIds.get(birth.layout.hash);
  if (knownId === undefined) {
    deviceState.newLayouts = deviceState.newLayouts.filter((at) => now - at < 3_600_000);
    if (deviceState.newLayouts.length >= limits.layoutsPerHour && !firstOfSession) {
      deviceState.layoutRefused = true;
      return { taken: false, layout: null, changes: [] };
    }
    deviceState.newLayouts.push(now);
  }
  const layoutId = knownId ?? nextLayoutId();
  deviceState.layoutIds.set(birth.layout.hash, layoutId);
  const changes: Change[] = [];
  const before = deviceState.layout;
  const after = indexLayout({ ...birth.layout, layoutId });
  const renamed = before?.layoutId === layoutId && !sameNames(before, after);
  if (before?.layoutId !== layoutId) {
    moveTo(deviceState, after);
    changes.push({ kind: 'layout', before, after, at: now });
  } else if (renamed) {
    deviceState.layout = after;
    changes.push({ kind: 'layout', before, after, at: now });
  }
  deviceState.layoutRefused = false;
  deviceState.bornTs = birth.ts;
  deviceState.bornSession = session;
  deviceState.version = birth.version ?? deviceState.version;
  // Only a session can show that a by-exception device is alive; HTTP has none.
  deviceState.rbe = birth.rbe && session !== null;
  deviceState.counters.cut += birth.cut;
  const started = powerUp(deviceState, birth.boot, birth.uptimeS);
  if (started) changes.push({ kind: 'power_up', at: now, content: started });
  if (deviceState.rbe && !deviceState.online) {
    // Its session shows that it is alive; its last values are valid again.
    if (deviceState.onlineSince !== null) changes.push({ kind: 'online', at: now });
    deviceState.online = true;
    deviceState.onlineSince = now;
    deviceState.catchingUp = null;
  }
  clearRefusals(deviceState);
  const stored = knownId === undefined || renamed || before?.layoutId !== layoutId;
  return { taken: true, layout: stored ? { ...after, deviceId: deviceState.deviceId } : null, changes };
}

/**
 * Runs `track` with a list of sensors that the device had before, for frames of that time. Returns the layout to store,
 * or null when it is known; 'refused' after 20 such lists in an hour. The present list and its state stay.
 */
export function withFormerLayout(
  deviceState: DeviceState,
  birth: DecodedBirth,
  now: number,
  nextLayoutId: () => number,
  track: () => void,
): NewLayout | null | 'refused' {
  const knownId = deviceState.layoutIds.get(birth.layout.hash);
  if (knownId === undefined) {
    deviceState.newFormerLayouts = deviceState.newFormerLayouts.filter((at) => now - at < 3_600_000);
    if (deviceState.newFormerLayouts.length >= limits.layoutsPerHour) return 'refused';
    deviceState.newFormerLayouts.push(now);
  }
  const former = indexLayout({ ...birth.layout, layoutId: knownId ?? nextLayoutId() });
  deviceState.layoutIds.set(former.hash, former.layoutId);
  const { layout, stateOfValue, noTexts, catchingUp, backfillUntil } = deviceState;
  const { refusedInARow, refusedSince, refusedText } = deviceState;
  deviceState.layout = former;
  deviceState.stateOfValue = statesOf(former, deviceState.texts);
  deviceState.noTexts = new Uint16Array(former.sensors.length);
  try {
    track();
  } finally {
    Object.assign(deviceState, { layout, stateOfValue, noTexts, catchingUp, backfillUntil });
    Object.assign(deviceState, { refusedInARow, refusedSince, refusedText });
  }
  return knownId === undefined ? { ...former, deviceId: deviceState.deviceId } : null;
}

/** Whether the device may get another new list of sensors within the bound of an hour. */
export const mayGrow = (deviceState: DeviceState, now: number): boolean =>
  deviceState.newLayouts.filter((at) => now - at < 3_600_000).length < limits.layoutsPerHour;

/** Detects power_up: `boot` changed or `uptime_s` fell; the text says which. A device's first birth is not one. */
export function powerUp(deviceState: DeviceState, boot: number | null, uptimeS: number | null): string | null {
  const rebooted = boot !== null && deviceState.boot !== null && boot !== deviceState.boot;
  const restarted = uptimeS !== null && deviceState.uptimeS !== null && uptimeS < deviceState.uptimeS;
  if (boot !== null) deviceState.boot = boot;
  if (uptimeS !== null) deviceState.uptimeS = uptimeS;
  if (rebooted) return `Device started anew (boot ${boot})`;
  return restarted ? 'Device started anew' : null;
}

function moveTo(deviceState: DeviceState, after: IndexedLayout): void {
  const before = deviceState.layout;
  const at = new Float64Array(after.sensors.length).fill(Number.NaN);
  const known = carryOver(deviceState.known, before, after);
  after.paths.forEach((path, index) => {
    const from = before?.byPath.get(path);
    if (from === undefined || Number.isNaN(known.values[index])) return;
    at[index] = deviceState.at ? (deviceState.at[from] ?? Number.NaN) : (deviceState.newest?.ts ?? Number.NaN);
  });
  deviceState.layout = after;
  deviceState.known = known;
  deviceState.at = at;
  deviceState.stateOfValue = statesOf(after, deviceState.texts);
  deviceState.noTexts = new Uint16Array(after.sensors.length);
}

function sameNames(a: IndexedLayout, b: IndexedLayout): boolean {
  const names = (layout: IndexedLayout) =>
    JSON.stringify([layout.groups, layout.sensors.map((sensor) => sensor.name), layout.paths]);
  return names(a) === names(b);
}
