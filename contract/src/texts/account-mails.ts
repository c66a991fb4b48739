import { defineTexts } from './define-texts.ts';

/** Texts of mails about accounts, invitations, demos and feedback. */
export const texts = defineTexts('account-mails', {
  support: (ways: string): string => `Support: ${ways}`,
  hello: (name: string): string => (name ? `Hello ${name},` : 'Hello,'),
  notYou: 'If this was not you, tell your account manager or support at once.',
  activation: {
    subject: 'Activate your Tocsin account',
    text: 'An account has been created for you. Open the link, read the terms and choose a password.',
    button: 'Activate account',
    validity: 'The link works once, for 7 days.',
  },
  reset: {
    subject: 'Reset your Tocsin password',
    text: 'Somebody asked for a new password for your account. If it was you, open the link and choose one.',
    button: 'Choose a new password',
    validity: 'The link works once, for 24 hours. If you did not ask, nothing has changed and there is nothing to do.',
  },
  newAddress: {
    subject: 'Confirm your new e-mail address',
    text: 'Open the link to use this address for your Tocsin account.',
    button: 'Use this address',
    validity: 'The link works once, for 24 hours.',
  },
  addressChangeRequested: {
    subject: 'A change of your e-mail address was requested',
    text: (email: string): string =>
      `Somebody who is signed in to your account asked to change its address to ${email}.`,
    nothingChanged:
      'Nothing has changed yet. If it was not you, change your password now: this also cancels the request.',
  },
  addressChanged: {
    subject: 'Your e-mail address was changed',
    text: (email: string): string => `Your account now uses ${email}.`,
  },
  passwordChanged: {
    subject: 'Your password was changed',
    text: 'The password of your account was changed, and the sessions that knew the old one have ended.',
    held: (n: number): string =>
      `${n} ${n === 1 ? 'way' : 'ways'} to reach you, added lately, get no messages until you confirm them. E-mail still reaches you.`,
  },
  added: {
    subjects: {
      method: 'A way to reach you was added',
      key: 'An API key was added to your account',
      calendar: 'An address of your duty calendar was made',
    },
    texts: {
      method: (title: string): string =>
        `${title} was added to your account. Once it is verified, it receives the messages that are meant for you.`,
      key: (title: string): string => `The API key ${title} was added. With it a program can read what you may read.`,
      calendar: (): string => 'An address was made at which your duties can be read without signing in.',
    },
    ifNotYou:
      'If this was not you, remove it, change your password and end your other sessions under User Settings. Then tell your account manager or support.',
    button: 'Look at it',
  },
  providerLinked: {
    subject: 'Your account was linked to your organization',
    text: (issuer: string): string => `From now on ${issuer} can sign you in to the client that uses it.`,
  },
  twoFactor: {
    on: {
      subject: 'Two factor set up complete',
      text: 'From now on, you need a second factor to sign in: a code from your authenticator app, or a passkey.',
    },
    added: {
      subject: 'Passkey added',
      text: 'A passkey was added to your account. You can sign in with it, and it also serves as a second factor.',
    },
    removed: {
      subject: 'Passkey removed',
      text: 'A passkey was removed from your account. Your other second factors still work.',
    },
    off: {
      subject: 'Two factor disabled',
      text: 'The second factor of your account was removed. You now sign in with your password alone.',
    },
  },
  contact: {
    subject: (company: string): string => `You are the contact person of ${company}`,
    text: (company: string): string =>
      `You are now the contact person of ${company} in Tocsin and one of its account managers.`,
    button: 'Open Tocsin',
  },
  invitation: {
    subject: (company: string): string => `Invitation to ${company}`,
    text: (invitedBy: string, company: string): string =>
      `${invitedBy} invites you to use your Tocsin account for ${company} as well.`,
    button: 'See the invitation',
    validity: 'The link works once, for 7 days. Until you accept, they see nothing about your account.',
    decline: 'If you do not know them, decline or ignore this e-mail.',
  },
  demoThanks: {
    subject: 'Registered successfully',
    text: 'Thank you for your interest in Tocsin. We will write to you about your demo.',
  },
  demoRequest: {
    subject: (company: string): string => `Demo requested: ${company}`,
    text: 'Somebody has registered for a demo.',
    facts: { name: 'Name', company: 'Company', email: 'E-mail' },
  },
  feedback: {
    subject: (topic: string): string => `Feedback: ${topic}`,
    text: 'Somebody has sent feedback.',
  },
});
