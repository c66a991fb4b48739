/** Outgoing mail: written as a letter, enqueued in a transaction, sent by a job (docs/decisions/0003-mail.md). */
export { type Block, type MailContent, renderMail, type Tone } from './mail/mail-layout.ts';
export { createMailer, type Mailer, type MailGate, mailsAtOnce } from './mail/sender.ts';
export {
  deleteOldMails as forgetMails,
  enqueueMail,
  findMail,
  listMails,
  type NewMail,
} from './mail/store.ts';
