import type { IncomingHttpHeaders } from 'node:http';
import { sameHash } from '../../platform/encryption.ts';
import { signatureOf } from '../../platform/webhook-signature.ts';

/** A signature is taken this long before and after its time. */
const toleranceMs = 5 * 60_000;

/**
 * Whether a call comes from the SMS gateway: signed like our webhooks (`Tocsin-Signature: t=<unix seconds>,v1=<hex>`,
 * HMAC-SHA256 over the time, a dot and `text`), or with the secret itself as bearer or as the password of Basic, for gateways that cannot sign.
 */
export function isFromGateway(headers: IncomingHttpHeaders, secret: string, text: string, now: number): boolean {
  const signature = headers['tocsin-signature'];
  if (typeof signature === 'string') {
    const time = Number(/^t=(\d{1,12}),v1=[0-9a-f]{64}$/.exec(signature)?.[1]);
    return Math.abs(now - time * 1000) <= toleranceMs && isSame(signature, signatureOf(secret, time, text));
  }
  const basic = /^Basic ([\w+/=-]{1,400})$/.exec(headers.authorization ?? '')?.[1];
  if (basic !== undefined) {
    const text = Buffer.from(basic, 'base64').toString();
    return isSame(text.slice(text.indexOf(':') + 1), secret);
  }
  const bearer = /^Bearer (\S{1,200})$/.exec(headers.authorization ?? '')?.[1];
  return bearer !== undefined && isSame(bearer, secret);
}

const isSame = (a: string, b: string): boolean => sameHash(Buffer.from(a), Buffer.from(b));
