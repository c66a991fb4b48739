import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { type Me, meQuery } from './plant.ts';

/** For routes that are not everybody's (administration.md 6): who may not is sent elsewhere. The server refuses anyway. */
export const only =
  (may: (me: Me) => boolean, elsewhere: '/sites' | '/dashboard' = '/sites') =>
  async ({ context }: { readonly context: { readonly queries: QueryClient } }): Promise<void> => {
    const me = await context.queries.ensureQueryData(meQuery());
    if (!may(me)) throw redirect({ to: elsewhere, replace: true });
  };
