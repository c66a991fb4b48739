import { counted, defineTexts } from './define-texts.ts';
/** Texts about sites, devices and sensors that are out of service. */
export const texts = defineTexts('out-of-service', {
  outOfService: 'Out of service',
  noReason: 'no reason given',
  review: (when: string): string => `Out of service, review ${when}`,
  more: (n: number): string => `and ${n} more`,
  /** Under a suspended device, site or sensor. */
  about: (reason: string, by: string, until: string): string =>
    `${reason}${by === '' ? '' : `, ${by}`}; review ${until}`,
  overdue: (until: string): string => `Review was due ${until}`,
  form: {
    reason: 'Reason',
    reasonMissing: 'Please input the reason',
    tooLong: 'Ensure this field has no more than 1000 characters.',
    review: 'Review date',
    reviewMissing: 'Please select the review date',
    reviewAbout: 'At most 90 days ahead. From then on the managers of the site are reminded daily.',
  },
  sensor: {
    take: 'Take out of service',
    takeAsk: (device: string): string => `Take a sensor of ${device} out of service?`,
    takeAbout:
      'Its events are still evaluated and stored, but nobody is notified of them, not even of alarms. The device still stops the machine by itself.',
    taken: 'Sensor is out of service',
    back: 'Return to service',
    backAsk: (name: string): string => `Return ${name} to service?`,
    backAbout: 'Its alarms send notifications again, including one for each alarm that is active now.',
    label: 'Sensor',
    pick: 'Please select your sensor',
    takeOne: (device: string): string => `Take a sensor of ${device} out of service`,
  },
  returned: 'Back in service',
  pageAbout:
    'Nobody is notified of their alarms. From the review date on, the managers of the site are reminded daily.',
  extend: 'Extend',
  extendAsk: (name: string): string => `Extend ${name} out of service?`,
  extendAbout: 'Enter a new reason and a new review date. It stays out of service.',
  extended: 'Review date changed',
  page: {
    title: 'Out of service',
    empty: 'Nothing is out of service.',
    what: 'What',
    reason: 'Reason',
    by: 'By',
    review: 'Review',
    failed: 'The list could not be loaded.',
  },
  mail: {
    subject: (site: string, count: number): string =>
      `${site}: ${counted(count, { one: 'out-of-service review', other: 'out-of-service reviews' })} overdue`,
    text: (site: string): string => `These are out of service at ${site}, and their review date has passed:`,
    fact: (reason: string, by: string, day: string): string =>
      `${reason}${by === '' ? '' : ` (${by})`}, review was due ${day}`,
    todo: 'Nobody is notified of their alarms. Return them to service, or extend the time with a reason and a new review date.',
    button: 'Open the list',
    foot: (site: string): string => `You get this mail once a day because you manage ${site}.`,
  },
});
