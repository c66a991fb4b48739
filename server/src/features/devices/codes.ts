import type { Encryption } from '../../platform/encryption.ts';

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
