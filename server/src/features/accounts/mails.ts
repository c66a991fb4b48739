import { texts } from '@tocsin/contract/texts/account-mails';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts as product } from '@tocsin/contract/texts/product';
import { languageOf } from '../../access/reader-language.ts';
import type { Trx } from '../../platform/db.ts';
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

/** A mail of one kind; what it says depends on the language, the address of the portal and what it is about. */
const letter =
  <About extends readonly unknown[]>(write: (t: typeof texts, publicUrl: string, ...about: About) => Letter) =>
  (dependencies: MailDependencies, trx: Trx, to: Receiver, ...about: About): Promise<void> =>
    send(dependencies, trx, to, (t) => write(t, dependencies.publicUrl, ...about));

const text = (line: string): Block => ({ kind: 'text', text: line });
const button = (label: string, url: string): Block => ({ kind: 'button', label, url });
const quiet = (line: string): Block => ({ kind: 'quiet', text: line });
const notYou = (t: typeof texts): Block => quiet(t.notYou);

export const mailActivationLink = letter((t, publicUrl, token: string) => ({
  subject: t.activation.subject,
  blocks: [
    text(t.activation.text),
    button(t.activation.button, `${publicUrl}/register/activate/${token}`),
    quiet(t.activation.validity),
  ],
}));

export const mailResetLink = letter((t, publicUrl, uid: number, token: string) => ({
  subject: t.reset.subject,
  blocks: [
    text(t.reset.text),
    button(t.reset.button, `${publicUrl}/password/reset/key/${uid}-${token}`),
    quiet(t.reset.validity),
  ],
}));

export const mailEmailLink = letter((t, publicUrl, uid: number, token: string) => ({
  subject: t.newAddress.subject,
  blocks: [
    text(t.newAddress.text),
    button(t.newAddress.button, `${publicUrl}/email/confirm/${uid}-${token}`),
    quiet(t.newAddress.validity),
  ],
}));

/** Notifies the current address at once, so that its owner can still stop the change. */
export const mailEmailChangeAsked = letter((t, _, email: string) => ({
  subject: t.addressChangeRequested.subject,
  blocks: [text(t.addressChangeRequested.text(email)), text(t.addressChangeRequested.nothingChanged), notYou(t)],
}));

export const mailEmailChanged = letter((t, _, email: string) => ({
  subject: t.addressChanged.subject,
  blocks: [text(t.addressChanged.text(email)), notYou(t)],
}));

/** `held`: how many contact methods wait until the person confirms them. */
export const mailPasswordChanged = letter((t, publicUrl, held?: number) => ({
  subject: t.passwordChanged.subject,
  blocks: [text(t.passwordChanged.text), ...(held ? heldBlocks(publicUrl, t, held) : []), notYou(t)],
}));
const heldBlocks = (publicUrl: string, t: typeof texts, held: number): Block[] => [
  text(t.passwordChanged.held(held)),
  button(t.added.button, `${publicUrl}/my-notifications`),
];

const addedPages = { method: '/my-notifications', key: '/user/setting/keys', calendar: '/user/setting' } as const;

/** Tells the holder of a new way to reach the account or its person, and what to do if it was not them. */
export const mailAdded = letter(
  (t, publicUrl, { what, title }: { readonly what: keyof typeof addedPages; readonly title: string }) => ({
    subject: t.added.subjects[what],
    blocks: [
      text(t.added.texts[what](title)),
      text(t.added.ifNotYou),
      button(t.added.button, `${publicUrl}${addedPages[what]}`),
    ],
  }),
);

export const mailProviderLinked = letter((t, _, issuer: string) => ({
  subject: t.providerLinked.subject,
  blocks: [text(t.providerLinked.text(issuer)), notYou(t)],
}));

export const mailTwoFactor = letter((t, _, change: 'on' | 'added' | 'removed' | 'off') => ({
  subject: t.twoFactor[change].subject,
  blocks: [text(t.twoFactor[change].text), notYou(t)],
}));

export const mailContact = letter((t, publicUrl, company: string) => ({
  subject: t.contact.subject(company),
  blocks: [text(t.contact.text(company)), button(t.contact.button, `${publicUrl}/`)],
}));

export interface InvitationMail {
  readonly company: string;
  readonly invitedBy: string;
  readonly token: string;
}
export const mailInvitation = letter((t, publicUrl, { company, invitedBy, token }: InvitationMail) => ({
  subject: t.invitation.subject(company),
  blocks: [
    text(t.invitation.text(invitedBy, company)),
    button(t.invitation.button, `${publicUrl}/invitation/link/${token}`),
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
export const mailDemoRequest = letter((t, _, demo: Demo) => ({
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
export const mailFeedback = letter((t, _, about: string, said: string) => ({
  subject: t.feedback.subject(about),
  blocks: [text(t.feedback.text), { kind: 'text', text: said, hasLines: true }],
}));
