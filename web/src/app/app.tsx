import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CallError } from '../api/http.ts';
import { isLanguageOutdated } from '../api/page-language.ts';
import { isLapsed, onSession, token } from '../api/session.ts';
import { repairSelection } from '../domain/me.ts';
import { CustomStyles } from '../features/settings/custom-styles.tsx';
import { latePart } from '../ui/late-part.tsx';
import { ToastHost } from '../ui/toast.tsx';
import { useStore } from '../ui/use-store.ts';
import { makeRouter } from './routes.tsx';

/** Retries lost connections only; refusals are final. */
const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < 2 && error instanceof CallError && (error.status === 0 || error.status >= 500);

const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (error instanceof CallError && error.status === 404) void repairSelection();
    },
  }),
  defaultOptions: {
    // Ignores the browser's network state, which may be wrong: calls are sent, and failures reported.
    queries: { retry: shouldRetry, staleTime: 5_000, networkMode: 'always', refetchOnReconnect: true },
    mutations: { networkMode: 'always' },
  },
});
const router = makeRouter(queries);
const SessionEnded = latePart(async () => (await import('../features/accounts/session-ended.tsx')).SessionEnded);

export const App = () => {
  useEffect(
    () =>
      onSession(() => {
        // Clears all data, so that the next user sees nothing of the previous one.
        if (token() === null) queries.clear();
        void router.invalidate().then(() => {
          // Signed-out pages are in the browser's language.
          if (token() === null && isLanguageOutdated()) window.location.reload();
        });
      }),
    [],
  );
  return (
    <QueryClientProvider client={queries}>
      <CustomStyles />
      <RouterProvider router={router} />
      <ToastHost />
      {useStore(isLapsed) && <SessionEnded />}
    </QueryClientProvider>
  );
};
