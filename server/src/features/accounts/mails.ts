import { texts } from '@tocsin/contract/texts/account-mails';
import { texts as product } from '@tocsin/contract/texts/product';
import type { Trx } from '../../platform/audit.ts';
import { type Block, enqueueMail, renderMail } from '../../platform/mail.ts';
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
  return ways.length > 0 ? [texts.support(ways.join(', '))] : [];
};

/** Enqueues one of the account mails in the caller's transaction. */
const send = async (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  subject: string,
  blocks: readonly Block[],
): Promise<void> => {
  const foot = [...contactLines(await dependencies.contacts()), `${dependencies.publicUrl}/`, product.notSafetyPlant];
  const hello: Block = { kind: 'text', text: texts.hello(to.name) };
  const { html, text } = await renderMail({ heading: subject, blocks: [hello, ...blocks], foot });
  const mail = { kind: 'account', to: to.email, subject, html, text, userId: to.userId } as const;
  await enqueueMail(trx, mail, new Date(dependencies.clock.now()));
};

const text = (line: string): Block => ({ kind: 'text', text: line });
const quiet = (line: string): Block => ({ kind: 'quiet', text: line });
const notYou = quiet(texts.notYou);

export const mailActivationLink = (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  token: string,
): Promise<void> =>
  send(dependencies, trx, to, texts.activation.subject, [
    text(texts.activation.text),
    { kind: 'button', label: texts.activation.button, url: `${dependencies.publicUrl}/register/activate/${token}` },
    quiet(texts.activation.validity),
  ]);

export const mailResetLink = (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  uid: number,
  token: string,
): Promise<void> =>
  send(dependencies, trx, to, texts.reset.subject, [
    text(texts.reset.text),
    {
      kind: 'button',
      label: texts.reset.button,
      url: `${dependencies.publicUrl}/password/reset/key/${uid}-${token}`,
    },
    quiet(texts.reset.validity),
  ]);

export const mailEmailLink = (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  uid: number,
  token: string,
): Promise<void> =>
  send(dependencies, trx, to, texts.newAddress.subject, [
    text(texts.newAddress.text),
    { kind: 'button', label: texts.newAddress.button, url: `${dependencies.publicUrl}/email/confirm/${uid}-${token}` },
    quiet(texts.newAddress.validity),
  ]);

/** Notifies the current address at once, so that its owner can still stop the change. */
export const mailEmailChangeAsked = (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  email: string,
): Promise<void> =>
  send(dependencies, trx, to, texts.addressChangeRequested.subject, [
    text(texts.addressChangeRequested.text(email)),
    text(texts.addressChangeRequested.nothingChanged),
    notYou,
  ]);

export const mailEmailChanged = (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  email: string,
): Promise<void> =>
  send(dependencies, trx, to, texts.addressChanged.subject, [text(texts.addressChanged.text(email)), notYou]);

export const mailPasswordChanged = (dependencies: MailDependencies, trx: Trx, to: Receiver): Promise<void> =>
  send(dependencies, trx, to, texts.passwordChanged.subject, [text(texts.passwordChanged.text), notYou]);

export const mailProviderLinked = (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  issuer: string,
): Promise<void> =>
  send(dependencies, trx, to, texts.providerLinked.subject, [text(texts.providerLinked.text(issuer)), notYou]);

export const mailTwoFactor = (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  change: 'on' | 'added' | 'removed' | 'off',
): Promise<void> =>
  send(dependencies, trx, to, texts.twoFactor[change].subject, [text(texts.twoFactor[change].text), notYou]);

export const mailContact = (dependencies: MailDependencies, trx: Trx, to: Receiver, company: string): Promise<void> =>
  send(dependencies, trx, to, texts.contact.subject(company), [
    text(texts.contact.text(company)),
    { kind: 'button', label: texts.contact.button, url: `${dependencies.publicUrl}/` },
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
  send(dependencies, trx, to, texts.invitation.subject(company), [
    text(texts.invitation.text(invitedBy, company)),
    { kind: 'button', label: texts.invitation.button, url: `${dependencies.publicUrl}/invitation/link/${token}` },
    quiet(texts.invitation.validity),
    quiet(texts.invitation.decline),
  ]);

export interface Demo {
  readonly name: string;
  readonly company: string;
  readonly email: string;
}
export const mailDemoThanks = (dependencies: MailDependencies, trx: Trx, demo: Demo): Promise<void> =>
  send(dependencies, trx, { userId: null, email: demo.email, name: demo.name }, texts.demoThanks.subject, [
    text(texts.demoThanks.text),
  ]);
export const mailDemoRequest = (dependencies: MailDependencies, trx: Trx, to: Receiver, demo: Demo): Promise<void> =>
  send(dependencies, trx, to, texts.demoRequest.subject(demo.company), [
    text(texts.demoRequest.text),
    {
      kind: 'facts',
      rows: [
        [texts.demoRequest.facts.name, demo.name],
        [texts.demoRequest.facts.company, demo.company],
        [texts.demoRequest.facts.email, demo.email],
      ],
    },
  ]);
export const mailFeedback = (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  about: string,
  said: string,
): Promise<void> => send(dependencies, trx, to, texts.feedback.subject(about), [text(texts.feedback.text), text(said)]);
