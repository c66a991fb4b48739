import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CertificateFile, type Checks, checkCertificate, type Verdict } from '@tocsin/contract/certificate-file';
import { isSignedBy } from '../../platform/signing-key.ts';
import { checkStamp } from './check-stamp.ts';

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

/**
 * Says whose certificate it is and when it was stamped; throws what is wrong with it. `authority`: file with the
 * certificate of the time stamp authority, or of its issuer, from another source.
 */
export async function verifyOrThrow(
  file: string,
  { signer, authority }: { readonly signer: string | null; readonly authority: string | null },
  broken: (text: string) => Error,
): Promise<void> {
  const verdict = await verifyCertificate(file, signer);
  if (verdict.kind === 'wrong') throw broken(verdict.what);
  const known = verdict.isKnownSigner ? 'signed by the given key' : 'signer unknown: give the key or its fingerprint';
  console.info(`${verdict.number}: intact, ${known}; ${stampText(file, authority, broken)}.`);
}

function stampText(file: string, authority: string | null, broken: (text: string) => Error): string {
  const { signature, time_stamp } = JSON.parse(readFileSync(file, 'utf8')) as CertificateFile;
  if (time_stamp === null) return 'no time stamp';
  const trusted = authority === null ? null : new X509Certificate(readFileSync(authority));
  try {
    const stamp = checkStamp(Buffer.from(time_stamp, 'base64'), Buffer.from(signature, 'base64'), trusted);
    if (stamp.authority !== null) return `time stamp of ${stamp.at} by ${stamp.authority}`;
    return `time stamp of ${stamp.at} present, signer unknown: give the certificate of the authority`;
  } catch (error) {
    throw broken(`time stamp: ${error instanceof Error ? error.message : String(error)}`);
  }
}
