import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { checkedLookup, isPublicAddress, OutboundError, refuseUnlisted } from './outbound-http.ts';
import { createNetworks } from './outbound-post.ts';

export interface OutboundFetchOptions {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Private addresses that may be reached too; without TLS loopback only. */
  readonly isPrivateAllowed: (address: string) => boolean;
}
interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const isLoopback = createNetworks(['127.0.0.0/8', '::1/128']);

const bodyOf = (body: unknown): string => {
  if (body === undefined || body === null) return '';
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString();
  throw new OutboundError('Only texts and forms are sent');
};

/**
 * A fetch for libraries: https only, to public addresses and the private ones that are allowed, checked at the
 * connection after name resolution. It follows no redirects and reads at most `maxBytes`.
 */
export const createOutboundFetch =
  ({ timeoutMs, maxBytes, isPrivateAllowed }: OutboundFetchOptions) =>
  async (address: string, sent: Sent): Promise<Response> => {
    const url = new URL(address);
    refuseUnlisted(url);
    const isSecure = url.protocol === 'https:';
    const allowed = (ip: string): boolean =>
      isSecure ? isPublicAddress(ip) || isPrivateAllowed(ip) : isLoopback(ip) && isPrivateAllowed(ip);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !allowed(host))
      return Promise.reject(new OutboundError('It leads to an address that is not of the public internet'));
    const send = isSecure ? requestHttps : requestHttp;
    const signal = AbortSignal.timeout(timeoutMs);
    return new Promise<Response>((done, fail) => {
      const headers = { ...sent.headers, 'accept-encoding': 'identity' };
      const request = send(
        url,
        { method: sent.method, agent: false, lookup: checkedLookup(allowed), signal, headers },
        (response) => {
          const chunks: Buffer[] = [];
          let size = 0;
          response.on('data', (chunk: Buffer) => {
            size += chunk.length;
            chunks.push(chunk);
            if (size > maxBytes) response.destroy(new OutboundError('Its answer is too large'));
          });
          response.on('error', fail);
          response.on('end', () => {
            const type = response.headers['content-type'] ?? '';
            const status = response.statusCode ?? 0;
            done(new Response(Buffer.concat(chunks).toString('utf8'), { status, headers: { 'content-type': type } }));
          });
        },
      );
      request.on('error', fail);
      request.end(bodyOf(sent.body));
    });
  };
