import type { Seal } from '../../base/seal.ts';

/** A device's code as it is stored: readable for who can edit (cipher), comparable for the doors (hash). */
export interface StoredCode {
  readonly cipher: Buffer;
  readonly hash: Buffer;
}

/** The purpose that a device code's keys are derived for. */
export const codePurpose = 'device codes';

/** The hash covers the serial number, so that two devices with the same code don't show it. */
export const hashCode = (seal: Seal, serialNumber: string, code: string): Buffer =>
  seal.hash(`${serialNumber}\u0000${code}`);

export const sealCode = (seal: Seal, serialNumber: string, code: string): StoredCode => ({
  cipher: seal.close(code),
  hash: hashCode(seal, serialNumber, code),
});
