import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as text; whoever has it is let in, so only its hash is kept. */
export const newToken = (): string => randomBytes(32).toString('base64url');
/** What is stored of a token: who reads the table can't sign in. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Keys for programs can be told from sessions, by us and by whoever looks for lost secrets. */
const keyMark = 'tocsin_';
/** An API key: a token that is known by its mark. */
export const newKeyToken = (): string => `${keyMark}${newToken()}`;
export const isKeyToken = (token: string): boolean => token.startsWith(keyMark);
