import { counted, defineTexts } from './define-texts.ts';

const minutes = (count: number): string => counted(count, { one: 'minute', other: 'minutes' });

/** Texts about priorities and how to respond to an alarm. */
export const texts = defineTexts('responses', {
  title: (device: string): string => `${device} - Edit Priorities and Responses`,
  hint: 'What people read when this sensor raises an alarm. A warning rule can have its own text under More.',
  more: 'More: priority and response',
  priority: 'Priority',
  usualPriority: 'Usual',
  ofSensor: (word: string): string => `Same as its sensor: ${word}`,
  likelyCause: 'Likely cause',
  consequence: 'Consequence',
  whatToDo: 'What to do',
  respondWithin: 'Respond within (min)',
  respondWithinText: (count: number): string => `Respond within ${minutes(count)}`,
  inherit: 'Same as its sensor',
  wrongMinutes: 'Enter a whole number of minutes from 1 to 10080.',
  empty: 'There are no sensors yet.',
  gone: 'no longer listed by the device',
  set: 'Priority and response',
  alsoFor: (count: number): string => `Use for ${counted(count, { one: 'sensor', other: 'sensors' })} without a text`,
  alsoForAbout: 'Those listed here; the search narrows the list. Nothing is stored before you save.',
  exportCsv: 'Export CSV of the site',
  importCsv: 'Import CSV of the site',
  imported: (count: number): string =>
    count === 0 ? 'Nothing in the file differs.' : `${counted(count, { one: 'entry', other: 'entries' })} changed`,
  button: 'What to do',
  none: 'Nobody has written down how to respond to this alarm.',
  loading: 'Loading',
  failed: 'The response text could not be loaded.',
  writeOne: 'Write it',
  details: 'Details',
  detailsOf: (what: string): string => `How to respond: ${what}`,
  register: 'Alarm register',
});
