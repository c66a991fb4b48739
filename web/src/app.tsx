import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ToastHost } from './kit/toast.tsx';
import { CustomStyles } from './rooms/settings/custom-styles.tsx';
import { makeRouter } from './routes.tsx';
import { CallError } from './wire/http.ts';
import { mendSelection } from './wire/plant.ts';
import { onSession, token } from './wire/session.ts';

/** A refusal stays a refusal; only a lost way is tried again. */
const tryAgain = (failures: number, error: unknown): boolean =>
  failures < 2 && error instanceof CallError && (error.status === 0 || error.status >= 500);

const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (error instanceof CallError && error.status === 404) void mendSelection();
    },
  }),
  defaultOptions: {
    // What the browser says of the network is no reason to wait silently: a call is made, and fails aloud if it must.
    queries: { retry: tryAgain, staleTime: 5_000, networkMode: 'always', refetchOnReconnect: true },
    mutations: { networkMode: 'always' },
  },
});
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
