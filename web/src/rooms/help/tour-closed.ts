import type { QueryClient } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/accounts';
import { say } from '../../kit/toast.tsx';
import { call } from '../../wire/call.ts';
import type { Me } from '../../wire/plant.ts';

/** At once on this page, and at the server for every other browser. */
export const keepTourClosed = async (queries: QueryClient, closed: boolean): Promise<void> => {
  queries.setQueriesData<Me>({ queryKey: ['me'] }, (me) => me && { ...me, tour_closed: closed });
  try {
    await call(endpoints.tour, { body: { closed } });
  } catch (error) {
    say('error', error instanceof Error ? error.message : String(error));
  }
};
