import { randomBytes } from 'node:crypto';
import type { Encryption } from '../../platform/encryption.ts';

/** Begins the serial numbers that Tocsin makes; the registry refuses it. */
export const openPrefix = 'OPEN-';

/** Letters and digits that nobody confuses when reading a label. */
const readable = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const random = (length: number): string =>
  Array.from(randomBytes(length), (byte) => readable[byte % readable.length]).join('');

/** A new serial number, code (80 bits) and udf_id of a device of an open type. */
export const newUnit = () => ({
  serialNumber: `${openPrefix}${random(10)}`,
  code: Array.from({ length: 4 }, () => random(4)).join('-'),
  udfId: `D${random(7)}`,
});

/** A stored device code: readable for people who can edit (cipher), comparable for the adapters (hash). */
export interface StoredCode {
  readonly cipher: Buffer;
  readonly hash: Buffer;
}

/** Purpose from which the keys of device codes are derived. */
export const codePurpose = 'device codes';

/** The hash covers the serial number, so that equal codes of two devices have different hashes. */
export const hashCode = (encryption: Encryption, serialNumber: string, code: string): Buffer =>
  encryption.hash(`${serialNumber}\u0000${code}`);

export const encryptCode = (encryption: Encryption, serialNumber: string, code: string): StoredCode => ({
  cipher: encryption.close(code),
  hash: hashCode(encryption, serialNumber, code),
});
