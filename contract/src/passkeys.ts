import { z } from 'zod';
import { texts } from './account-texts.ts';
import { ownAccountEarly } from './callers.ts';
import { endpoint, listOf } from './endpoint.ts';
import { required } from './fields.ts';

/** Maximum number of passkeys per person. */
export const maxPasskeys = 20;

/** A passkey as its owner sees it. */
export const Passkey = z.object({
  id: z.number().int(),
  name: z.string(),
  created_at: z.iso.datetime(),
  used_at: z.iso.datetime().nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

const Name = required('Please input a name!', 60, 'Ensure this field has no more than 60 characters.');

/** What a browser passes to its authenticator (WebAuthn, section 5.1): made and read by one library. */
const Options = z.looseObject({ challenge: z.string() });
const bytes = z.string().min(1).max(20_000);
const credential = { id: bytes, rawId: bytes, type: z.literal('public-key') };

/** The browser's answer when a passkey was made. */
export const MadeCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
});
/** The browser's answer when a passkey was used. */
export const UsedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.string().max(200).nullish(),
  }),
});
export type UsedCredential = z.infer<typeof UsedCredential>;

/**
 * Proof that the caller is the account's person, for what a stolen session must not be able to do: the password, or a
 * passkey that answers `2fa/passkeys/verify/begin/`. One of them is needed.
 */
export const OwnProof = z.object({
  password: z.string(texts.proofMissing).max(1000).optional(),
  passkey: UsedCredential.optional(),
});
export type OwnProof = z.infer<typeof OwnProof>;

export const endpoints = {
  list: endpoint.get('/api/v1/2fa/passkeys/', {
    ...ownAccountEarly,
    says: 'The own passkeys, and the only address at which browsers offer them',
    reply: listOf(Passkey).extend({
      /** Null: the portal's address is neither HTTPS nor localhost, or it is an IP address. */
      origin: z.string().nullable(),
    }),
  }),
  begin: endpoint.post('/api/v1/2fa/passkeys/begin/', {
    ...ownAccountEarly,
    perMinute: 30,
    says: "What the browser needs to make a passkey; needs the caller's password or another passkey",
    body: OwnProof,
    reply: Options,
  }),
  create: endpoint.post('/api/v1/2fa/passkeys/', {
    ...ownAccountEarly,
    perMinute: 30,
    says: 'Store a passkey that the browser made; the first one ends the other sessions',
    body: z.object({ name: Name, credential: MadeCredential }),
    reply: z.object({
      passkey: Passkey,
      /** Ten single-use codes, returned only with the first second factor. */
      recovery_codes: z.array(z.string()).optional(),
    }),
    status: 201,
  }),
  rename: endpoint.patch('/api/v1/2fa/passkeys/:id/', {
    may: 'person',
    account: true,
    says: 'Give one of the own passkeys another name',
    body: z.object({ name: Name }),
    reply: Passkey,
  }),
  remove: endpoint.post('/api/v1/2fa/passkeys/:id/remove/', {
    may: 'person',
    account: true,
    perMinute: 30,
    says: "Remove one of the own passkeys; needs the caller's password or another passkey",
    body: OwnProof,
  }),
  beginVerify: endpoint.post('/api/v1/2fa/passkeys/verify/begin/', {
    may: 'person',
    account: true,
    open: 'unverified',
    perMinute: 30,
    says: 'What the browser needs to verify this session by a passkey',
    reply: Options,
  }),
  verify: endpoint.post('/api/v1/2fa/passkeys/verify/', {
    may: 'person',
    account: true,
    open: 'unverified',
    says: 'Verify this session by a passkey of the caller',
    body: z.object({ credential: UsedCredential }),
    reply: z.object({ verified: z.literal(true) }),
  }),
  beginSignIn: endpoint.post('/api/v1/sign-in/passkey/', {
    may: 'anyone',
    perMinute: 30,
    says: 'What the browser needs to sign in by a passkey',
    reply: Options,
  }),
  signIn: endpoint.post('/api/v1/sign-in/passkey/finish/', {
    may: 'anyone',
    perMinute: 30,
    says: 'Sign in by a passkey that verified its user; a second factor is not asked for',
    body: z.object({ credential: UsedCredential }),
    reply: z.object({ token: z.string() }),
  }),
} as const;
