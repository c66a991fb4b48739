import { defineTexts } from './define-texts.ts';

/** Texts of the mails that e-mail rules send about alarms, warnings and other events. */
export const texts = defineTexts('event-mails', {
  words: {
    alarm_on: 'ALARM',
    alarm_off: 'Alarm cleared',
    warning_on: 'WARNING',
    warning_off: 'Warning cleared',
    device_offline: 'OFFLINE',
    device_online: 'Online again',
  },
  test: (word: string): string => `TEST: ${word}`,
  acknowledgedBy: (who: string): string => `acknowledged by ${who}`,
  late: 'late',
  chattering: (first: string, more: number, last: string): string =>
    `${first} · and ${more} more of the same, the last: ${last}`,
  at: (word: string, moment: string): string => `${word} at ${moment}`,
  facts: {
    client: 'Client',
    site: 'Site',
    device: 'Device',
    sensor: 'Sensor',
    value: 'Value',
    state: 'State',
    time: 'Time',
    priority: 'Priority',
    respondWithin: 'Respond within',
    lasted: 'Lasted',
    acknowledgedBy: 'Acknowledged by',
    note: 'Note',
  },
  minutes: (count: number): string => `${count} min`,
  todo: (place: string, text: string): string => `${place}: ${text}`,
  lateNote: 'Sent late: the device reported this after it happened.',
  reasons: {
    now: '',
    still: 'It is still on.',
    reminder: 'Reminder: it is still on.',
    held: 'These were held back by the limit of this rule (e-mails per hour and sensor).',
  },
  heading: (isStillOn: boolean, count: number, head: string): string =>
    `${isStillOn ? 'Still on: ' : ''}${count > 1 ? `${count} notifications, first: ` : ''}${head}`,
  subject: (heading: string, site: string): string => `${heading} (${site})`,
  nothingOn: 'None of this is still on.',
  stillOn: (places: string): string => `Still on: ${places}`,
  button: 'Open this moment',
  emergencyContact: 'Emergency contact',
  support: 'Support',
  sentBy: (url: string): string => `Sent by your e-mail rule: ${url}`,
  testMail: {
    subject: 'Tocsin test e-mail',
    heading: 'Test e-mail',
    text: (by: string): string => `${by} asked for this test. Mails from this e-mail rule arrive here.`,
    button: 'Open the rule',
  },
});
