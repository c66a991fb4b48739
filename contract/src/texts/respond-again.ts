import { defineTexts } from './define-texts.ts';
/** Texts of the mail about an acknowledged alarm that is still active after its time to respond. */
export const texts = defineTexts('respond-again', {
  subject: (what: string): string => `STILL ACTIVE: ${what}`,
  text: (minutes: number): string =>
    `You acknowledged this alarm. It is still active, and its time to respond of ${minutes} min is over.`,
  next: (minutes: number): string =>
    `Comment on it in the log within ${minutes} min if you are dealing with it. Otherwise it needs a new acknowledgement, and its escalation policies notify people from their first step.`,
  facts: { site: 'Site', since: 'Active since', acknowledged: 'Acknowledged' },
  button: 'Open the log',
  foot: 'You get this mail because you acknowledged the alarm.',
  /** Who the audit log names. */
  by: 'Time to respond',
  reason: (minutes: number): string =>
    `Still active ${minutes} min after the acknowledgement, and nobody commented on the reminder.`,
});
