import { createHmac, randomBytes } from 'node:crypto';

/** A secret with a prefix that secret scanners know it by. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`;

/**
 * The value of the Tocsin-Signature header, `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over the timestamp, a dot and the
 * body, so that neither can be changed alone.
 */
export function signatureOf(secret: string, timestampSeconds: number, body: string): string {
  const hmac = createHmac('sha256', secret).update(`${timestampSeconds}.${body}`).digest('hex');
  return `t=${timestampSeconds},v1=${hmac}`;
}
