import { randomBytes } from 'node:crypto';
import { type Seal, sameHash } from '../../base/seal.ts';
import type { LinkKind } from './store-links.ts';

interface Signed {
  readonly id: number;
  readonly kind: LinkKind;
  readonly nonce: Buffer;
}

export const newNonce = (): Buffer => randomBytes(16);

const signature = (seal: Seal, { id, kind, nonce }: Signed): string =>
  seal
    .hash(`link ${kind} ${id} ${nonce.toString('hex')}`)
    .toString('hex')
    .slice(0, 48);

/**
 * The token of a link: its number and 192 bits that only the server's key can make of it. It is never stored, so that
 * a copy of the database opens no account, and yet an administrator can be shown an activation link again.
 */
export const tokenOfLink = (seal: Seal, link: Signed): string => `${link.id.toString(36)}_${signature(seal, link)}`;

export const linkIdOf = (token: string): number | undefined => {
  const [, id] = /^([0-9a-z]{1,10})_[0-9a-f]{48}$/.exec(token) ?? [];
  return id === undefined ? undefined : Number.parseInt(id, 36);
};

export const isTokenOf = (seal: Seal, token: string, link: Signed): boolean =>
  sameHash(Buffer.from(token), Buffer.from(tokenOfLink(seal, link)));
