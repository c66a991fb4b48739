import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

const head = (major: number, n: number): Buffer => {
  if (n < 24) return Buffer.from([(major << 5) | n]);
  if (n < 256) return Buffer.from([(major << 5) | 24, n]);
  return Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
};
/** RFC 8949, as far as authenticators need it. */
const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...value].flatMap(([key, each]) => [cbor(key), cbor(each)]);
  return Buffer.concat([head(5, value.size), ...pairs]);
};
const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const text = (data: Buffer): string => data.toString('base64url');

/** What a hostile or broken authenticator or page does differently. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly isUserVerified?: boolean;
  readonly isUserPresent?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  /** Signs with a key that nobody registered. */
  readonly isForeignKey?: boolean;
}
interface Asked {
  readonly challenge: string;
}

/** An authenticator written out from WebAuthn level 2, apart from the library that the server uses (ES256, no attestation). */
export class TestAuthenticator {
  readonly credentialId: Buffer = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  #clientData(type: string, asked: Asked, wrong: Deviation): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: wrong.type ?? type,
        challenge: wrong.challenge ?? asked.challenge,
        origin: wrong.origin ?? this.#origin,
        crossOrigin: false,
      }),
    );
  }

  #data(wrong: Deviation, attested: Buffer | null): Buffer {
    const present = wrong.isUserPresent === false ? 0 : 1;
    const verified = wrong.isUserVerified === false ? 0 : 4;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(wrong.counter ?? this.counter);
    const flags = Buffer.from([present | verified | (attested ? 0x40 : 0)]);
    const rpId = wrong.rpId ?? new URL(this.#origin).hostname;
    return Buffer.concat([sha256(rpId), flags, counter, attested ?? Buffer.alloc(0)]);
  }

  #publicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    return cbor(key);
  }

  /** The browser's answer to options that make a passkey. */
  make(asked: Asked, wrong: Deviation = {}) {
    const idLength = Buffer.from([0, this.credentialId.length]);
    const attested = Buffer.concat([Buffer.alloc(16), idLength, this.credentialId, this.#publicKey()]);
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', this.#data(wrong, attested)],
    ]);
    const response = {
      clientDataJSON: text(this.#clientData('webauthn.create', asked, wrong)),
      attestationObject: text(cbor(attestation)),
      transports: ['internal'],
    };
    return { id: text(this.credentialId), rawId: text(this.credentialId), type: 'public-key', response };
  }

  /** The browser's answer to options that use a passkey; counts up by one. */
  use(asked: Asked, wrong: Deviation = {}) {
    this.counter += 1;
    const data = this.#data(wrong, null);
    const client = this.#clientData('webauthn.get', asked, wrong);
    const key: KeyObject = wrong.isForeignKey
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
      : this.#keys.privateKey;
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(client)]))
      .sign(key);
    const response = {
      clientDataJSON: text(client),
      authenticatorData: text(data),
      signature: text(signature),
      ...(wrong.userHandle === undefined ? {} : { userHandle: wrong.userHandle }),
    };
    return { id: text(this.credentialId), rawId: text(this.credentialId), type: 'public-key', response };
  }
}
