import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP } from 'node:net';
import { checkedLookup, isPublicAddress, OutboundError, refuseUnlisted } from './outbound-http.ts';

/** How long a receiver has for its whole answer. */
export const answerWithinMs = 10_000;
/** The rest of an answer is not read. */
const maxAnswerBytes = 16_384;

export interface Answer {
  readonly code: number;
  /** From Retry-After, in ms from now. */
  readonly retryAfterMs: number | null;
  /** The beginning of its body, as text. */
  readonly text: string;
  /** The address of what was created. */
  readonly location: string | null;
}

/** Whether an address is in one of the private networks that may be reached. */
export function createNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix = ''] = network.split('/');
    list.addSubnet(address, Number(prefix), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return (address) => {
    const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
    const family = isIP(mapped);
    return family !== 0 && list.check(mapped, family === 6 ? 'ipv6' : 'ipv4');
  };
}

export interface SendOptions {
  /** Whether an address is one of a network that webhooks may reach although it is private. */
  readonly isPrivateAllowed: (address: string) => boolean;
  readonly now: number;
  readonly signal: AbortSignal;
  readonly method?: 'POST' | 'PUT' | 'GET';
}

/**
 * Posts a body and returns the answer. The address is checked after name resolution and the connection goes to that very
 * address; without TLS only to private networks that are allowed. Follows no redirect. Throws an OutboundError or the
 * error of the connection.
 */
export async function post(
  address: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
  { isPrivateAllowed, now, signal, method = 'POST' }: SendOptions,
): Promise<Answer> {
  const url = new URL(address);
  refuseUnlisted(url);
  const isSecure = url.protocol === 'https:';
  const isAllowed = (ip: string) => isPrivateAllowed(ip) || (isSecure && isPublicAddress(ip));
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const refusal = isSecure
    ? 'It leads to a private address that WEBHOOK_NETWORKS does not allow'
    : 'Without https, only addresses in WEBHOOK_NETWORKS are allowed';
  // A literal address needs no lookup.
  if (isIP(host) !== 0 && !isAllowed(host)) return Promise.reject(new OutboundError(refusal));
  const bytes = Buffer.from(body);
  return new Promise<Answer>((resolve, reject) => {
    const request = (isSecure ? requestHttps : requestHttp)(
      url,
      {
        method,
        agent: false,
        lookup: checkedLookup(isAllowed),
        signal,
        headers: {
          ...headers,
          ...(method === 'GET' ? {} : { 'content-length': bytes.length }),
          'accept-encoding': 'identity',
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        const finish = () => {
          resolve({
            code: response.statusCode ?? 0,
            retryAfterMs: retryAfterOf(response.headers['retry-after'], now),
            text: Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8'),
            location: response.headers.location ?? null,
          });
          response.destroy();
        };
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          size += chunk.length;
          if (size > maxAnswerBytes) finish();
        });
        response.on('end', finish);
        response.on('error', reject);
      },
    );
    request.on('error', (error) =>
      reject(error instanceof OutboundError && !isSecure ? new OutboundError(refusal) : error),
    );
    request.end(method === 'GET' ? undefined : bytes);
  });
}

/** Seconds or an HTTP date, as ms from now; null when it is neither. */
export function retryAfterOf(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header.trim()) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
