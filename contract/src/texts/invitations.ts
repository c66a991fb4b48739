import { counted, defineTexts } from './define-texts.ts';
/** Texts about invitations to other clients. */
export const texts = defineTexts('invitations', {
  invites: (by: string, company: string): string =>
    by === '' ? `You are invited to ${company}.` : `${by} invites you to ${company}.`,
  needsMailbox: 'Open the link in the invitation e-mail to accept: this confirms that the mailbox is yours.',
  accept: 'Accept',
  decline: 'Decline',
  declineAsk: (company: string): string => `Decline the invitation to ${company}?`,
  declineAbout: 'They see that you declined, but nothing about your account.',
  more: (count: number): string => counted(count, { one: 'more invitation', other: 'more invitations' }),
  failed: 'Your answer could not be saved. Please try again.',
  locked: (companies: string): string => `${companies}: a second factor is required to open this client.`,
  setUp: 'Set up two-factor authentication',
  page: {
    title: 'Invitation',
    to: (company: string): string => `Invitation to ${company}`,
    about: (by: string, company: string, email: string): string =>
      `${by === '' ? 'Somebody' : by} invites you to use your Tocsin account ${email} for ${company} as well.`,
    privacy: 'Until you accept, they see nothing about your account.',
    expires: (day: string): string => `Valid until ${day}.`,
    password:
      'Accepting sets a new password and ends the account’s sessions, API keys and second factor: the account’s mailbox has not been confirmed yet.',
    agree: 'I have read the terms and agree to them',
    acceptWithPassword: 'SET PASSWORD AND ACCEPT',
    gone: 'This invitation is no longer valid. Ask the person who sent it for a new one.',
    accepted: 'Invitation accepted. Choose the client on the Clients page.',
    acceptedSignIn: 'Invitation accepted. Sign in to open the client.',
    declined: 'Invitation declined.',
    home: 'Open Tocsin',
  },
});
