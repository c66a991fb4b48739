import { counted, defineTexts } from './define-texts.ts';
/** Texts of the outgoing mail page. */
export const texts = defineTexts('mailbox', {
  toSettings: 'OEM Setting',
  reload: 'Reload',
  title: 'Outgoing mail',
  noServer: 'No mail server is set (SMTP_URL): e-mails are stored here instead of being sent.',
  search: 'Search by recipient or subject',
  all: 'All',
  states: { queued: 'Queued', sent: 'Sent', failed: 'Failed', mailbox: 'Stored here', cancelled: 'Cancelled' },
  to: 'To',
  subject: 'Subject',
  state: 'State',
  at: 'Written',
  attempts: (count: number): string => counted(count, { one: 'attempt', other: 'attempts' }),
  next: 'next',
  none: 'No e-mail',
  noneText: 'E-mails appear here as soon as the portal creates one.',
  plain: 'Plain text',
  styled: 'As sent',
  withheld:
    'The content is not shown: it was for somebody with a role above yours, or it has been sent and is no longer stored.',
  back: 'All e-mails',
  failed: 'An error occured, please try again!',
});
