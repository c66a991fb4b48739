import { defineTexts } from './define-texts.ts';

/** The person's page 'My notifications', and what its calls refuse. */
export const texts = defineTexts('contact-methods', {
  tooMany: (most: number): string => `You have ${most} methods already. Remove one first.`,
  noPushHere: 'Browsers receive notifications only from an address that begins with https://, or from localhost.',
  noSms: 'The operator has not connected an SMS gateway.',
  noPlainHttp: 'Without https only addresses of WEBHOOK_NETWORKS are allowed.',
  isVerified: 'This method is verified already.',
  isNotVerified: 'Verify this method first.',
  wrongCode: 'This code is wrong or too old. Have a new one sent.',
});
