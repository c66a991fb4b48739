import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { ask } from './http.ts';
import { keep } from './storage.ts';

const State = z.object({ is_2fa_required: z.boolean(), registered: z.boolean(), verified: z.boolean() });

/** Where the session stands between password and second factor; also kept in the browser, as the specification asks. */
export const twoFactorQuery = () =>
  queryOptions({
    queryKey: ['two-factor'],
    queryFn: async ({ signal }) => {
      const state = await ask({ method: 'GET', path: 'v1/2fa/is_2fa_required/', signal }, State);
      keep('twoFactorRequired', state.is_2fa_required && !state.registered ? 'True' : 'False');
      keep('twoFactorVerified', state.verified ? 'True' : 'False');
      return { required: state.is_2fa_required, registered: state.registered, verified: state.verified };
    },
    staleTime: 5 * 60_000,
  });
