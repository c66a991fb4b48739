import { defineTexts } from './define-texts.ts';
/** Texts of the mail about an acknowledged alarm that is still active after its time to respond. */
export const texts = defineTexts('respond-again', {
  subject: (what: string): string => `STILL ACTIVE: ${what}`,
  text: (minutes: number): string =>
    `You acknowledged this alarm. It is still active, and its time to respond of ${minutes} min is over.`,
  facts: { site: 'Site', since: 'Active since', acknowledged: 'Acknowledged' },
  button: 'Open the log',
  foot: 'You get this mail once because you acknowledged the alarm.',
});
