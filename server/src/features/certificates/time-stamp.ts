import { createHash, randomBytes } from 'node:crypto';

/** DER of what RFC 3161 needs: a tag, the length of the content, the content. */
const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const [integer, octets, sequence, boolean] = [0x02, 0x04, 0x30, 0x01];
/** AlgorithmIdentifier of SHA-256 (2.16.840.1.101.3.4.2.1) without parameters. */
const sha256Id = der(sequence, der(0x06, Buffer.from('608648016503040201', 'hex')), der(0x05));
/** id-ct-TSTInfo (1.2.840.113549.1.9.16.1.4). */
const tstInfo = der(0x06, Buffer.from('2a864886f70d0109100104', 'hex'));

export interface StampRequest {
  readonly bytes: Buffer;
  readonly imprint: Buffer;
  readonly nonce: Buffer;
}

/** TimeStampReq for bytes, with a nonce and the wish for the authority's certificate in the answer. */
export function stampRequest(bytes: Buffer, nonce = randomBytes(8)): StampRequest {
  const hash = createHash('sha256').update(bytes).digest();
  // A leading bit would make the integer negative.
  const positive = Buffer.concat([Buffer.from([1]), nonce]);
  const imprint = der(sequence, sha256Id, der(octets, hash));
  const version = der(integer, Buffer.from([1]));
  return {
    bytes: der(sequence, version, imprint, der(integer, positive), der(boolean, Buffer.from([0xff]))),
    imprint,
    nonce: der(integer, positive),
  };
}

export interface Element {
  readonly tag: number;
  readonly content: Buffer;
  readonly end: number;
  readonly whole: Buffer;
}
/** The element of DER at an offset. */
export function elementAt(bytes: Buffer, at: number): Element {
  const first = bytes[at + 1] ?? 0;
  const sizeBytes = first < 0x80 ? 0 : first & 0x7f;
  if (sizeBytes > 4 || at + 2 + sizeBytes > bytes.length)
    throw new Error('The time stamp authority sent something else.');
  const length = sizeBytes === 0 ? first : bytes.readUIntBE(at + 2, sizeBytes);
  const begin = at + 2 + sizeBytes;
  if (begin + length > bytes.length) throw new Error('The time stamp authority sent too little.');
  return {
    tag: bytes[at] ?? 0,
    content: bytes.subarray(begin, begin + length),
    end: begin + length,
    whole: bytes.subarray(at, begin + length),
  };
}

/** The token of a TimeStampResp that was granted for a request; throws for any other answer. */
export function tokenOf(response: Buffer, { imprint, nonce }: Pick<StampRequest, 'imprint' | 'nonce'>): Buffer {
  const answer = elementAt(response, 0);
  const status = elementAt(answer.content, 0);
  const code = elementAt(status.content, 0).content[0] ?? 255;
  if (code > 1) throw new Error(`The time stamp authority refused (status ${code}).`);
  if (status.end >= answer.content.length) throw new Error('The time stamp authority sent no token.');
  const token = elementAt(answer.content, status.end);
  const at = token.whole.indexOf(tstInfo);
  if (at < 0) throw new Error('The time stamp authority sent no time stamp.');
  // [0] { OCTET STRING { TSTInfo } } follows the type.
  const info = elementAt(elementAt(elementAt(token.whole, at + tstInfo.length).content, 0).content, 0);
  if (info.content.indexOf(imprint) < 0) throw new Error('The time stamp is of something else.');
  if (info.content.indexOf(nonce) < 0) throw new Error('The time stamp answers another request.');
  return Buffer.from(token.whole);
}

const withinMs = 15_000;
const maxBytes = 64 * 1024;

/** Asks the authority at an address for a token over bytes. */
export const stampBy =
  (url: string) =>
  async (bytes: Buffer): Promise<Buffer> => {
    const request = stampRequest(bytes);
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query' },
      body: new Uint8Array(request.bytes),
      redirect: 'error',
      signal: AbortSignal.timeout(withinMs),
    });
    const answer = Buffer.from(await response.arrayBuffer());
    if (!response.ok || answer.length > maxBytes)
      throw new Error(`The time stamp authority answered ${response.status}.`);
    return tokenOf(answer, request);
  };
