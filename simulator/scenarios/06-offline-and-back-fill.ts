import type { ExpectedEvent, Scenario } from '../src/scenario.ts';
import { bearingHeats } from './01-bearing-heats.ts';

const minute = 60;
/** Scenario 1 while the device is disconnected. */
const insideS = 30 * minute;
const downS = 190 * minute;

const late: readonly ExpectedEvent[] = bearingHeats.expected.map((e) => ({
  ...e,
  atS: e.atS + insideS,
  // The clock's offset is measured, so a second or two remain.
  withinS: e.withinS + 3,
  late: true,
}));

/**
 * The connection is lost for 3 h 10 min; then history is sent oldest first at 20 times its rate, beside live frames.
 * The clock is 90 s ahead.
 */
export const offlineAndBackFill: Scenario = {
  number: 6,
  variant: '',
  title: 'Offline and back-fill',
  devices: [{ key: 'leg', type: '0300', ambientC: 20, running: true, clockMs: 90_000 }],
  rules: bearingHeats.rules,
  leadS: 120,
  durationS: downS + 25 * minute,
  script: [
    { atS: 0, device: 'leg', action: { do: 'link-down' } },
    ...bearingHeats.script.map((s) => ({ ...s, atS: s.atS + insideS })),
    { atS: 120 * minute, device: 'leg', action: { do: 'start' } },
    { atS: downS, device: 'leg', action: { do: 'link-up' } },
  ],
  expected: [
    { atS: 60, withinS: 4, device: 'leg', type: 'device_offline', sensor: null },
    { atS: downS, withinS: 4, device: 'leg', type: 'device_online', sensor: null },
    ...late,
  ],
  notified: 2,
  mailed: 2,
  toasts: 2,
  mails: 2,
};
