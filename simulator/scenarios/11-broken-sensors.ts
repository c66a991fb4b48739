import type { Scenario, Step } from '../src/scenario.ts';

const lie = (
  sensor: string,
  value: number | string | null,
  fromS: number,
  toS: number,
  state = '',
  alarm = false,
): Step[] => [
  { atS: fromS, device: 'leg', action: { do: 'report', sensor, value, state, alarm } },
  { atS: toS, device: 'leg', action: { do: 'honest', sensor } },
];

/**
 * Sentinels, strings and invalid values in NUMERIC sensors: the frame is accepted, and only the open circuit that the
 * device reports as one raises an alarm.
 */
export const brokenSensors: Scenario = {
  number: 11,
  variant: '',
  title: 'Broken sensors',
  devices: [{ key: 'leg', type: '0300', ambientC: 20, running: true }],
  rules: [{ device: 'leg', sensor: '4.4000', sign: '>', value: 65, delayS: 60 }],
  leadS: 120,
  durationS: 180,
  script: [
    ...lie('4.4000', 888.8, 0, 30),
    ...lie('4.4001', -88.8, 0, 60),
    ...lie('4.4002', null, 0, 60, 'Open circuit', true),
    ...lie('4.4003', 'NaN', 0, 60),
    ...lie('1.1000', 1e9, 0, 60),
    ...lie('7.7000', 'warm', 0, 60),
    // Two frames without a value do not make a sensor missing yet.
    ...lie('7.7001', null, 0.5, 4.3),
  ],
  expected: [
    { atS: 1, withinS: 2, device: 'leg', type: 'alarm_on', sensor: '4.4002', content: 'Open circuit' },
    { atS: 61, withinS: 2, device: 'leg', type: 'alarm_off', sensor: '4.4002' },
  ],
  notified: 2,
  mailed: 2,
  toasts: 2,
  mails: 2,
};
