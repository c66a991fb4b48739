import { z } from 'zod';
import { texts } from './account-texts.ts';
import { ownAccountEarly, peopleOnly } from './callers.ts';
import { endpoint } from './endpoint.ts';
import { OwnProof } from './passkeys.ts';

/** State of the second factor: required by the client, set up, and verified in this session. */
export const TwoFactorState = z.object({
  is_2fa_required: z.boolean(),
  registered: z.boolean(),
  verified: z.boolean(),
  has_authenticator: z.boolean(),
  has_passkey: z.boolean(),
});
export type TwoFactorState = z.infer<typeof TwoFactorState>;

/** What takes a second factor away: the password, a code or recovery code, or a passkey. */
const Proof = OwnProof.extend({ token: z.coerce.string().trim().max(40, texts.verifyFailed).optional() });

export const endpoints = {
  twoFactorState: endpoint.get('/api/v1/2fa/is_2fa_required/', {
    also: ['/api/v2/2fa/is_2fa_required/'],
    ...peopleOnly,
    open: 'unverified',
    says: 'Whether a second factor is required, set up and verified',
    reply: TwoFactorState,
  }),
  setupTwoFactor: endpoint.post('/api/v1/2fa/setup_2fa/', {
    also: ['/api/v2/2fa/setup_2fa/'],
    ...ownAccountEarly,
    says: 'Start the setup of an authenticator: with the password or a passkey, unless it is required and the sign-in is fresh',
    body: OwnProof.nullish(),
    reply: z.object({ registered: z.literal(false), detail: z.string() }),
  }),
  twoFactorCode: endpoint.get('/api/v1/2fa/retrieve-code/', {
    also: ['/api/v2/2fa/retrieve-code/'],
    ...ownAccountEarly,
    says: 'QR code and secret, until the setup is completed',
    reply: z.object({ qrcode: z.string(), secret: z.string() }),
  }),
  verifyTwoFactor: endpoint.post('/api/v1/2fa/verify_2fa/', {
    also: ['/api/v2/2fa/verify_2fa/'],
    may: 'person',
    account: true,
    open: 'unverified',
    says: 'Verify this session by a code or a recovery code, or complete the setup',
    body: z.object({ token: z.coerce.string().trim().max(40, texts.verifyFailed) }),
    reply: z.object({
      verified: z.literal(true),
      registered: z.literal(true),
      detail: z.string(),
      /** Ten single-use codes, returned only when a setup is completed. */
      recovery_codes: z.array(z.string()).optional(),
    }),
  }),
  disableTwoFactor: endpoint.post('/api/v1/2fa/disable-2FA/', {
    also: ['/api/v2/2fa/disable-2FA/'],
    may: 'person',
    account: true,
    says: 'Take the own authenticator away: with the password, or a code or recovery code of it',
    body: Proof.nullish(),
    /** Still registered: a passkey stays. */
    reply: z.object({ registered: z.boolean(), detail: z.string() }),
  }),
  disableTwoFactorOf: endpoint.post('/api/v1/2fa/disable_2FA_via_id/:id/', {
    also: ['/api/v2/2fa/disable_2FA_via_id/:id/'],
    may: 'user.personal',
    account: false,
    programs: 'none',
    says: "Take somebody's authenticator and passkeys away; one's own with the password, a code or a passkey",
    body: Proof.nullish(),
    reply: z.object({ registered: z.literal(false), detail: z.string() }),
  }),
} as const;
