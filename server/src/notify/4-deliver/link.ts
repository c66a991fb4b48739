import { type Encryption, sameHash } from '../../platform/encryption.ts';

/** Page of a message's link; the token follows. */
export const linkPath = '/acknowledge/';
/** Stands for the token in stored mails: nobody who reads the mailbox can use the link. */
export const linkMark = 'link-not-shown';
/** A link works for this long. */
export const linkMs = 24 * 3_600_000;

interface Linked {
  readonly id: number;
  readonly created_at: Date;
}

/**
 * The token of a message's link: its id and a keyed hash. It is the same each time the mail is tried again, and neither
 * it nor its key is in the database.
 */
export const linkToken = (encryption: Pick<Encryption, 'hash'>, message: Linked): string =>
  `${message.id}.${hashOf(encryption, message).toString('base64url')}`;

const hashOf = (encryption: Pick<Encryption, 'hash'>, { id, created_at }: Linked): Buffer =>
  encryption.hash(`acknowledge ${id} ${created_at.getTime()}`);

/** The message that a token claims to belong to; null when it is not one of ours. */
export const idOfToken = (token: string): number | null => {
  const id = /^(\d{1,15})\.[\w-]{43}$/.exec(token)?.[1];
  return id === undefined ? null : Number(id);
};

/** Whether a token is that of the message. */
export const isTokenOf = (encryption: Pick<Encryption, 'hash'>, message: Linked, token: string): boolean =>
  sameHash(Buffer.from(token.split('.')[1] ?? '', 'base64url'), hashOf(encryption, message));

/**
 * The token of the link that ends the mails of a rule to an address. It works for as long as the rule mails there, and is
 * stored nowhere.
 */
export const unsubscribeToken = (encryption: Pick<Encryption, 'hash'>, ruleId: number, to: string): string =>
  `${ruleId}.${encryption.hash(`unsubscribe ${ruleId} ${to.toLowerCase()}`).toString('base64url')}`;

/**
 * What an SMS reply must contain to acknowledge: six digits of a keyed hash. They work from the receiver's verified
 * number only, for as long as the link.
 */
export const smsCode = (encryption: Pick<Encryption, 'hash'>, { id, created_at }: Linked): string =>
  String(encryption.hash(`sms code ${id} ${created_at.getTime()}`).readUInt32BE(0) % 1_000_000).padStart(6, '0');
