import { counted, defineTexts } from './define-texts.ts';

/** Texts of a site's list of alarms, rules, priorities and response texts, on the page and printed. */
export const texts = defineTexts('alarm-register', {
  title: 'Alarm register',
  documentTitle: (site: string): string => `Alarm register, ${site}`,
  made: (time: string, zone: string): string => `Created ${time}, ${zone}.`,
  approvedBy: (who: string, at: string): string => `Approved by ${who} on ${at}`,
  notApproved: 'Not approved yet',
  differences: (count: number): string =>
    count === 0
      ? 'Nothing has changed since the approval.'
      : `${counted(count, { one: 'difference', other: 'differences' })} since the approval`,
  kinds: { added: 'Added', removed: 'Removed', changed: 'Changed' },
  change: (field: string, old: string, fresh: string): string => `${field}: '${old}' is now '${fresh}'`,
  fields: {
    device: 'device',
    sensor: 'sensor',
    rule: 'rule',
    priority: 'priority',
    likely_cause: 'likely cause',
    consequence: 'consequence',
    what_to_do: 'what to do',
    respond_within_minutes: 'respond within (min)',
  },
  columns: {
    limit: 'Limit and delay',
    alarm: 'Alarm',
    priority: 'Priority',
    within: 'Within',
    todo: 'What to do',
    cause: 'Likely cause',
    consequence: 'Consequence',
    device: 'Device',
  },
  ofRule: (sensor: string, rule: string): string => `${sensor}: ${rule}`,
  ownAlarm: 'Limit set in the device',
  usual: 'Usual',
  unset: '(by default)',
  unused: 'Nothing is wired to it.',
  writeOne: (count: number): string => `Write one text for ${count}`,
  minutes: (count: number): string => `${count} min`,
  below: 'See below the table.',
  csv: 'CSV',
  pdf: 'PDF',
  approve: 'Approve this list',
  approveAbout: (count: number): string =>
    `You confirm ${counted(count, { one: 'entry', other: 'entries' })} with priority and response as shown.`,
  comment: 'Comment',
  approved: 'The list is approved',
  changed: 'The list has changed since you opened it. Review it again before you approve it.',
  empty: 'The devices of this site have not reported their sensors yet.',
  missing: (count: number, all: number): string =>
    count === 0
      ? 'Every alarm has a response text.'
      : `${count} of ${counted(all, { one: 'alarm', other: 'alarms' })} without a response text`,
  shown: 'Shown alarms',
  all: (count: number | undefined): string => `All ${count ?? '–'}`,
  onlyMissing: (count: number | undefined): string => `No response text ${count ?? '–'}`,
  search: 'Search alarms and texts',
  nothingFound: 'No alarm matches.',
  noResponse: 'No response text',
  moreMissing: (count: number): string => `${count} more without a response text`,
  write: 'Write',
  writeFor: (sensor: string): string => `Write the response text of ${sensor}`,
});
