import { createHash, verify, X509Certificate } from 'node:crypto';
import { type Element, elementAt, stampRequest } from './time-stamp.ts';

/** OIDs of SHA-2, of the attribute messageDigest (PKCS #9), and of the key usage timeStamping. */
const hashes: Readonly<Record<string, string>> = {
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
};
const messageDigest = '2a864886f70d010904';
const timeStamping = '1.3.6.1.5.5.7.3.8';
const [contextZero, setOf] = [0xa0, 0x31];
const mostIssuers = 5;

export interface Stamp {
  /** ISO 8601. */
  readonly at: string;
  /** Whose certificate was given, or issued that of the signer; null: none was given. */
  readonly authority: string | null;
}

/**
 * Checks a token (RFC 3161, CMS) over bytes: that it is of them, that it was not changed, and that the given authority
 * signed it, or one whose certificate it issued. The certificate in the token proves nothing. Throws what is wrong.
 */
export function checkStamp(token: Buffer, bytes: Buffer, authority: X509Certificate | null): Stamp {
  const [, wrapped] = partsOf(elementAt(token, 0));
  const signedData = partsOf(elementAt(content(wrapped), 0));
  const encapsulated = partsOf(signedData[2])[1];
  const info = elementAt(content(encapsulated), 0).content;
  const [, , imprint, , time] = partsOf(elementAt(info, 0));
  if (!imprint?.whole.equals(stampRequest(bytes).imprint)) throw new Error('of something else');
  const at = timeOf(content(time).toString('latin1'));

  const [signer] = partsOf(signedData.at(-1));
  const [, , algorithm, attributes, , signature] = partsOf(signer);
  const hash = hashes[content(partsOf(algorithm)[0]).toString('hex')];
  if (hash === undefined || attributes?.tag !== contextZero) throw new Error('signed in a way that is not known');
  const digest = partsOf(attributes)
    .map(partsOf)
    .find(([type]) => content(type).toString('hex') === messageDigest)?.[1];
  if (!partsOf(digest)[0]?.content.equals(createHash(hash).update(info).digest())) throw new Error('changed');
  // What is signed is the SET of attributes, of which the token has the implicit form.
  const signed = Buffer.concat([Buffer.from([setOf]), attributes.whole.subarray(1)]);
  const enclosed =
    signedData[3]?.tag === contextZero ? partsOf(signedData[3]).map(({ whole }) => new X509Certificate(whole)) : [];
  const known = authority === null ? enclosed : [authority, ...enclosed];
  const by = known.find((one) => isSignedBy(one, hash, signed, content(signature)));
  if (!by) {
    if (known.length === 0) return { at, authority: null };
    throw new Error('signature');
  }
  if (!by.keyUsage?.includes(timeStamping)) throw new Error('signed by a key that is not for time stamps');
  if (by.validFromDate.getTime() > Date.parse(at) || by.validToDate.getTime() < Date.parse(at))
    throw new Error('signed by a key that was not valid then');
  if (authority === null) return { at, authority: null };
  if (!isIssued(by, authority, enclosed)) throw new Error('another authority');
  return { at, authority: authority.subject.replaceAll('\n', ', ') };
}

const content = (element: Element | undefined): Buffer => {
  if (!element) throw new Error('not readable');
  return element.content;
};
function partsOf(element: Element | undefined): Element[] {
  const parts: Element[] = [];
  const bytes = content(element);
  for (let at = 0; at < bytes.length; ) {
    const part = elementAt(bytes, at);
    parts.push(part);
    at = part.end;
  }
  return parts;
}

/** ISO 8601 of a GeneralizedTime in UTC. */
function timeOf(text: string): string {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/.exec(text) ?? [];
  if (year === undefined) throw new Error('not readable');
  return `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
}

function isSignedBy(certificate: X509Certificate, hash: string, signed: Buffer, signature: Buffer): boolean {
  try {
    return verify(hash, signed, certificate.publicKey, signature);
  } catch {
    // A key of another kind.
    return false;
  }
}

/** Whether a certificate is that of the authority, or leads to it by those enclosed. */
function isIssued(
  certificate: X509Certificate,
  authority: X509Certificate,
  enclosed: readonly X509Certificate[],
): boolean {
  let one: X509Certificate | undefined = certificate;
  for (let n = 0; one && n < mostIssuers; n++) {
    const issued: X509Certificate = one;
    const isBy = (by: X509Certificate): boolean => by.ca && issued.checkIssued(by) && issued.verify(by.publicKey);
    if (issued.fingerprint256 === authority.fingerprint256 || isBy(authority)) return true;
    one = enclosed.find(isBy);
  }
  return false;
}
