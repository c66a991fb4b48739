import { defineTexts } from './define-texts.ts';

/** The mail to managers when the receiver of a webhook is gone. */
export const texts = defineTexts('webhook-mails', {
  subject: (title: string): string => `Webhook “${title}” was turned off`,
  what: (origin: string): string => `Its receiver at ${origin} answered 410 (Gone): it wants no more messages.`,
  meaning:
    'Nothing is sent by this webhook any more, also not by escalation policies that name it. Correct its address and turn it on again, or remove it. Events of the meantime are not sent later.',
  open: 'Open webhooks',
  foot: (place: string): string => `You get this mail because you manage ${place}.`,
});
