import type { Scenario } from '../src/scenario.ts';

/** A belt that touches its switch now and then: one alarm, not ninety and not none. */
export const misalignmentChatter: Scenario = {
  number: 2,
  variant: '',
  title: 'Misalignment chatter',
  devices: [{ key: 'leg', type: '0300', ambientC: 20, running: true }],
  rules: [],
  leadS: 120,
  durationS: 120,
  script: [
    {
      atS: 0,
      device: 'leg',
      action: {
        do: 'drive',
        sensor: '3.3000',
        curve: {
          kind: 'toggle',
          phases: [
            { lowS: 0.6, highS: 0.4, forS: 30 },
            { lowS: 0.3, highS: 0.7, forS: 60 },
          ],
          after: 1,
        },
      },
    },
  ],
  expected: [
    { atS: 2.6, withinS: 0.3, device: 'leg', type: 'alarm_on', sensor: '3.3000', content: 'Misaligned' },
    { atS: 31.8, withinS: 0.3, device: 'leg', type: 'alarm_off', sensor: '3.3000' },
  ],
  notified: 2,
  mailed: 2,
  toasts: 2,
  mails: 2,
};
