import { randomBytes } from 'node:crypto';
import { type Encryption, sameHash } from '../../platform/encryption.ts';
import type { LinkKind } from './store-links.ts';

interface Signed {
  readonly id: number;
  readonly kind: LinkKind;
  readonly nonce: Buffer;
}

export const newNonce = (): Buffer => randomBytes(16);

const signature = (encryption: Encryption, { id, kind, nonce }: Signed): string =>
  encryption
    .hash(`link ${kind} ${id} ${nonce.toString('hex')}`)
    .toString('hex')
    .slice(0, 48);

/**
 * The token of a link: its id and a 192-bit keyed hash. Tokens are not stored, so a copy of the database opens no
 * account, but the server can show an activation link again.
 */
export const tokenOfLink = (encryption: Encryption, link: Signed): string =>
  `${link.id.toString(36)}_${signature(encryption, link)}`;

export const linkIdOf = (token: string): number | undefined => {
  const [, id] = /^([0-9a-z]{1,10})_[0-9a-f]{48}$/.exec(token) ?? [];
  return id === undefined ? undefined : Number.parseInt(id, 36);
};

export const isTokenOf = (encryption: Encryption, token: string, link: Signed): boolean =>
  sameHash(Buffer.from(token), Buffer.from(tokenOfLink(encryption, link)));
