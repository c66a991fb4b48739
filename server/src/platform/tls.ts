import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, rootCertificates, type SecureContextOptions } from 'node:tls';
import { SettingError } from './config.ts';

/** TLS 1.3, and 1.2 only with forward secrecy and authenticated encryption: no RSA key exchange, no CBC. */
export const strongTls = {
  minVersion: 'TLSv1.2',
  honorCipherOrder: true,
  ciphers: [
    'TLS_AES_128_GCM_SHA256',
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
  ].join(':'),
} as const;

/** Contents of the PEM files of a certificate and its key. */
export interface CertificatePair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Reads TLS_CERT and TLS_KEY; throws a SettingError when they can't be read or do not match. */
export function readCertificate(files: { readonly cert: string; readonly key: string }): CertificatePair {
  const pair = { cert: readPem('TLS_CERT', files.cert), key: readPem('TLS_KEY', files.key) };
  checkTls('TLS_CERT and TLS_KEY', pair);
  return pair;
}

const beginning = '-----BEGIN CERTIFICATE-----';

/** Whether an authority that browsers trust has issued the certificate, through those that its file has after it. */
export function isPubliclyTrusted(pem: Buffer): boolean {
  const [, ...chain] = pem.toString().split(beginning);
  const last = chain.at(-1);
  if (last === undefined) return false;
  const issued = new X509Certificate(beginning + last);
  return rootCertificates.some((root) => issued.checkIssued(new X509Certificate(root)));
}

/** Throws a SettingError that names the settings when TLS can't use their files. */
export function checkTls(settings: string, files: SecureContextOptions): void {
  try {
    createSecureContext(files);
  } catch (error) {
    throw new SettingError(`${settings} can't be used: ${error instanceof Error ? error.message : error}`);
  }
}

/** Throws a SettingError that names the setting when its file can't be read. */
export function readPem(setting: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new SettingError(`${setting} '${file}' can't be read: ${error instanceof Error ? error.message : error}`);
  }
}
