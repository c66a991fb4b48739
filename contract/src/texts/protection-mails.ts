import { counted, defineTexts } from './define-texts.ts';

const entries = (n: number): string => counted(n, { one: 'entry', other: 'entries' });
const tests = (n: number): string => counted(n, { one: 'proof test is', other: 'proof tests are' });

/** Texts of the weekly mail about what does not protect, the monthly one of protected hours, and the reminder of overdue proof tests. */
export const texts = defineTexts('protection-mails', {
  weekly: {
    subject: (site: string, n: number): string =>
      n === 0 ? `${site}: everything is protecting` : `${site}: ${entries(n)} not protecting`,
    none: 'Everything is protecting: no sensor or device is shelved, out of service, disabled, offline, overdue or suspected dead.',
    some: (n: number, site: string): string => `${entries(n)} at ${site} would not warn you now.`,
    made: (time: string, zone: string): string => `As of ${time} (${zone}).`,
    share: 'Proven alive in 30 days',
    shareOf: (share: number, proven: number, all: number): string => `${share} % (${proven} of ${all} sensors)`,
    line: (kind: string, what: string, why: string): string => `${kind}: ${what}. ${why}`,
    more: (n: number): string => `and ${n} more`,
    button: 'Open the list',
    csv: (url: string): string => `As CSV: ${url}`,
  },
  monthly: {
    none: (site: string, month: string): string => `${site}: no running hours in ${month}`,
    about: (month: string): string =>
      `Protected hours of ${month}: running hours in which every required sensor could have warned somebody.`,
    line: (device: string, what: string): string => `${device}: ${what}`,
    button: 'Open protected hours',
  },
  overdue: {
    subject: (site: string, n: number): string => `${site}: ${tests(n)} overdue`,
    about: (n: number, site: string, days: number): string =>
      `${tests(n)} overdue at ${site}. The interval is ${counted(days, { one: 'day', other: 'days' })}.`,
    line: (what: string, last: string): string => `${what}: last passed ${last}`,
    button: 'Open proof tests',
  },
  reason: 'You get this mail because you manage this site. You can turn it off in your settings.',
  setting:
    'Weekly mail about what does not protect, monthly mail of protected hours, and reminders of overdue proof tests',
  settingHelp:
    'For the sites that you manage, every Monday and on the first of each month at 07:00 local time of the site.',
  saved: 'Setting saved.',
});
