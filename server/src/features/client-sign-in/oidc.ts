import { isOneLine } from '@tocsin/contract/line';
import * as oidc from 'openid-client';
import { createOutboundFetch } from '../../platform/outbound-fetch.ts';

const timeoutMs = 10_000;
const maxBytes = 256 * 1024;
/** How far a provider's clock may be off. */
const clockToleranceS = 60;

export interface Provider {
  readonly issuer: string;
  readonly oidcClientId: string;
  readonly secret: string;
}
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** What a sign-in remembers until the provider sends the person back. */
export interface Pending {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Private addresses that requests may reach, beside public ones; by http loopback only. */
export type IsPrivateAllowed = (address: string) => boolean;

/** Reads the provider's description each time, and with it its current keys. */
async function discover(provider: Provider, isPrivateAllowed: IsPrivateAllowed): Promise<oidc.Configuration> {
  const fetch = createOutboundFetch({ timeoutMs, maxBytes, isPrivateAllowed });
  const isSecure = provider.issuer.startsWith('https:');
  const metadata = { client_secret: provider.secret, [oidc.clockTolerance]: clockToleranceS };
  // The signature is checked too, not only the connection to the token endpoint: an unsigned token is refused.
  const execute = [oidc.enableNonRepudiationChecks, ...(isSecure ? [] : [oidc.allowInsecureRequests])];
  return await oidc.discovery(new URL(provider.issuer), provider.oidcClientId, metadata, undefined, {
    [oidc.customFetch]: fetch,
    timeout: timeoutMs / 1000,
    execute,
  });
}

/** The address at which a person signs in, and what to remember until they return. */
export async function beginSignIn(
  provider: Provider,
  { redirectUri, isAgain }: { readonly redirectUri: string; readonly isAgain: boolean },
  isPrivateAllowed: IsPrivateAllowed,
): Promise<{ readonly url: string; readonly pending: Pending }> {
  const config = await discover(provider, isPrivateAllowed);
  const pending = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid',
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
    // The provider asks for the credentials again, and says when it did.
    ...(isAgain ? { prompt: 'login', max_age: '0' } : {}),
  });
  return { url: url.href, pending };
}

/** OpenID Connect Core 2: at most 255 characters; more than ASCII is accepted, what no identifier contains is not. */
const isSubject = (subject: string): boolean => subject.length >= 1 && subject.length <= 255 && isOneLine(subject);

/**
 * Exchanges the returned code and checks the ID token: signature by the provider's current keys, issuer, audience,
 * nonce, times. Throws when anything differs.
 */
export async function finishSignIn(
  provider: Provider,
  returnedTo: URL,
  pending: Pending,
  isPrivateAllowed: IsPrivateAllowed,
): Promise<Identity> {
  const config = await discover(provider, isPrivateAllowed);
  const tokens = await oidc.authorizationCodeGrant(config, returnedTo, {
    expectedState: pending.state,
    expectedNonce: pending.nonce,
    pkceCodeVerifier: pending.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error('the provider sent no ID token');
  if (!isSubject(claims.sub)) throw new Error('the subject of the ID token is not a line of 1 to 255 characters');
  return { issuer: claims.iss, subject: claims.sub, claims: { ...claims } };
}
