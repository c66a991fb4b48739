import { defineTexts } from './define-texts.ts';

const list = (names: readonly string[]): string => names.join(', ');

/** Texts of the mails of escalation policies. */
export const texts = defineTexts('escalation-mails', {
  why: (policy: string, names: readonly string[]): string =>
    `Nobody has acknowledged this yet. The escalation policy “${policy}” notifies ${list(names)} now.`,
  whyTest: (policy: string, names: readonly string[]): string =>
    `Nobody has acknowledged this test yet. The escalation policy “${policy}” notifies ${list(names)} now.`,
  testSubject: (policy: string): string => `TEST: escalation policy “${policy}”`,
  testNotice:
    'This is a test of the escalation policy. Nothing happened at your plant. Acknowledge it as you would an alarm.',
  subject: (policy: string): string => `Not acknowledged: escalation policy “${policy}”`,
  notWritten: 'What happened could not be written into this mail. Open Tocsin to see it.',
  notReached: (names: readonly string[]): string => `Could not be notified: ${list(names)}.`,
  next: (minutes: number): string =>
    minutes === 1
      ? 'Unless somebody acknowledges, the next step follows in 1 minute.'
      : `Unless somebody acknowledges, the next step follows in ${minutes} minutes.`,
  button: 'Acknowledge',
  linkNote:
    'The page that opens has one button, and nothing is acknowledged before you press it. It needs no sign-in, works once, only for this message and for at most 24 hours. Do not pass it on.',
  sentBy: (policy: string, url: string): string => `Sent by the escalation policy “${policy}”: ${url}`,
  nobodyAcknowledged: (policy: string): string =>
    `Every step of the escalation policy “${policy}” has been taken, and nobody has acknowledged. You get this mail because you are the emergency contact of this client.`,
  gathered: (count: number): string =>
    `${count === 1 ? 'This event is' : `These ${count} events are`} not acknowledged yet. You get one mail for all of them, because escalation policies sent you ten within ten minutes.`,
  openLog: 'Open the log',
  sentByPolicies: (url: string): string => `Sent by escalation policies: ${url}`,
  nobodySubject: (subject: string): string => `Nobody acknowledged: ${subject}`,
});
