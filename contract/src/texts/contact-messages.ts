import { defineTexts } from './define-texts.ts';

/** What push notifications, SMS and personal webhooks say. */
export const texts = defineTexts('contact-messages', {
  test: 'TEST',
  acknowledge: 'Acknowledge',
  acknowledged: 'Acknowledged',
  notAcknowledged: 'Not acknowledged. Open it in Tocsin.',
  confirm: 'I see it',
  reply: (code: string): string => `Reply ${code} to acknowledge.`,
  whatToDo: 'Do',
  since: (when: string): string => `since ${when}`,
  gathered: (count: number): string => `${count} more events`,
  gatheredAbout: 'Too many to send one by one. Open the log.',
  checkTitle: 'Tocsin: is this you?',
  checkAbout: (code: string): string => `Your code is ${code}. It is valid for 15 minutes.`,
  checkPush: 'Press to receive alarms in this browser.',
  testTitle: 'Tocsin: test message',
  testAbout: 'You requested this test. Nothing happened at your plant.',
});
