import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { endpoints as notifications } from '@tocsin/contract/notifications';
import { endpoints } from '@tocsin/contract/site-moment';
import { call, callQuery } from '../../api/call.ts';

const pageSize = 20;
/** Refetch interval of 'now'; a past moment does not change. */
const refetchMs = 10_000;

/** The newest alarm, warning or outage of a site; an empty list: none. */
export const lastEventQuery = (site: number) =>
  callQuery(['last-event', site], notifications.list, {
    query: {
      location: site,
      event_type: ['alarm_on', 'warning_on', 'device_offline'],
      limit: 1,
      ordering: '-date_created',
    },
  });

/** All devices of a site at a moment, in pages; without `at`, now. */
export const siteMomentQuery = (site: number, at: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['site-moment', site, at ?? 'now'],
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.read, {
        params: { id: site },
        query: { ...(at === undefined ? {} : { at }), limit: pageSize, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.results.length, 0);
      return last.results.length > 0 && shown < last.count ? shown : null;
    },
    placeholderData: keepPreviousData,
    refetchInterval: at === undefined ? refetchMs : false,
    retry: false,
  });
