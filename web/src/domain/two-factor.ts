import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { ask } from '../api/http.ts';
import { writeStored } from '../api/storage.ts';

export const TwoFactorState = z.object({
  is_2fa_required: z.boolean(),
  registered: z.boolean(),
  verified: z.boolean(),
  has_authenticator: z.boolean(),
  has_passkey: z.boolean(),
});

/** The second-factor status of the session, which the specification also requires to be stored in the browser. */
export const twoFactorQuery = () =>
  queryOptions({
    queryKey: ['two-factor'],
    queryFn: async ({ signal }) => {
      const state = await ask({ method: 'GET', path: 'v1/2fa/is_2fa_required/', signal }, TwoFactorState);
      writeStored('twoFactorRequired', state.is_2fa_required && !state.registered ? 'True' : 'False');
      writeStored('twoFactorVerified', state.verified ? 'True' : 'False');
      return {
        required: state.is_2fa_required,
        registered: state.registered,
        verified: state.verified,
        hasAuthenticator: state.has_authenticator,
        hasPasskey: state.has_passkey,
      };
    },
    staleTime: 5 * 60_000,
  });
