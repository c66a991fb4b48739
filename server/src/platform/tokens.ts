import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as text. It grants access, so only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url');
/** The stored form of a token, which does not grant access. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A prefix by which API keys differ from sessions, for us and for secret scanners. */
const keyMark = 'tocsin_';
/** An API key: a token with the prefix. */
export const newKeyToken = (): string => `${keyMark}${newToken()}`;
/** A key of a service account. */
const serviceMark = 'tocsin_service_';
export const newServiceToken = (): string => `${serviceMark}${newToken()}`;
export const isServiceToken = (token: string): boolean => token.startsWith(serviceMark);
export const isKeyToken = (token: string): boolean => token.startsWith(keyMark);
