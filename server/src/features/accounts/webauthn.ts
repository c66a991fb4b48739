import { isIP } from 'node:net';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { MadeCredential, UsedCredential } from '@tocsin/contract/passkeys';
import type { z } from 'zod';

/** Whom passkeys are for: the domain that authenticators bind them to, and the only origin that may use them. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * The relying party of the portal's public address; undefined where browsers offer no passkeys: without HTTPS (except
 * localhost), and at an IP address.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl);
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return undefined;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isLocal ? { id: hostname, origin } : undefined;
}

/** What authenticators store as the account: no name and no address. */
export const userHandleOf = (userId: number): Uint8Array<ArrayBuffer> => new TextEncoder().encode(`tocsin ${userId}`);

/** EdDSA, ES256, RS256 (COSE): what authenticators sign with today. */
const algorithms = [-8, -7, -257];

interface KnownCredential {
  readonly credential_id: Buffer;
  readonly transports: readonly string[];
}
const descriptors = (known: readonly KnownCredential[]) =>
  known.map((each) => ({ id: each.credential_id.toString('base64url'), transports: [...each.transports] }));

interface Registrant {
  readonly userId: number;
  readonly email: string;
  readonly name: string;
  readonly known: readonly KnownCredential[];
}

/** Options to make a passkey. Attestation is not asked for: no maker of authenticators is preferred. */
export const registrationOptions = (party: RelyingParty, { userId, email, name, known }: Registrant) =>
  generateRegistrationOptions({
    rpName: 'Tocsin',
    rpID: party.id,
    userName: email,
    userDisplayName: name,
    userID: userHandleOf(userId),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: descriptors(known),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });

/** Options to use a passkey; without known ones the authenticator offers those that it holds for the portal. */
export const assertionOptions = (party: RelyingParty, known: readonly KnownCredential[] | null) =>
  generateAuthenticationOptions({
    rpID: party.id,
    userVerification: known === null ? 'required' : 'preferred',
    ...(known === null ? {} : { allowCredentials: descriptors(known) }),
  });

/** Whether the challenge was ours and unused; it is used up by the call. */
type TakeChallenge = (challenge: string) => Promise<boolean>;

/** The browser's answer proves nothing. Failures of our own, such as a database that is away, are other errors. */
export class PasskeyNotAccepted extends Error {
  override readonly name = 'PasskeyNotAccepted';
}

/** Runs a check of the library, whose every error is a refusal, and throws those of `takeChallenge` unchanged. */
async function checked<T>(
  takeChallenge: TakeChallenge,
  check: (takeChallenge: TakeChallenge) => Promise<T>,
): Promise<T> {
  let failure: { readonly error: unknown } | undefined;
  const watched: TakeChallenge = async (challenge) => {
    try {
      return await takeChallenge(challenge);
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
  try {
    return await check(watched);
  } catch (error) {
    if (failure) throw failure.error;
    throw new PasskeyNotAccepted(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

export interface NewCredential {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
}

/** Returns what a made passkey proved; throws PasskeyNotAccepted otherwise. */
export async function checkRegistration(
  party: RelyingParty,
  made: z.infer<typeof MadeCredential>,
  takeChallenge: TakeChallenge,
): Promise<NewCredential> {
  const { clientDataJSON, attestationObject } = made.response;
  const { verified, registrationInfo } = await checked(takeChallenge, (expectedChallenge) =>
    verifyRegistrationResponse({
      response: {
        id: made.id,
        rawId: made.rawId,
        type: made.type,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!verified) throw new PasskeyNotAccepted('The attestation is not valid');
  const { id, publicKey, counter } = registrationInfo.credential;
  return { credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), counter };
}

interface Check {
  readonly publicKey: Buffer;
  readonly isUserVerified: boolean;
  readonly takeChallenge: TakeChallenge;
}

/**
 * Returns the signature counter of a used passkey, which the caller compares with the stored one; throws
 * PasskeyNotAccepted when the answer is not accepted.
 */
export async function checkAssertion(
  party: RelyingParty,
  used: UsedCredential,
  { publicKey, isUserVerified, takeChallenge }: Check,
): Promise<number> {
  const { clientDataJSON, authenticatorData, signature } = used.response;
  const { verified, authenticationInfo } = await checked(takeChallenge, (expectedChallenge) =>
    verifyAuthenticationResponse({
      response: {
        id: used.id,
        rawId: used.rawId,
        type: used.type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      // The library would compare before it checks the signature; a copy is only known by a valid one.
      credential: { id: used.id, publicKey: new Uint8Array(publicKey), counter: 0 },
      requireUserVerification: isUserVerified,
    }),
  );
  if (!verified) throw new PasskeyNotAccepted('The signature is not valid');
  return authenticationInfo.newCounter;
}
