import { contactWhenLabels, type RuleEvent, ruleEventLabels } from '../email-rules.ts';
import { counted, defineTexts, plural } from './define-texts.ts';

const events: Readonly<Record<RuleEvent, string>> = ruleEventLabels;

/** Texts of the e-mail rule pages. Texts quoted in docs/spec/administration.md are letter for letter. */
export const texts = defineTexts('email-rules', {
  title: 'Settings - E-mail Notifications',
  add: '+ ADD',
  filter: 'Filter by email or device',
  reset: 'Reset',
  mine: 'My rules',
  everybody: "Everybody's rules",
  whose: 'Whose rules',
  columns: {
    method: 'DELIVERY METHOD',
    type: 'TYPE',
    contact: 'CONTACT YOU',
    devices: 'DEVICES',
    person: 'PERSON',
  },
  change: 'Change',
  inactive: 'Off',
  allDevices: 'All Devices',
  noAccess: (title: string): string => `${title} (no access)`,
  moreDevices: (count: number): string => `and ${count} more`,
  smart: (count: number): string => `At most ${count} an hour for each sensor`,
  after: (minutes: number): string =>
    `Notify if the alarm is not cleared after ${counted(minutes, { one: 'minute', other: 'minutes' })}`,
  every: (hours: number): string =>
    `Notify every ${plural(hours, { one: 'hour', other: `${hours} hours` })} if the alarm is not cleared`,
  empty: 'No e-mail rules yet. A rule sends alarms and warnings of chosen devices to a person by e-mail.',
  emptyFound: 'No rule matches the filter',
  failed: 'An error occured, please try again!',

  addTitle: 'Settings - Add E-mail Notification',
  editTitle: 'Settings - Edit E-mail Notification',
  back: 'E-mail Notifications',
  form: {
    method: { label: 'Delivery method', missing: 'Please select your delivery method' },
    toAlternative: 'Send to alternative',
    alternative: {
      label: 'Alternative contact',
      missing: 'Please input your alternative contact',
      invalid: 'The input is not valid E-mail!',
    },
    type: { label: 'Event type', missing: 'Please select your type' },
    smart: 'Smart notify',
    smartHelp:
      'Limits the e-mails for each sensor. Events above the limit are sent together in one e-mail as soon as the limit allows it.',
    perHour: { label: 'Number per hour', tooSmall: 'Ensure this value is greater than or equal to 0.' },
    contactWhen: { label: 'Contact when', missing: 'Please select your type' },
    x: { minutes: 'X (minutes)', hours: 'X (hours)', tooSmall: 'X must be at least 1' },
    devices: 'Devices',
    allDevices: 'All Devices',
    search: 'Search devices or sites',
    noDevices: 'No devices',
    noneFound: 'No device has this name',
    noneChosen: 'Please select All Devices or select one of devices!',
    active: 'This rule is on',
    save: 'SAVE',
    update: 'UPDATE',
  },
  events,
  when: contactWhenLabels,
  mails: {
    title: 'E-mails of this rule',
    about: (contact: string): string => `Sent to ${contact}, newest first.`,
    test: 'Send test e-mail',
    tested: (to: string): string => `Test e-mail sent to ${to}`,
    empty: 'This rule has not sent any e-mail yet.',
    states: { queued: 'Waiting', sent: 'Sent', failed: 'Failed', mailbox: "In the portal's mailbox" },
    attempts: (count: number): string => `tried ${plural(count, { one: 'once', other: `${count} times` })}`,
    columns: { subject: 'SUBJECT', to: 'TO', state: 'STATE', made: 'CREATED', sent: 'SENT' },
  },
  remove: 'REMOVE',
  removeAsk: 'Remove this e-mail rule?',
  removeAbout: (contact: string): string => `${contact} no longer gets e-mails from this rule.`,
  added: 'E-mail rule added',
  updated: 'E-mail rule updated',
  removed: 'E-mail rule removed',
});
