import { randomInt } from 'node:crypto';
import { codeLength } from '@tocsin/contract/contact-methods';
import { texts } from '@tocsin/contract/texts/contact-messages';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import type { ContactMethodRow, Content } from '../../notify/index.ts';
import { type Encryption, sameHash } from '../../platform/encryption.ts';

/** A code works this long, and for this many attempts. */
export const codeMs = 15 * 60_000;
const maxAttempts = 5;

export const newCode = (): string => String(randomInt(10 ** codeLength)).padStart(codeLength, '0');

type Hashing = Pick<Encryption, 'hash'>;

export const codeHash = (encryption: Hashing, { id }: Pick<ContactMethodRow, 'id'>, code: string): Buffer =>
  encryption.hash(`code ${id} ${code}`);

/** Whether a code is the one that was sent last, and still works. */
export function isCodeOf(encryption: Hashing, method: ContactMethodRow, code: string, now: number): boolean {
  if (method.code_hash === null || method.code_until === null || method.code_until.getTime() < now) return false;
  return method.code_attempts < maxAttempts && sameHash(method.code_hash, codeHash(encryption, method, code));
}

/** What a service worker sends back to show that a notification about a method arrived: its id and a keyed hash. */
export const methodToken = (encryption: Hashing, { id, created_at }: ContactMethodRow): string =>
  `${id}.${hashOf(encryption, id, created_at).toString('base64url')}`;
const hashOf = (encryption: Hashing, id: number, at: Date): Buffer =>
  encryption.hash(`contact method ${id} ${at.getTime()}`);

/** The method that a token claims to be of; null when it is not one of ours. */
export const idOfMethodToken = (token: string): number | null => {
  const id = /^(\d{1,9})\.[\w-]{43}$/.exec(token)?.[1];
  return id === undefined ? null : Number(id);
};
export const isMethodToken = (encryption: Hashing, method: ContactMethodRow, token: string): boolean =>
  sameHash(Buffer.from(token.split('.')[1] ?? '', 'base64url'), hashOf(encryption, method.id, method.created_at));

const page = '/my-notifications';

/** The message that verifies a method: a code, or a notification to press. */
export const checkContent = (
  method: ContactMethodRow,
  {
    code,
    token,
    publicUrl,
    language,
  }: { readonly code: string; readonly token: string; readonly publicUrl: string; readonly language: string },
): Content => {
  const t = textsIn(texts, language);
  return {
    kind: 'check',
    language,
    title: t.checkTitle,
    about: method.kind === 'push' ? t.checkPush : t.checkAbout(code),
    whatToDo: null,
    url: `${publicUrl}${page}`,
    token,
    code: null,
    fields: method.kind === 'webhook' ? { verification_code: code } : {},
  };
};

export const testContent = ({
  token,
  publicUrl,
  language,
}: {
  readonly token: string;
  readonly publicUrl: string;
  readonly language: string;
}): Content => {
  const t = textsIn(texts, language);
  return {
    kind: 'test',
    language,
    title: t.testTitle,
    about: t.testAbout,
    whatToDo: null,
    url: `${publicUrl}${page}`,
    token,
    code: null,
    fields: {},
  };
};
