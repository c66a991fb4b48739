/**
 * What a certificate's file is made of, for its maker, the command line and the page that checks it without a network.
 * Nothing here uses more than the language.
 */

/** RFC 8785 (JSON Canonicalization Scheme): keys by their UTF-16 units, numbers and texts as ECMAScript writes them. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error('JSON has no such number');
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const pairs = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each)}`);
  return `{${pairs.join(',')}}`;
}

/** The version of the file's form. */
export const certificateForm = 1;

/** The signed file. `signature` is of `document`; `seal` of everything else, the time stamp too. */
export interface CertificateFile {
  readonly form: number;
  readonly document: {
    readonly number: string;
    /** SHA-256 of the page and the annex, hex. */
    readonly files: Readonly<Record<string, string>>;
  } & Readonly<Record<string, unknown>>;
  /** SPKI in DER, base64. */
  readonly public_key: string;
  /** Ed25519, base64. */
  readonly signature: string;
  /** RFC 3161 token over the signature, base64; null: none was asked for. */
  readonly time_stamp: string | null;
  readonly seal: string;
}

/** What checking found, by name: the first thing that is wrong, or whose certificate it is. */
export type Verdict =
  | { readonly kind: 'wrong'; readonly what: string }
  | { readonly kind: 'intact'; readonly number: string; readonly isKnownSigner: boolean };

export interface Checks {
  readonly sha256: (bytes: Uint8Array) => Promise<string>;
  readonly isSigned: (publicKey: Uint8Array, text: string, signature: Uint8Array) => Promise<boolean>;
}

const ofBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
const asFile = (value: unknown): CertificateFile | null => {
  const file = value as Partial<CertificateFile> | null;
  const isFile =
    typeof file === 'object' &&
    file !== null &&
    [file.public_key, file.signature, file.seal, file.document?.number].every((each) => typeof each === 'string') &&
    typeof file.document?.files === 'object';
  return isFile ? (file as CertificateFile) : null;
};

/**
 * Checks a certificate by its files. `signer` is the key (base64) or its fingerprint (SHA-256 of the key, hex) from
 * outside: what the file says of its own key proves nothing.
 */
export async function checkCertificate(
  text: string,
  attached: Readonly<Record<string, Uint8Array>>,
  signer: string | null,
  { sha256, isSigned }: Checks,
): Promise<Verdict> {
  const wrong = (what: string): Verdict => ({ kind: 'wrong', what });
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return wrong('certificate.json: not readable');
  }
  const file = asFile(parsed);
  if (!file) return wrong('certificate.json: not a certificate');
  if (file.form > certificateForm) return wrong('certificate.json: made by a later version, check it with that one');
  if (file.form !== certificateForm) return wrong('certificate.json: unknown form');
  if (canonicalJson(file) !== text) return wrong('certificate.json: not in its canonical form');
  const { seal, ...sealed } = file;
  let key: Uint8Array;
  try {
    key = ofBase64(file.public_key);
    if (!(await isSigned(key, canonicalJson(file.document), ofBase64(file.signature))))
      return wrong('certificate.json: signature');
    if (!(await isSigned(key, canonicalJson(sealed), ofBase64(seal)))) return wrong('certificate.json: seal');
  } catch {
    return wrong('certificate.json: signature');
  }
  for (const [name, hash] of Object.entries(file.document.files)) {
    const bytes = attached[name];
    if (!bytes) return wrong(`${name}: missing`);
    if ((await sha256(bytes)) !== hash) return wrong(`${name}: changed`);
  }
  if (signer === null) return { kind: 'intact', number: file.document.number, isKnownSigner: false };
  const given = signer.replaceAll(/[\s:]/g, '');
  const isKnown = given === file.public_key || given.toLowerCase() === (await sha256(key));
  return isKnown ? { kind: 'intact', number: file.document.number, isKnownSigner: true } : wrong('signer: another key');
}
