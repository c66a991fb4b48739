import { texts } from '@tocsin/contract/texts/account-mails';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts as product } from '@tocsin/contract/texts/product';
import { languageOf } from '../../access/reader-language.ts';
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

interface Letter {
  readonly subject: string;
  readonly blocks: readonly Block[];
}

const contactLines = (t: typeof texts, { support_address, support_phone, support_email }: Contacts): string[] => {
  const ways = [support_phone, support_email, support_address].filter((way) => way !== '');
  return ways.length > 0 ? [t.support(ways.join(', '))] : [];
};

/** Enqueues one of the account mails in the caller's transaction, in the language of its reader. */
const send = async (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  write: (t: typeof texts) => Letter,
): Promise<void> => {
  const language = await languageOf(trx, to.userId);
  const t = textsIn(texts, language);
  const { subject, blocks } = write(t);
  const foot = [
    ...contactLines(t, await dependencies.contacts()),
    `${dependencies.publicUrl}/`,
    textsIn(product, language).notSafetyPlant,
  ];
  const hello: Block = { kind: 'text', text: t.hello(to.name) };
  const { html, text } = await renderMail({ heading: subject, blocks: [hello, ...blocks], foot, language });
  const mail = { kind: 'account', to: to.email, subject, html, text, userId: to.userId } as const;
  await enqueueMail(trx, mail, new Date(dependencies.clock.now()));
};

const text = (line: string): Block => ({ kind: 'text', text: line });
const quiet = (line: string): Block => ({ kind: 'quiet', text: line });
const notYou = (t: typeof texts): Block => quiet(t.notYou);

export const mailActivationLink = (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  token: string,
): Promise<void> =>
  send(dependencies, trx, to, (t) => ({
    subject: t.activation.subject,
    blocks: [
      text(t.activation.text),
      { kind: 'button', label: t.activation.button, url: `${dependencies.publicUrl}/register/activate/${token}` },
      quiet(t.activation.validity),
    ],
  }));

export const mailResetLink = (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  uid: number,
  token: string,
): Promise<void> =>
  send(dependencies, trx, to, (t) => ({
    subject: t.reset.subject,
    blocks: [
      text(t.reset.text),
      {
        kind: 'button',
        label: t.reset.button,
        url: `${dependencies.publicUrl}/password/reset/key/${uid}-${token}`,
      },
      quiet(t.reset.validity),
    ],
  }));

export const mailEmailLink = (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  uid: number,
  token: string,
): Promise<void> =>
  send(dependencies, trx, to, (t) => ({
    subject: t.newAddress.subject,
    blocks: [
      text(t.newAddress.text),
      { kind: 'button', label: t.newAddress.button, url: `${dependencies.publicUrl}/email/confirm/${uid}-${token}` },
      quiet(t.newAddress.validity),
    ],
  }));

/** Notifies the current address at once, so that its owner can still stop the change. */
export const mailEmailChangeAsked = (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  email: string,
): Promise<void> =>
  send(dependencies, trx, to, (t) => ({
    subject: t.addressChangeRequested.subject,
    blocks: [text(t.addressChangeRequested.text(email)), text(t.addressChangeRequested.nothingChanged), notYou(t)],
  }));

export const mailEmailChanged = (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  email: string,
): Promise<void> =>
  send(dependencies, trx, to, (t) => ({
    subject: t.addressChanged.subject,
    blocks: [text(t.addressChanged.text(email)), notYou(t)],
  }));

/** `held`: how many contact methods wait until the person confirms them. */
export const mailPasswordChanged = (dependencies: MailDependencies, trx: Trx, to: Receiver, held = 0): Promise<void> =>
  send(dependencies, trx, to, (t) => ({
    subject: t.passwordChanged.subject,
    blocks: [text(t.passwordChanged.text), ...(held > 0 ? heldBlocks(dependencies, t, held) : []), notYou(t)],
  }));
const heldBlocks = ({ publicUrl }: MailDependencies, t: typeof texts, held: number): Block[] => [
  text(t.passwordChanged.held(held)),
  { kind: 'button', label: t.added.button, url: `${publicUrl}/my-notifications` },
];

const addedPages = { method: '/my-notifications', key: '/user/setting/keys', calendar: '/user/setting' } as const;

/** Tells the holder of a new way to reach the account or its person, and what to do if it was not them. */
export const mailAdded = (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  { what, title }: { readonly what: keyof typeof addedPages; readonly title: string },
): Promise<void> =>
  send(dependencies, trx, to, (t) => ({
    subject: t.added.subjects[what],
    blocks: [
      text(t.added.texts[what](title)),
      text(t.added.ifNotYou),
      { kind: 'button', label: t.added.button, url: `${dependencies.publicUrl}${addedPages[what]}` },
    ],
  }));

export const mailProviderLinked = (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  issuer: string,
): Promise<void> =>
  send(dependencies, trx, to, (t) => ({
    subject: t.providerLinked.subject,
    blocks: [text(t.providerLinked.text(issuer)), notYou(t)],
  }));

export const mailTwoFactor = (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  change: 'on' | 'added' | 'removed' | 'off',
): Promise<void> =>
  send(dependencies, trx, to, (t) => ({
    subject: t.twoFactor[change].subject,
    blocks: [text(t.twoFactor[change].text), notYou(t)],
  }));

export const mailContact = (dependencies: MailDependencies, trx: Trx, to: Receiver, company: string): Promise<void> =>
  send(dependencies, trx, to, (t) => ({
    subject: t.contact.subject(company),
    blocks: [
      text(t.contact.text(company)),
      { kind: 'button', label: t.contact.button, url: `${dependencies.publicUrl}/` },
    ],
  }));

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
  send(dependencies, trx, to, (t) => ({
    subject: t.invitation.subject(company),
    blocks: [
      text(t.invitation.text(invitedBy, company)),
      { kind: 'button', label: t.invitation.button, url: `${dependencies.publicUrl}/invitation/link/${token}` },
      quiet(t.invitation.validity),
      quiet(t.invitation.decline),
    ],
  }));

export interface Demo {
  readonly name: string;
  readonly company: string;
  readonly email: string;
}
export const mailDemoThanks = (dependencies: MailDependencies, trx: Trx, demo: Demo): Promise<void> =>
  send(dependencies, trx, { userId: null, email: demo.email, name: demo.name }, (t) => ({
    subject: t.demoThanks.subject,
    blocks: [text(t.demoThanks.text)],
  }));
export const mailDemoRequest = (dependencies: MailDependencies, trx: Trx, to: Receiver, demo: Demo): Promise<void> =>
  send(dependencies, trx, to, (t) => ({
    subject: t.demoRequest.subject(demo.company),
    blocks: [
      text(t.demoRequest.text),
      {
        kind: 'facts',
        rows: [
          [t.demoRequest.facts.name, demo.name],
          [t.demoRequest.facts.company, demo.company],
          [t.demoRequest.facts.email, demo.email],
        ],
      },
    ],
  }));
export const mailFeedback = (
  dependencies: MailDependencies,
  trx: Trx,
  to: Receiver,
  about: string,
  said: string,
): Promise<void> =>
  send(dependencies, trx, to, (t) => ({
    subject: t.feedback.subject(about),
    blocks: [text(t.feedback.text), { kind: 'text', text: said, hasLines: true }],
  }));
