import { counted, defineTexts } from './define-texts.ts';
export const texts = defineTexts('historical', {
  banner: 'This is a historical snapshot, the data is not live',
  back: 'Back to live',
  snapshotOf: 'Snapshot of',
  toGraph: (name: string): string => `Graph of ${name} around this moment`,
  none: 'Nothing is stored at or after this time.',
  failed: 'An error occured, please try again!',
  notAllowed: 'You do not have access to this device.',
  title: 'Historical search',
  empty: 'Historical list is empty!',
  records: 'Stored states from then on',
  hint: 'All stored states from the chosen time on. Choose one to see the dashboard as it was.',
  count: (n: number): string => counted(n, { one: 'record', other: 'records' }),
  firstOf: (n: number): string => `First ${n.toLocaleString('en-US')} records`,
  calendar: 'Alarms and warnings by day',
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  month: (month: string): string =>
    new Date(`${month}-15T12:00:00Z`).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  monthBefore: 'Month before',
  monthAfter: 'Next month',
  dayCounts: (day: string, counts: { alarm: number; warning: number; offline: number } | undefined): string =>
    counts === undefined
      ? day
      : [
          day,
          counts.alarm > 0 ? counted(counts.alarm, { one: 'alarm', other: 'alarms' }) : '',
          counts.warning > 0 ? counted(counts.warning, { one: 'warning', other: 'warnings' }) : '',
          counts.offline > 0 ? `offline ${counted(counts.offline, { one: 'time', other: 'times' })}` : '',
        ]
          .filter((text) => text !== '')
          .join(', '),
  day: 'Events of the day',
  sameSecond: (ms: number): string => `+${ms} ms`,
  dayCount: (n: number): string => (n === 0 ? 'nothing happened' : counted(n, { one: 'event', other: 'events' })),
  quietDay: 'No alarms, warnings or offline times on this day.',
  moreOfDay: (n: number): string => `${n.toLocaleString('en-US')} more: see the log.`,
  goTo: (time: string): string => `Go to ${time}`,
  lastAlarm: 'Last alarm',
  noEvents: 'The events of this month could not be loaded.',
  cutMonth: 'Only the newest 1,000 events of this month are shown.',
  player: 'Playback',
  slider: 'Moment',
  hourBack: 'One hour back',
  hourOn: 'One hour forward',
  stepBack: 'Previous frame',
  stepOn: 'Next frame',
  play: 'Play',
  pause: 'Pause',
  speed: 'Speed',
  speeds: (n: number): string => `${n}x`,
  newest: 'This is the newest record.',
});
