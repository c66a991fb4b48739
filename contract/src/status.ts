import { z } from 'zod';

/** The status of a sensor, as shown on its card's tag. A device may send other texts, which are shown unchanged. */
export const SensorStatus = z.enum(['OK', 'Alarm', 'WARNING', 'Disabled', 'Not Scanned', 'N/A']);
export type SensorStatus = z.infer<typeof SensorStatus>;

/** The most severe status of a device's sensors. */
export const DeviceStatus = z.enum(['OK', 'WARNING', 'Alarm', 'Not scanned']);
export type DeviceStatus = z.infer<typeof DeviceStatus>;

/** The status in the live document and in stored moments, which do not report warnings (docs/spec/monitoring.md). */
export const DocumentStatus = z.enum(['OK', 'Alarm', 'Not scanned']);
export type DocumentStatus = z.infer<typeof DocumentStatus>;

/** State texts of devices that the portal interprets, exactly as the devices send them. */
export const stateTexts = {
  disabled: 'Disabled',
  /** An input that is not part of the device's selected profile. */
  outOfProfile: 'System Selected Profile 0',
  notScanned: 'Sensor Not Scanned by T500',
  /** A sensor that Tocsin itself asks for (Modbus) and that was not answered. */
  notRead: 'Not read',
  /** A T500 cannot reach the sensor's node. */
  lostNode: 'Lost Communication Between T500 and node',
} as const;

/** States of a sensor that is deliberately not monitored. */
export const inactiveStates: ReadonlySet<string> = new Set([stateTexts.disabled, stateTexts.outOfProfile]);

/** States of a contact that are not normal, although nothing is wrong with its sensor: a relay that an alarm tripped. */
export const trippedStates: ReadonlySet<string> = new Set(['Tripped']);

/** States and statuses of a sensor that its device could not read. */
export const unscannedStates: ReadonlySet<string> = new Set([
  SensorStatus.enum['Not Scanned'],
  stateTexts.notScanned,
  stateTexts.notRead,
  stateTexts.lostNode,
]);

/** States that graphs draw as gaps. */
export const gapStates: ReadonlySet<string> = new Set([
  stateTexts.lostNode,
  stateTexts.notScanned,
  stateTexts.notRead,
  stateTexts.disabled,
]);

/** States that say no more than the sensor's status does. */
export const ordinaryStates: ReadonlySet<string> = new Set([
  '',
  SensorStatus.enum.OK,
  SensorStatus.enum['N/A'],
  SensorStatus.enum.Alarm,
]);

/** How a sensor, a device or a machine is displayed, worst first. */
export const severityOrder = [
  'alarm',
  'warning',
  'lost',
  'offline',
  'no-data',
  'not-scanned',
  'stale',
  'ok',
  'disabled',
] as const;
export type Severity = (typeof severityOrder)[number];

/** The position of a severity in the order; 0 is the worst. */
export const severityRank = (severity: Severity): number => severityOrder.indexOf(severity);

/** The severity of a device's status. */
export const severityOfDevice: Readonly<Record<DeviceStatus, Severity>> = {
  Alarm: 'alarm',
  WARNING: 'warning',
  'Not scanned': 'not-scanned',
  OK: 'ok',
};

/** The portal's words for a value that counts for nothing. */
const uselessStates: ReadonlySet<string> = new Set(['', SensorStatus.enum['N/A'], 'Bad value', 'Bad quality', 'Stale']);

/** Whether a sensor says its state as a word, beside which there is no number: it has data. */
export const saysState = ({ type, state }: { readonly type: string; readonly state: string }): boolean =>
  type === 'ENUM' && !uselessStates.has(state);

/** A value is not called stale before this age, however fast its device sends: a frame may be lost or late. */
const leastStaleMs = 10_000;

/** The age beyond which a value is stale: twice the usual interval, at least 10 s. */
export const staleAfterMs = (usualIntervalMs: number): number => Math.max(2 * usualIntervalMs, leastStaleMs);

/** True if older than that; values without an age are never stale. */
export const isStale = (at: number | null, now: number, usualIntervalMs: number): boolean =>
  at !== null && now - at > staleAfterMs(usualIntervalMs);
