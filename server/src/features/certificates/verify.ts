import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Checks, checkCertificate, type Verdict } from '@tocsin/contract/certificate-file';
import { isSignedBy } from '../../platform/signing-key.ts';

const checks: Checks = {
  sha256: async (bytes) => createHash('sha256').update(bytes).digest('hex'),
  isSigned: async (key, text, signature) =>
    isSignedBy(Buffer.from(key).toString('base64'), text, Buffer.from(signature).toString('base64')),
};

/** Checks a certificate's bytes; `signer` is the key or its fingerprint from another source. */
export const checkFiles = (
  certificate: Buffer,
  attached: Readonly<Record<string, Uint8Array>>,
  signer: string | null,
): Promise<Verdict> =>
  checkCertificate(
    certificate.toString('latin1') === certificate.toString('utf8')
      ? certificate.toString('utf8')
      : strictUtf8(certificate),
    attached,
    signer,
    checks,
  );

/** Bytes that are no UTF-8 must not turn into a text that is. */
function strictUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return '';
  }
}

/** Checks `FILE` with page.pdf and annex.pdf beside it, or with the same beginning (`S1-2026-10-v1-page.pdf`). */
async function verifyCertificate(file: string, signer: string | null): Promise<Verdict> {
  const folder = dirname(file);
  const start =
    /^(.*)certificate\.json$/.exec(file.slice(folder === '.' && !file.startsWith('./') ? 0 : folder.length + 1))?.[1] ??
    '';
  const attached: Record<string, Uint8Array> = {};
  for (const name of ['page.pdf', 'annex.pdf'])
    for (const path of [join(folder, `${start}${name}`), join(folder, name)])
      try {
        attached[name] ??= readFileSync(path);
      } catch {
        // What is missing is said by name.
      }
  return await checkFiles(readFileSync(file), attached, signer);
}

/** Says whose certificate it is; throws what is wrong with it. */
export async function verifyOrThrow(
  file: string,
  signer: string | null,
  broken: (text: string) => Error,
): Promise<void> {
  const verdict = await verifyCertificate(file, signer);
  if (verdict.kind === 'wrong') throw broken(verdict.what);
  const known = verdict.isKnownSigner ? 'signed by the given key' : 'signer unknown: give the key or its fingerprint';
  console.info(`${verdict.number}: intact, ${known}.`);
}
