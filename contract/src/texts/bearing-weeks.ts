import { counted, defineTexts } from './define-texts.ts';

export const texts = defineTexts('bearing-weeks', {
  title: 'Bearing weeks',
  back: 'Dashboard',
  upTo: (when: string): string => `Five weeks up to ${when}`,
  overAmbient: (ambient: string): string => `Temperature over ambient (${ambient}), only while the machine runs`,
  noAmbient:
    'This device has no sensor with “ambient” in its name: the temperature itself is shown, which also depends on the weather',
  running: (sensor: string): string =>
    `The machine counts as running while ${sensor} is above half of its highest value, from half an hour after the start.`,
  notKnown: 'No sensor shows when the machine runs, so all hours count.',
  none: 'This device has no bearings.',
  noneAbout: 'A bearing is a temperature sensor with “bearing” in its name. Names can be changed under Setting.',
  cut: (shown: number, all: number): string => `The first ${shown} of ${all} bearings are shown.`,
  bearings: 'Bearings',
  thisWeek: 'This week',
  notRun: 'did not run',
  figure: (value: string, error: string): string => `${value} ± ${error}`,
  noChange: 'Nothing to compare with in the four weeks before',
  sister: (figure: string, name: string): string => `${figure} against ${name}`,
  trend: (figure: string): string => `${figure} a week over the five weeks`,
  limit: (value: string): string => `Warning rule above ${value}`,
  noLimit: 'No warning rule with a limit above',
  reached: 'The trend line is at the limit now',
  toLimit: (days: number, span: string): string =>
    `About ${days} days to the limit (${span}) if the trend continues in a straight line`,
  span: (earliest: number, latest: number): string => `${earliest} to ${latest} days`,
  openSpan: (earliest: number): string => `${earliest} days or more`,
  week: (from: string, to: string): string => `${from} to ${to}`,
  verdicts: { hotter: 'Hotter than before', cooler: 'Cooler than before', steady: 'No clear change' },
  hotter: (count: number, all: number): string =>
    count === 0
      ? 'No bearing is clearly hotter than in its weeks before.'
      : `${count} of ${counted(all, { one: 'bearing', other: 'bearings' })} hotter than in the weeks before`,
  next: { hotter: 'Check the bearing, open its graph', other: 'Open its graph' },
  task: 'Make a task',
  todo: (bearing: string, change: string): string => `Check ${bearing}: ${change} against the weeks before`,
  weeksOf: (bearing: string): string => `${bearing} by week`,
  reading: (week: string, figure: string, hours: number): string => `${week}: ${figure}, running ${hours} h`,
  level: (figure: string): string => `Weeks before: ${figure} on average`,
});
