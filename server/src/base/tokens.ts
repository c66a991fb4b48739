import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as text; whoever has it is let in, so only its hash is kept. */
export const newToken = (): string => randomBytes(32).toString('base64url');
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Keys for programs can be told from sessions, by us and by whoever looks for lost secrets. */
const keyMark = 'tocsin_';
export const newKeyToken = (): string => `${keyMark}${newToken()}`;
export const isKeyToken = (token: string): boolean => token.startsWith(keyMark);
