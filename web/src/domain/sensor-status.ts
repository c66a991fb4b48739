import type { DeviceAtMoment } from '@tocsin/contract/site-moment';
import {
  inactiveStates,
  SensorStatus,
  type Severity,
  saysState,
  stateTexts,
  unscannedStates,
} from '@tocsin/contract/status';
import { texts } from '@tocsin/contract/texts/status';
import { worst } from '../ui/severity.ts';

/** The fields of a live reading that decide its status. */
export interface SensorReading {
  readonly type: string;
  readonly value: number | null;
  readonly status: string;
  readonly alarm: boolean;
  readonly state: string;
}

/** Conditions of the whole device that make its values untrustworthy. */
export interface Freshness {
  readonly online: boolean;
  /** As `isStale` of the contract says. */
  readonly stale: boolean;
}

/** Disabled, or not part of the device's profile. */
export const isDisabled = (reading: SensorReading): boolean =>
  reading.status === SensorStatus.enum.Disabled || inactiveStates.has(reading.state);

/** The status of a reading. An alarm stays as last known while the device is offline or the value is stale. */
export const sensorStatus = (reading: SensorReading, { online, stale }: Freshness): Severity => {
  if (reading.alarm) return 'alarm';
  if (reading.status === SensorStatus.enum.WARNING) return 'warning';
  if (isDisabled(reading)) return 'disabled';
  if (reading.state === stateTexts.lostNode) return 'lost';
  if (unscannedStates.has(reading.status) || unscannedStates.has(reading.state)) return 'not-scanned';
  if (!online) return 'offline';
  if (reading.value === null && !saysState(reading)) return 'no-data';
  return stale ? 'stale' : 'ok';
};

/** The severity of a device by what was active, without that of its sensors. */
export const severityAt = ({ alarms, warnings, offline_since, document }: DeviceAtMoment): Severity => {
  if (alarms > 0) return 'alarm';
  if (warnings > 0) return 'warning';
  if (offline_since !== null) return 'offline';
  return document === null ? 'no-data' : 'ok';
};

/** The word shown for a contact or a state; null for numbers. */
export const wordOf = (reading: SensorReading): string | null => {
  const meaningful = reading.state !== '' && reading.state !== SensorStatus.enum['N/A'];
  if (saysState(reading) && reading.value === null) return reading.state;
  if (reading.value === null)
    return meaningful && reading.state !== SensorStatus.enum.OK ? reading.state : texts.severities['no-data'];
  if (reading.type === 'NUMERIC') return null;
  // 'Contact Open' is shortened to 'Open'; the status shows the full text.
  if (meaningful) return reading.state.replace(/^Contact (?=Open|Closed)/, '');
  return reading.value === 0 ? texts.off : texts.on;
};

const counts: Readonly<Partial<Record<Severity, (count: number) => string>>> = texts.counts;

/** The worst status of a group, and a text that counts what is not normal: '1 alarm, 1 stale'. */
export const summary = (all: readonly Severity[]): { readonly worst: Severity; readonly text: string } => {
  const parts: string[] = [];
  for (const [severity, textOf] of Object.entries(counts)) {
    const count = all.filter((each) => each === severity).length;
    if (count > 0) parts.push(textOf(count));
  }
  return { worst: worst(all), text: parts.join(', ') };
};
