import { lookup as resolve } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses that outbound requests must not reach: everything outside the public internet. */
const inner = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inner.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  inner.addSubnet(network, prefix, 'ipv6');

/** Whether an address is public: not private, local or reserved. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  if (family === 4) return !inner.check(address, 'ipv4');
  // An IPv4 address inside an IPv6 one is checked as IPv4.
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return !inner.check(mapped, 'ipv4');
  if (/^::ffff:/i.test(address)) return false;
  return !inner.check(address, 'ipv6');
}

/** An outbound request that was refused or failed. */
export class OutboundError extends Error {}

/** Names and addresses that may be reached, `*.` for every name below; null: all that are allowed otherwise. */
let reachable: readonly string[] | null = null;

/** Confines every outbound request of this process to the names of OUTBOUND_HOSTS. */
export const confineOutbound = (names: readonly string[] | null): void => {
  reachable = names;
};

/** Throws an OutboundError for a name that OUTBOUND_HOSTS does not list. */
export function refuseUnlisted({ hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const isListed = (name: string) => (name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name);
  if (reachable !== null && !reachable.some(isListed))
    throw new OutboundError('Its host is not one that OUTBOUND_HOSTS lists');
}

export interface OutboundOptions {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly maxRedirects?: number;
  readonly accept?: string;
  /** Tests serve from loopback. */
  readonly isAllowed?: (address: string) => boolean;
}

interface Answer {
  readonly redirect: string | null;
  readonly type: string;
  readonly bytes: Buffer;
}

/**
 * Fetches text from a public address. The address is checked at the connection, after name resolution, and again for
 * every redirect, so that neither DNS nor a reply leads to an internal address.
 */
export async function fetchOutbound(
  address: string,
  options: OutboundOptions,
): Promise<{ type: string; bytes: Buffer }> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  let url = parse(address);
  for (let hops = 0; hops <= (options.maxRedirects ?? 5); hops++) {
    const answer = await ask(url, options, signal);
    if (answer.redirect === null) return answer;
    url = parse(answer.redirect, url);
  }
  throw new OutboundError('It redirects too often');
}

function parse(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw new OutboundError('Its address cannot be read');
  const url = new URL(address, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new OutboundError('Only http and https are allowed');
  return url;
}

const innerText = 'It leads to an address that is not of the public internet';

/** One text for both, so that nobody learns from a log which names exist in our network. */
const unreachableName = 'Its name is unknown or leads to an address that is not allowed';

/** A name resolution that refuses names with an address that is not allowed as if they did not exist. */
export const checkedLookup =
  (isAllowed: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      // One internal address among several is enough to refuse: the system chooses which one is used.
      if (error || addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address)))
        return callback(new OutboundError(unreachableName), [], undefined);
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      return callback(null, first?.address ?? '', first?.family);
    });
  };

async function ask(url: URL, options: OutboundOptions, signal: AbortSignal): Promise<Answer> {
  refuseUnlisted(url);
  const isAllowed = options.isAllowed ?? isPublicAddress;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A literal address needs no lookup.
  if (isIP(host) !== 0 && !isAllowed(host)) return Promise.reject(new OutboundError(innerText));
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise<Answer>((done, fail) => {
    const failed = (error: Error) => fail(signal.aborted ? new OutboundError('It did not answer in time') : error);
    const request = send(
      url,
      {
        method: 'GET',
        agent: false,
        lookup: checkedLookup(isAllowed),
        signal,
        headers: { accept: options.accept ?? 'text/*', 'accept-encoding': 'identity', 'user-agent': 'Tocsin' },
      },
      (response) => {
        const status = response.statusCode ?? 0;
        const { location } = response.headers;
        if (status >= 300 && status < 400 && location !== undefined) {
          response.destroy();
          done({ redirect: location, type: '', bytes: Buffer.alloc(0) });
          return;
        }
        if (status !== 200) {
          response.destroy();
          fail(new OutboundError(`It answers ${status}`));
          return;
        }
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (part: Buffer) => {
          size += part.length;
          chunks.push(part);
          if (size <= options.maxBytes) return;
          response.destroy();
          fail(new OutboundError('Its answer is too large'));
        });
        response.on('error', failed);
        response.on('end', () =>
          done({ redirect: null, type: response.headers['content-type'] ?? '', bytes: Buffer.concat(chunks) }),
        );
      },
    );
    request.on('error', failed);
    request.end();
  });
}
