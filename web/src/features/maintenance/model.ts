import type { SensorKind } from '@tocsin/contract/layout';
import { type MaintenanceRecord, testTimerMs, untestableSensors } from '@tocsin/contract/maintenance';

/** Countdown from '8:00'; null in overtime (docs/spec/decisions.md, section 8). */
export const timerText = (startedAt: number, now: number): string | null => {
  const left = testTimerMs - Math.max(0, now - startedAt);
  if (left < 0) return null;
  const seconds = Math.ceil(left / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** The fraction of the time left, from 1 to 0. */
export const timerShare = (startedAt: number, now: number): number =>
  Math.min(1, Math.max(0, 1 - (now - startedAt) / testTimerMs));

/** Whether a sensor cannot be tested. */
export const isExcluded = (path: string): boolean => {
  const last = path.split('.').at(-1);
  return untestableSensors.some((id) => id === last);
};

/** What a click on a sensor does in maintenance mode. */
export type Click = 'start' | 'cancel' | 'in-alarm' | 'restricted';

/** What a click on a sensor does while `current` is the running test of the device. */
export const clickOn = (path: string, current: MaintenanceRecord | null, inAlarm: boolean): Click => {
  if (current === null) return isExcluded(path) ? 'restricted' : 'start';
  if (current.sensor_id !== path) return 'restricted';
  return inAlarm || current.event_type === 'maintenance_expect_alarm_off' ? 'in-alarm' : 'cancel';
};

/** The outcome of a test that has ended and still needs a comment; null if it needs none. */
export const endingOf = (record: MaintenanceRecord): 'success' | 'failed' | null => {
  if (record.event_type === 'maintanance_succeeded') return 'success';
  return record.event_type === 'maintenance_failed' ? 'failed' : null;
};

export type Outcome = 'passed' | 'failed' | 'canceled';
/** The outcome of an ended test; null while it runs. */
export const outcomeOf = (record: MaintenanceRecord): Outcome | null => {
  switch (record.event_type) {
    case 'maintanance_succeeded':
      return 'passed';
    case 'maintenance_failed':
      return 'failed';
    case 'maintenance_canceled':
      return 'canceled';
    default:
      return null;
  }
};

/** The step of a test on the test page. */
export type Stage = 'ready' | 'cause' | 'clear' | 'comment';

/** The step for a sensor, from the running test and the test that waits for a comment. */
export const stageOf = (
  path: string,
  current: MaintenanceRecord | null,
  waiting: MaintenanceRecord | undefined,
): Stage => {
  if (current?.sensor_id === path) return current.event_type === 'maintenance_expect_alarm_off' ? 'clear' : 'cause';
  return waiting?.sensor_id === path ? 'comment' : 'ready';
};

/** What a test has to do to a sensor, by what it measures. */
export type TestKind =
  | 'temperature'
  | 'alignment'
  | 'speed'
  | 'plug'
  | 'level'
  | 'current'
  | 'pressure'
  | 'contact'
  | 'state'
  | 'other';

/** By the id of a sensor's picture, which somebody has chosen. */
const kindOfImage: Readonly<Record<number, TestKind>> = {
  1: 'temperature',
  2: 'temperature',
  3: 'alignment',
  4: 'temperature',
  5: 'speed',
  6: 'plug',
  7: 'alignment',
  8: 'current',
  9: 'level',
  10: 'pressure',
  11: 'state',
  12: 'state',
};
const kindOfUnit: Readonly<Record<string, TestKind>> = {
  C: 'temperature',
  F: 'temperature',
  ...Object.fromEntries(['PPM', 'RPM', 'rpm', 'Hz', 'm/s', 'FPM', 'ft/min'].map((unit) => [unit, 'speed'] as const)),
  A: 'current',
  mA: 'current',
  bar: 'pressure',
  psi: 'pressure',
  kPa: 'pressure',
};
/** By the group of a WDC4, whose groups are the same in every unit. */
const kindOfGroup: Readonly<Record<string, TestKind>> = {
  1: 'speed',
  2: 'alignment',
  3: 'alignment',
  5: 'plug',
  6: 'alignment',
  18: 'state',
};

interface Tested {
  readonly type: SensorKind;
  readonly unit: string;
  readonly groupId: string;
}

/** What a sensor measures: by its picture, its type and unit, or its group in a WDC4. */
export const testKindOf = ({ type, unit, groupId }: Tested, image: number | null, isWdc4: boolean): TestKind => {
  const pictured = image === null ? undefined : kindOfImage[image];
  if (pictured) return pictured;
  if (type === 'ENUM') return 'state';
  const group = isWdc4 ? kindOfGroup[groupId] : undefined;
  return type === 'BOOL' ? (group ?? 'contact') : (kindOfUnit[unit] ?? group ?? 'other');
};

/** Kinds at which one reaches into the machine. A speed sensor alarms only while the machine runs. */
export const isTouched = (kind: TestKind): boolean =>
  kind === 'temperature' || kind === 'alignment' || kind === 'plug' || kind === 'contact';
