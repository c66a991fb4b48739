import { defineTexts } from './define-texts.ts';
/** Texts of the page on which a client decides how its people sign in. */
export const texts = defineTexts('client-sign-in', {
  title: (company: string): string => `${company} - Sign-in`,
  back: 'Edit client',
  failed: 'An error occured, please try again!',
  sessions: {
    title: 'Sessions',
    about:
      'Limits for the people of this client. A person who belongs to several clients gets the strictest limits of all of them. Operator staff and wall displays are not affected.',
    idle: 'End a session without input after (minutes)',
    idleHelp: '5 to 1440. Empty: after 24 hours without any use; an open page counts as use.',
    lifetime: 'End every session after (hours)',
    lifetimeHelp: '1 to 2160. Empty: after 90 days.',
    number: 'Sessions of one person at a time',
    numberHelp: '1 to 100; a further sign-in ends the session used least recently. Empty: unlimited.',
    save: 'SAVE',
    saved: 'Session limits saved',
  },
});
