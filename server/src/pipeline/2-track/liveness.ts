import type { Change } from '../types.ts';
import type { DeviceState } from './device-state.ts';
import { graceMs, offlineAfterMs } from './silence.ts';

/**
 * Silence, death and sessions. A device that reports by exception is online through its MQTT session, every other
 * device through its frames.
 */

/** Server time at which this device goes offline; Infinity when it is offline or cannot go offline. */
export function silentAt(deviceState: DeviceState): number {
  if (!deviceState.online || (deviceState.rbe && deviceState.sessions.size > 0)) return Number.POSITIVE_INFINITY;
  const last = deviceState.silence.lastArrival ?? deviceState.onlineSince ?? 0;
  return Math.max(last + offlineAfterMs(deviceState.silence), deviceState.graceUntil);
}

/** Sets the device offline when the deadline has passed. */
export function fallSilent(deviceState: DeviceState, now: number): Change | null {
  if (silentAt(deviceState) > now) return null;
  const seconds = Math.round((now - (deviceState.silence.lastArrival ?? now)) / 1_000);
  return goOffline(deviceState, now, deviceState.rbe ? 'Session ended' : `No data for ${seconds} s`);
}

export interface Death {
  /** When the message was written; for a will, when its connection began. */
  readonly ts: number;
  /** When the device died, as its gateway says; null: now. */
  readonly diedAt: number | null;
  /** The MQTT session whose will it is; null for any other death message. */
  readonly will: number | null;
}

/** Applies a death message. One older than the newest birth belongs to a former session and is ignored. */
export function applyDeath(deviceState: DeviceState, { ts, diedAt, will }: Death, now: number): Change | null {
  if (!deviceState.online) return null;
  const old =
    will === null ? deviceState.bornTs !== null && ts < deviceState.bornTs : will < (deviceState.bornSession ?? will);
  if (old) return null;
  const at = Math.min(now, Math.max(diedAt ?? now, deviceState.onlineSince ?? 0));
  return { ...goOffline(deviceState, now, 'Death message'), at };
}

function goOffline(deviceState: DeviceState, now: number, content: string): Change & { readonly kind: 'offline' } {
  deviceState.online = false;
  deviceState.onlineSince = now;
  return { kind: 'offline', at: now, content };
}

/** Records another open session of the device; there may be several. */
export function beginSession(deviceState: DeviceState, session: number): void {
  deviceState.sessions.add(session);
}

/** When the last session of a by-exception device ends, its silence begins. */
export function endSession(deviceState: DeviceState, session: number, now: number): void {
  deviceState.sessions.delete(session);
  if (deviceState.rbe && deviceState.sessions.size === 0 && deviceState.online) deviceState.silence.lastArrival = now;
}

/** Starts the grace period after a restart, in which silence is ignored because the server was not listening. */
export function excuseSilence(deviceState: DeviceState, now: number): void {
  deviceState.graceUntil = now + graceMs(deviceState.silence);
}
