import type { Trx } from '../../platform/audit.ts';
import { type Block, enqueueMail, writeLetter } from '../../platform/mail.ts';
import type { AccountsDependencies, Contacts } from './dependencies.ts';

export interface Receiver {
  /** null: a visitor. */
  readonly userId: number | null;
  readonly email: string;
  readonly name: string;
}

type MailDependencies = Pick<AccountsDependencies, 'clock' | 'publicUrl' | 'contacts'>;

const contactLines = ({ support_address, support_phone, support_email }: Contacts): string[] => {
  const ways = [support_phone, support_email, support_address].filter((way) => way !== '');
  return ways.length > 0 ? [`Support: ${ways.join(', ')}`] : [];
};

const safety = 'Tocsin displays the state of your plant. It is not a safety system.';

/** Enqueues one of the account mails in the caller's transaction. */
const send = async (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  subject: string,
  blocks: readonly Block[],
): Promise<void> => {
  const foot = [...contactLines(await dependencies.contacts()), `${dependencies.publicUrl}/`, safety];
  const hello: Block = { kind: 'text', text: to.name ? `Hello ${to.name},` : 'Hello,' };
  const { html, text } = await writeLetter({ heading: subject, blocks: [hello, ...blocks], foot });
  const mail = { kind: 'account', to: to.email, subject, html, text, userId: to.userId } as const;
  await enqueueMail(trx, mail, new Date(dependencies.clock.now()));
};

const text = (line: string): Block => ({ kind: 'text', text: line });
const quiet = (line: string): Block => ({ kind: 'quiet', text: line });
const notYou = quiet('If this was not you, tell your account manager or support at once.');

export const mailActivationLink = (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  token: string,
): Promise<void> =>
  send(dependencies, trx, to, 'Activate your Tocsin account', [
    text('An account has been made for you. Open the link, read the terms, choose a password, and you are in.'),
    { kind: 'button', label: 'Activate account', url: `${dependencies.publicUrl}/register/activate/${token}` },
    quiet('The link works once, for 7 days.'),
  ]);

export const mailResetLink = (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  uid: number,
  token: string,
): Promise<void> =>
  send(dependencies, trx, to, 'Reset your Tocsin password', [
    text('Somebody asked for a new password for your account. If it was you, open the link and choose one.'),
    {
      kind: 'button',
      label: 'Choose a new password',
      url: `${dependencies.publicUrl}/password/reset/key/${uid}-${token}`,
    },
    quiet('The link works once, for 24 hours. If you did not ask, nothing has changed and there is nothing to do.'),
  ]);

export const mailEmailLink = (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  uid: number,
  token: string,
): Promise<void> =>
  send(dependencies, trx, to, 'Confirm your new e-mail address', [
    text('Open the link to use this address for your Tocsin account.'),
    { kind: 'button', label: 'Use this address', url: `${dependencies.publicUrl}/email/confirm/${uid}-${token}` },
    quiet('The link works once, for 24 hours.'),
  ]);

/** Notifies the current address at once, so that its owner can still stop the change. */
export const mailEmailChangeAsked = (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  email: string,
): Promise<void> =>
  send(dependencies, trx, to, 'A change of your e-mail address was requested', [
    text(`Somebody who is signed in to your account asked to change its address to ${email}.`),
    text('Nothing has changed yet. If it was not you, change your password now: the request ends with it.'),
    notYou,
  ]);

export const mailEmailChanged = (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  email: string,
): Promise<void> =>
  send(dependencies, trx, to, 'Your e-mail address was changed', [text(`Your account now uses ${email}.`), notYou]);

export const mailPasswordChanged = (dependencies: MailDependencies, trx: Trx, to: Receiver): Promise<void> =>
  send(dependencies, trx, to, 'Your password was changed', [
    text('The password of your account was changed, and the sessions that knew the old one have ended.'),
    notYou,
  ]);

export const mailTwoFactor = (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  change: 'on' | 'off',
): Promise<void> =>
  send(dependencies, trx, to, change === 'on' ? 'Two factor set up complete' : 'Two factor disabled', [
    text(
      change === 'on'
        ? 'From now on a code of your authenticator is asked for when you sign in.'
        : 'The authenticator of your account was taken away: your password alone signs you in.',
    ),
    notYou,
  ]);

export const mailContact = (dependencies: MailDependencies, trx: Trx, to: Receiver, company: string): Promise<void> =>
  send(dependencies, trx, to, `You are the contact person of ${company}`, [
    text(`You are now the contact person of ${company} in Tocsin and one of its account managers.`),
    { kind: 'button', label: 'Open Tocsin', url: `${dependencies.publicUrl}/` },
  ]);

export interface InvitationMail {
  readonly company: string;
  readonly invitedBy: string;
  readonly token: string;
}
export const mailInvitation = (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  { company, invitedBy, token }: InvitationMail,
): Promise<void> =>
  send(dependencies, trx, to, `Invitation to ${company}`, [
    text(`${invitedBy} invites you to use your Tocsin account for ${company} as well.`),
    { kind: 'button', label: 'See the invitation', url: `${dependencies.publicUrl}/invitation/link/${token}` },
    quiet('The link works once, for 7 days. Until you accept, they see nothing of your account.'),
    quiet('If you do not know them, decline or ignore this e-mail.'),
  ]);

export interface Demo {
  readonly name: string;
  readonly company: string;
  readonly email: string;
}
export const mailDemoThanks = (dependencies: MailDependencies, trx: Trx, demo: Demo): Promise<void> =>
  send(dependencies, trx, { userId: null, email: demo.email, name: demo.name }, 'Registered successfully', [
    text('Thank you for your interest in Tocsin. We will write to you about your demo.'),
  ]);
export const mailDemoRequest = (dependencies: MailDependencies, trx: Trx, to: Receiver, demo: Demo): Promise<void> =>
  send(dependencies, trx, to, `Demo requested: ${demo.company}`, [
    text('Somebody has registered for a demo.'),
    {
      kind: 'facts',
      rows: [
        ['Name', demo.name],
        ['Company', demo.company],
        ['E-mail', demo.email],
      ],
    },
  ]);
export const mailFeedback = (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  about: string,
  said: string,
): Promise<void> =>
  send(dependencies, trx, to, `Feedback: ${about}`, [text('Somebody has sent feedback.'), text(said)]);
