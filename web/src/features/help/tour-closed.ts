import type { QueryClient } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/accounts';
import { call } from '../../api/call.ts';
import type { Me } from '../../domain/me.ts';
import { showToast } from '../../ui/toast.tsx';

/** Stores whether the tour is closed: at once on this page, and on the server for other browsers. */
export const rememberTourClosed = async (queries: QueryClient, closed: boolean): Promise<void> => {
  queries.setQueriesData<Me>({ queryKey: ['me'] }, (me) => me && { ...me, tour_closed: closed });
  try {
    await call(endpoints.tour, { body: { closed } });
  } catch (error) {
    showToast('error', error instanceof Error ? error.message : String(error));
  }
};
