import type { DeviceState } from '../devices.ts';
import type { Priority } from '../priority.ts';
import type { Severity } from '../status.ts';
import { counted, defineTexts } from './define-texts.ts';

const severities: Readonly<Record<Severity, string>> = {
  alarm: 'Alarm',
  warning: 'Warning',
  lost: 'Lost node',
  offline: 'Offline',
  'no-data': 'No data',
  'not-scanned': 'Not Scanned',
  stale: 'Stale',
  ok: 'OK',
  disabled: 'Disabled',
};

const priorities: Readonly<Record<Priority, string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};

/** Texts of the display states (docs/spec/administration.md, section 2.4). */
const deviceStates: Readonly<Record<DeviceState, string>> = {
  Active: 'Active',
  Suspended: 'Suspended',
  Offline: 'Offline',
};

/** Words of statuses and severities, the same on every screen. */
export const texts = defineTexts('status', {
  severities,
  priorities,
  priority: 'Priority',
  deviceStates,
  off: 'Off',
  on: 'On',
  /** How many sensors of a group have a status that is not normal. */
  counts: {
    alarm: (count: number): string => counted(count, { one: 'alarm', other: 'alarms' }),
    warning: (count: number): string => counted(count, { one: 'warning', other: 'warnings' }),
    lost: (count: number): string => `${count} lost`,
    offline: (count: number): string => `${count} offline`,
    'no-data': (count: number): string => `${count} without data`,
    'not-scanned': (count: number): string => `${count} not scanned`,
    stale: (count: number): string => `${count} stale`,
  },
});
