import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { portOf } from '@tocsin/simulator/port-of';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
interface Key {
  readonly kid: string;
  readonly private: KeyObject;
  readonly public: object;
}
const newKey = (kid: string): Key => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    kid,
    private: privateKey,
    public: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' },
  };
};

/** What the provider does wrong with the next token. */
export interface Wrong {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly isUnsigned?: boolean;
  /** Signs with a key that it does not publish. */
  readonly isForeignKey?: boolean;
}

interface State {
  wrong: Wrong;
  nonce: string;
  sub: string;
  groups: string[];
  posts: number;
  describedAs: string;
}

/** A provider that answers each code with a token made by the test. */
export async function startHostileProvider(clientId: string) {
  let key = newKey('first');
  const foreign = newKey('first');
  const state: State = { wrong: {}, nonce: '', sub: 'ann', groups: [], posts: 0, describedAs: '' };
  const idToken = (issuer: string): string => {
    const now = Math.floor(Date.now() / 1000);
    const { nonce, sub, groups, wrong } = state;
    const usual = { iss: issuer, aud: clientId, sub, nonce, groups, iat: now, exp: now + 300 };
    const claims = part({ ...usual, ...wrong.claims });
    if (wrong.isUnsigned) return `${part({ alg: 'none' })}.${claims}.`;
    const text = `${part({ alg: 'RS256', kid: key.kid })}.${claims}`;
    const signer = wrong.isForeignKey ? foreign : key;
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), signer.private).toString('base64url')}`;
  };
  const server = createServer((request, response) => {
    const issuer = `http://127.0.0.1:${portOf(server)}`;
    const answers: Partial<Record<string, () => object>> = {
      '/.well-known/openid-configuration': () => ({
        issuer: state.describedAs || issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'none'],
      }),
      '/jwks': () => ({ keys: [key.public] }),
      '/token': () => {
        state.posts++;
        return {
          access_token: createHash('sha256').update('x').digest('hex'),
          token_type: 'Bearer',
          id_token: idToken(issuer),
        };
      },
    };
    const answer = answers[request.url ?? ''];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer?.() ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    issuer: `http://127.0.0.1:${portOf(server)}`,
    state,
    rotateKeys(): void {
      key = newKey('second');
    },
    /** The query with which a person comes back from the address. */
    comeBack(url: string, wrong: Wrong = {}): string {
      const sent = new URL(url).searchParams;
      state.nonce = sent.get('nonce') ?? '';
      state.wrong = wrong;
      return `?code=c&state=${encodeURIComponent(sent.get('state') ?? '')}`;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
