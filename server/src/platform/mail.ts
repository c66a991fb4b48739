/** Outgoing mail: written as a letter, enqueued in a transaction, sent by server/src/notify/4-deliver/mail (docs/decisions/0003-mail.md). */
export { type Block, type MailContent, renderMail, type Tone } from './mail/mail-layout.ts';
export {
  deleteOldMails as forgetMails,
  enqueueMail,
  findMail,
  listMails,
  type NewMail,
  pendingMailChannel,
  shownState,
} from './mail/store.ts';
