import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { type Me, meQuery } from './me.ts';

/** Redirects users without a role (docs/spec/administration.md, section 6). The server enforces roles. */
export const only =
  (may: (me: Me) => boolean, elsewhere: '/sites' | '/dashboard' = '/sites') =>
  async ({ context }: { readonly context: { readonly queries: QueryClient } }): Promise<void> => {
    const me = await context.queries.ensureQueryData(meQuery());
    if (!may(me)) throw redirect({ to: elsewhere, replace: true });
  };
