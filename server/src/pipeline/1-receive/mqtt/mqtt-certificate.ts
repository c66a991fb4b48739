import { type PeerCertificate, TLSSocket } from 'node:tls';

/**
 * The certificate that a connection has shown: none, one that is expired, revoked or of another authority, or a valid
 * one with the serial number in its common name.
 */
export type ShownCertificate =
  | { readonly kind: 'none' | 'invalid' }
  | { readonly kind: 'valid'; readonly serialNumber: string };

/** Reads it from the broker's connection. */
export function certificateOf(connection: unknown): ShownCertificate {
  if (!(connection instanceof TLSSocket)) return { kind: 'none' };
  // Node's types miss that it is null once the connection has ended, and empty without a certificate.
  const shown: Partial<PeerCertificate> | null = connection.getPeerCertificate();
  if (shown === null) return { kind: 'invalid' };
  const { subject } = shown;
  if (!subject) return { kind: 'none' };
  // Node's types say string, but a subject with several common names is a list.
  const name: unknown = subject.CN;
  if (!connection.authorized || typeof name !== 'string' || name === '') return { kind: 'invalid' };
  return { kind: 'valid', serialNumber: name };
}
