import { defineTexts } from './define-texts.ts';

/** The page of a message's one-use link. */
export const texts = defineTexts('message-link', {
  title: 'Acknowledge',
  loading: 'Loading the alarm',
  unknownTitle: 'This link does not work',
  unknown:
    'This link belongs to none of your messages, or you no longer have access to the device. Sign in to see what is active.',
  failed: 'The alarm could not be loaded.',
  again: 'Try again',
  to: (name: string): string => `Sent to ${name}`,
  active: 'Active',
  test: 'Test: nothing happened at the plant',
  cleared: 'Cleared',
  facts: { site: 'Site', device: 'Device', sensor: 'Sensor', since: 'Since', priority: 'Priority' },
  comment: 'Comment (optional)',
  button: 'Acknowledge',
  help: 'You confirm that you have seen it and are dealing with it. Nobody else is notified after that.',
  by: (who: string, at: string): string => `Acknowledged by ${who}, ${at}`,
  used: 'You acknowledged it with this link.',
  late: 'Somebody else has already acknowledged it. There is nothing left to do here.',
  expired: 'This link is older than 24 hours. Sign in to acknowledge.',
  signIn: 'Open the portal',
});
