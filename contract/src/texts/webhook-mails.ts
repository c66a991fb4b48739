import { defineTexts } from './define-texts.ts';

/** The mail to managers when the receiver of a webhook is gone. */
export const texts = defineTexts('webhook-mails', {
  subject: (title: string): string => `Webhook “${title}” was turned off`,
  what: (origin: string): string => `Its receiver at ${origin} answered 410 (Gone): it accepts no more messages.`,
  meaning:
    'This webhook sends nothing any more, not even for escalation policies that name it. Correct its address and turn it on again, or remove it. Events that occur meanwhile are not sent later.',
  open: 'Open webhooks',
  foot: (place: string): string => `You get this mail because you manage ${place}.`,
});
