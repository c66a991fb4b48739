import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ToastHost } from './kit/toast.tsx';
import { CustomStyles } from './rooms/settings/custom-styles.tsx';
import { makeRouter } from './routes.tsx';
import { CallError } from './wire/http.ts';
import { onSession, token } from './wire/session.ts';

/** A refusal stays a refusal; only a lost way is tried again. */
const tryAgain = (failures: number, error: unknown): boolean =>
  failures < 2 && error instanceof CallError && (error.status === 0 || error.status >= 500);

const queries = new QueryClient({ defaultOptions: { queries: { retry: tryAgain, staleTime: 5_000 } } });
const router = makeRouter(queries);

export const App = () => {
  useEffect(
    () =>
      onSession(() => {
        // Nothing of one person may be seen by the next.
        if (token() === null) queries.clear();
        void router.invalidate();
      }),
    [],
  );
  return (
    <QueryClientProvider client={queries}>
      <CustomStyles />
      <RouterProvider router={router} />
      <ToastHost />
    </QueryClientProvider>
  );
};
